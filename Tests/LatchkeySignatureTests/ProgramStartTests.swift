// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeySignature
import LatchkeyTestSupport
import Testing

@Suite("How a program says that it starts")
struct ProgramStartTests {
    private let folder: TemporaryHome

    init() throws { folder = try TemporaryHome() }

    /// A program of one page: its headers, the path of its interpreter, and what the dynamic linker reads.
    private struct Program {
        var kinds: [UInt32] = [6, 3, 1, 2]
        var interpreter = Array("/lib64/ld-linux-x86-64.so.2\0".utf8)
        var names: [(tag: UInt64, name: String)] = [(1, "libc.so.6"), (29, "/opt/a:$ORIGIN/../lib")]
        /// What the kernel reads, where it is elsewhere than in memory.
        var started: [UInt8]?

        var bytes: [UInt8] {
            func number(_ value: UInt64, _ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            }
            var table: [UInt8] = [0]
            var entries: [UInt8] = []
            for (tag, name) in names {
                entries += number(tag, 8) + number(UInt64(table.count), 8)
                table += Array(name.utf8) + [0]
            }
            let (path, strings) = (512, 1024)
            entries += number(5, 8) + number(UInt64(strings), 8) + number(10, 8) + number(UInt64(table.count), 8)
            entries += number(0, 16)
            let dynamic = 2048
            let size = 4096
            func header(_ kind: UInt32) -> [UInt8] {
                let place: (offset: Int, address: Int, size: Int, memory: Int) =
                    switch kind {
                    case 3:
                        started.map { (size, path, $0.count, interpreter.count) }
                            ?? (path, path, interpreter.count, interpreter.count)
                    case 2: (dynamic, dynamic, entries.count, entries.count)
                    default: (0, 0, size, size)
                    }
                return number(UInt64(kind), 4) + number(4, 4) + number(UInt64(place.offset), 8)
                    + number(UInt64(place.address), 8)
                    + number(UInt64(place.address), 8) + number(UInt64(place.size), 8) + number(UInt64(place.memory), 8)
                    + number(1, 8)
            }
            var bytes: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1] + Array(repeating: 0, count: 9)
            bytes +=
                number(3, 2) + number(62, 2) + number(1, 4) + number(0, 8) + number(64, 8) + number(0, 8) + number(0, 4)
            bytes += number(64, 2) + number(56, 2) + number(UInt64(kinds.count), 2) + number(0, 6)
            bytes += kinds.flatMap(header)
            func put(_ part: [UInt8], at place: Int) {
                bytes += Array(repeating: 0, count: place - bytes.count) + part
            }
            put(interpreter, at: path)
            put(table, at: strings)
            put(entries, at: dynamic)
            put(started ?? [], at: size)
            return bytes
        }
    }

    private func start(_ bytes: [UInt8]) throws -> ProgramStart? {
        let file = unsafe open(folder.path, O_RDWR | __O_TMPFILE | O_DIRECTORY | O_CLOEXEC, 0o600)
        try #require(file >= 0)
        defer { close(file) }
        try #require(unsafe write(file, bytes, bytes.count) == bytes.count)
        return ProgramStart(file)
    }

    @Test func `a program names its interpreter, and where it looks for libraries`() throws {
        let start = try #require(try start(Program().bytes))
        #expect(start.interpreter == "/lib64/ld-linux-x86-64.so.2")
        #expect(start.ownInterpreter == start.interpreter)
        #expect(start.paths == ["/opt/a", "$ORIGIN/../lib"])
    }

    @Test func `what the kernel reads and what is in memory are told apart`() throws {
        let start = try #require(try start(Program(started: Array("/evil\0".utf8)).bytes))
        #expect(start.interpreter == "/evil")
        #expect(start.ownInterpreter == "/lib64/ld-linux-x86-64.so.2")
    }

    @Test func `a library that is named by a path is one of the places`() throws {
        let start = try #require(try start(Program(names: [(1, "./lib.so"), (15, "")]).bytes))
        #expect(start.paths.contains("./lib.so"))
        #expect(start.paths.contains(""), "the current folder")
    }

    @Test func `what is named at greater length than is looked at says nothing`() throws {
        let long = String(repeating: "a", count: 256)
        #expect(try start(Program(names: [(1, String(long.dropLast()))]).bytes) != nil)
        #expect(try start(Program(names: [(1, long)]).bytes) == nil)
    }

    @Test func `a static program has no interpreter`() throws {
        let start = try #require(try start(Program(kinds: [1]).bytes))
        #expect(start.interpreter == nil && start.ownInterpreter == nil && start.paths.isEmpty)
    }

    @Test(arguments: ["", "/a", "/a\0b\0", "\0"])
    func `a path that does not end where it should is none`(path: String) throws {
        #expect(try start(Program(interpreter: Array(path.utf8)).bytes) == nil)
    }

    @Test func `two interpreters, one outside of the program, and what is cut off, say nothing`() throws {
        #expect(try start(Program(kinds: [6, 3, 3, 1, 2]).bytes) == nil)
        #expect(try start(Program(kinds: [6, 3, 2]).bytes) == nil, "no segment is in memory")
        #expect(try start(Program(kinds: [6, 3, 1]).bytes) == nil, "nothing is said of libraries")
        let bytes = Program().bytes
        for count in [0, 63, 64, 200, 520, 1500, 2100] {
            #expect(try start(Array(bytes.prefix(count))) == nil, "\(count)")
        }
        var other = bytes
        other[4] = 1
        #expect(try start(other) == nil, "32 bits")
    }

    @Test func `folders of the system are those that root alone can write, or make`() {
        #expect(SystemPath.isFolderOfSystem("/usr/lib"))
        #expect(SystemPath.isFolderOfSystem("/usr/lib/latchkey-none/deeper"))
        #expect(!SystemPath.isFolderOfSystem("/tmp"))
        #expect(!SystemPath.isFolderOfSystem("/tmp/latchkey-none"))
        #expect(!SystemPath.isFolderOfSystem("/usr/lib/../../tmp"))
        #expect(!SystemPath.isFolderOfSystem("relative"))
        #expect(!SystemPath.isFolderOfSystem(""))
        #expect(!SystemPath.isFolderOfSystem("/etc/passwd"), "a file")
    }
}
