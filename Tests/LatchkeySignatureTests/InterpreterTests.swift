// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeySignature
import LatchkeyTestSupport
import Testing

@Suite("Interpreters")
struct InterpreterTests {
    @Test(
        arguments: [
            "libpython3.11.so.1.0", "libperl.so.5.36", "libruby-3.1.so.3.1", "libnode.so.108",
            "libmozjs-102.so.102.9.0",
            "libjavascriptcoregtk-4.1.so.0.4.8", "liblua5.4.so.0", "libtcl8.6.so", "libR.so", "libjvm.so", "python3.11",
            "perl", "busybox",
        ])
    func `what runs scripts for the program that loads it is known by its name`(name: String) {
        #expect(Interpreter.isEngine(name))
    }

    @Test(
        arguments: [
            "libc.so.6", "ld-linux-x86-64.so.2", "libRSVG.so", "libluminance.so", "libtclap.so", "libnodeup.so",
            "libstdc++.so.6", "cat", "", "[vdso]",
        ])
    func `other libraries, and the loader, run none`(name: String) { #expect(!Interpreter.isEngine(name)) }

    @Test(
        arguments: [
            "vim.basic", "vim.nox", "vim.gtk3", "emacs-gtk", "emacs-nox", "nc.openbsd", "nc.traditional", "php-fpm8.2",
            "lua_custom",
            "python3.11-dbg", "perl5.36-x86_64-linux-gnu", "Node.exe",
        ])
    func `a variant of an interpreter is one`(name: String) { #expect(Interpreter.isVariant(name)) }

    @Test(arguments: ["vimdiff-tool", "shop", "node_exporter2"])
    func `a name that only begins like one is judged by what stands before the first mark`(name: String) {
        #expect(Interpreter.isVariant(name) == (name == "node_exporter2"))
    }

    @Test(arguments: [
        "", ".vim", "-sh", "_", "cat", "gpg-agent", "systemd-resolved", "sh-server", "js-app", "r-studio",
    ])
    func `other programs are none`(name: String) { #expect(!Interpreter.isVariant(name)) }

    @Test func `a program says which libraries it is linked with, and what is no program says nothing`() {
        func linked(_ path: String) -> LinkedLibraries? {
            let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
            defer { close(file) }
            return LinkedLibraries(file)
        }
        #expect(linked("/bin/sh")?.needed.contains("libc.so.6") == true)
        #expect(linked("/bin/sh")?.own == nil)
        let paths = ["/lib/x86_64-linux-gnu/libc.so.6", "/lib/aarch64-linux-gnu/libc.so.6"]
        let library = paths.first { path in unsafe access(path, R_OK) == 0 } ?? ""
        #expect(linked(library)?.own == "libc.so.6")
        #expect(linked("/etc/passwd") == nil)
    }

    @Test func `a file with folders without end is looked at to some of them, and is not said to be whole`() throws {
        let home = try TemporaryHome()
        // One segment with the table of the dynamic linker behind the headers, another with everything.
        let (table, entries) = (UInt64(0x100), 4000)
        let names = table + UInt64(entries + 3) * 16
        let text = [UInt8](repeating: UInt8(ascii: ":"), count: 4000) + [0]
        func number(_ value: UInt64, _ count: Int = 8) -> [UInt8] {
            (0..<count).map { UInt8(value >> ($0 * 8) & 0xff) }
        }
        func segment(_ kind: UInt64, at offset: UInt64, count: UInt64) -> [UInt8] {
            number(kind, 4) + number(5, 4) + [offset, offset, offset, count, count, 8].flatMap { number($0) }
        }
        let end = names + UInt64(text.count)
        var bytes: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + [UInt8](repeating: 0, count: 9)
        bytes += number(3, 2) + number(62, 2) + number(1, 4) + [0, 64, 0].flatMap { number($0) }
        bytes += number(0, 4) + [64, 56, 2, 64, 0, 0].flatMap { number($0, 2) }
        bytes += segment(1, at: 0, count: end) + segment(2, at: table, count: names - table)
        bytes += [UInt8](repeating: 0, count: Int(table) - bytes.count)
        bytes += number(5) + number(names) + number(10) + number(UInt64(text.count))
        for _ in 0..<entries { bytes += number(29) + number(0) }
        bytes += number(0) + number(0) + text
        let file = unsafe open(home.path + "/library", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        try #require(unsafe write(file, bytes, bytes.count) == bytes.count)
        let linked = try #require(LinkedLibraries(file))
        #expect(!linked.isComplete)
        #expect((1...8192).contains(linked.searched.count))
    }

    @Test(
        "an interpreter is known by its name, with any version",
        arguments: [
            "python3.11", "sh", "dash", "perl5.36.0", "node", "ruby3.1", "ld-linux-x86-64.so.2", "qemu-aarch64", "R",
        ])
    func names(_ name: String) { #expect(Interpreter.isName(name)) }

    @Test("other programs are none", arguments: ["security", "shell", "nodejs-client", "mysh", "git", "perlite", ""])
    func otherNames(_ name: String) { #expect(!Interpreter.isName(name)) }

    @Test(
        "a copy under another name is known by what it shares with its libraries",
        .enabled(if: unsafe access("/bin/bash", R_OK) == 0 && access("/usr/bin/perl", R_OK) == 0))
    func copies() {
        for path in ["/bin/bash", "/usr/bin/perl"] { #expect(isInterpreter(path), "\(path)") }
        #expect(!isInterpreter("/bin/cat"))
    }

    @Test("what is no executable, or one that lies about its tables, is none")
    func damaged() throws {
        let folder = try TemporaryHome()
        var bytes = try #require(contents("/bin/bash"))
        bytes = Array(bytes.prefix(1 << 16))
        var random = SystemRandomNumberGenerator()
        for round in 0..<200 {
            var damaged = bytes
            for _ in 0..<8 { damaged[Int.random(in: 32..<1024, using: &random)] = .random(in: 0...255, using: &random) }
            let path = "\(folder.path)/\(round)"
            let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            unsafe write(file, damaged, damaged.count)
            // The answer does not matter, but that there is one.
            _ = Interpreter.isInterpreter(named: "", file)
            close(file)
            unsafe unlink(path)
        }
    }

    private func isInterpreter(_ path: String) -> Bool {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        return Interpreter.isInterpreter(named: "", file)
    }

    private func contents(_ path: String) -> [UInt8]? {
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(file, &bytes, bytes.count)
        return count > 0 ? Array(bytes[..<count]) : nil
    }
}
