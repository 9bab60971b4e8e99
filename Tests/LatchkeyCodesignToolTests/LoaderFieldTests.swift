// What codesign has the kernel start in the place of a program.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCodesignTool
import LatchkeySignature
import LatchkeyTestSupport
import Testing

@Suite struct LoaderFieldTests {
    private let folder: TemporaryHome

    init() throws { folder = try TemporaryHome() }

    /// A copy of a program, open for reading and writing.
    private func copied(_ path: String) throws -> (path: String, descriptor: CInt, bytes: Data) {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let copy = folder.path + "/" + (path.split(separator: "/").last ?? "")
        try bytes.write(to: URL(fileURLWithPath: copy))
        let descriptor = unsafe open(copy, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0 && fchmod(descriptor, 0o700) == 0)
        return (copy, descriptor, bytes)
    }

    private func output(of path: String, environment: [String: String]) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.environment = environment
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    @Test func `a program with the loader runs, and its environment chooses no libraries`() throws {
        let program = try copied("/usr/bin/env")
        let environment = ["KEPT": "1", "LD_PRELOAD": "", "LD_LIBRARY_PATH": folder.path]
        #expect(try output(of: "/usr/bin/env", environment: environment).contains("LD_LIBRARY_PATH"))
        #expect(try LoaderField(program.descriptor).set(SecureLoader.standard.path) == .set)
        close(program.descriptor)
        let copy = folder.path + "/written"
        try WrittenProgram.copy(program.path, to: copy)
        let lines = try output(of: copy, environment: environment)
        #expect(lines.contains("KEPT=1"))
        #expect(!lines.contains("LD_"))
    }

    @Test func `the kernel starts the loader, and the program's own interpreter is still known`() throws {
        let program = try copied("/usr/bin/env")
        defer { close(program.descriptor) }
        let before = try #require(ProgramStart(program.descriptor))
        #expect(before.interpreter == before.ownInterpreter && before.interpreter?.contains("/ld-") == true)
        #expect(try LoaderField(program.descriptor).set(SecureLoader.standard.path) == .set)
        let after = try #require(ProgramStart(program.descriptor))
        #expect(after.interpreter == SecureLoader.standard.path)
        #expect(after.ownInterpreter == before.interpreter)
        #expect(after.paths == before.paths)
    }

    @Test(arguments: [false, true])
    func `without the loader a program is what it was, byte for byte`(takesForeign: Bool) throws {
        let program = try copied("/usr/bin/env")
        defer { close(program.descriptor) }
        let field = LoaderField(program.descriptor)
        #expect(try field.set(SecureLoader.standard.path, takesForeignLibraries: takesForeign) == .set)
        let flags = try #require(ProgramHeaders(program.descriptor)?.first(ProgramHeaders.interpreter)).flags
        #expect(flags & ProgramHeaders.takesForeignLibraries == (takesForeign ? 1 << 20 : 0))
        #expect(try Data(contentsOf: URL(fileURLWithPath: program.path)) != program.bytes)
        try LoaderField(program.descriptor).remove()
        #expect(try Data(contentsOf: URL(fileURLWithPath: program.path)) == program.bytes)
    }

    @Test func `a loader that was not set is not taken away`() throws {
        let program = try copied("/usr/bin/env")
        defer { close(program.descriptor) }
        #expect(throws: CodesignFailure.self) { try LoaderField(program.descriptor).remove() }
        #expect(try Data(contentsOf: URL(fileURLWithPath: program.path)) == program.bytes)
    }

    @Test func `a library needs no loader, and what is no ELF file of this machine has none`() throws {
        let library = try copied(SecureLoader.standard.path)
        defer { close(library.descriptor) }
        #expect(try LoaderField(library.descriptor).set(SecureLoader.standard.path) == .notNeeded)
        let text = try copied("/etc/passwd")
        defer { close(text.descriptor) }
        #expect(try LoaderField(text.descriptor).set(SecureLoader.standard.path) == .unknownMachine)
        let other = try copied("/usr/bin/env")
        defer { close(other.descriptor) }
        #expect(unsafe pwrite(other.descriptor, [0xf3, 0] as [UInt8], 2, 18) == 2)
        #expect(try LoaderField(other.descriptor).set(SecureLoader.standard.path) == .unknownMachine)
    }

    @Test func `a loader that is not there is an error, and the program stays`() throws {
        let program = try copied("/usr/bin/env")
        defer { close(program.descriptor) }
        #expect(throws: CodesignFailure.self) { _ = try LoaderField(program.descriptor).set(folder.path + "/none") }
        #expect(try Data(contentsOf: URL(fileURLWithPath: program.path)) == program.bytes)
    }

    /// The smallest static program that says with which status it ends, built by the compiler of the machine.
    private func staticProgram(_ options: [String]) throws -> (path: String, descriptor: CInt, bytes: Data) {
        let path = folder.path + "/static"
        let compiler = Process()
        compiler.executableURL = URL(fileURLWithPath: "/usr/bin/gcc")
        compiler.arguments = options + ["-x", "c", "-", "-o", path]
        let source = Pipe()
        compiler.standardInput = source
        try compiler.run()
        source.fileHandleForWriting.write(
            Data(
                "#include <sys/auxv.h>\nint main(void) { return (int)getauxval(AT_SECURE) * 16 + (getauxval(AT_BASE) == 0); }"
                    .utf8))
        try source.fileHandleForWriting.close()
        compiler.waitUntilExit()
        try #require(compiler.terminationStatus == 0)
        let descriptor = unsafe open(path, O_RDWR | O_CLOEXEC)
        try #require(descriptor >= 0)
        return (path, descriptor, try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func status(of path: String) throws -> Int32 {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        try process.run()
        process.waitUntilExit()
        return process.terminationStatus
    }

    @Test(arguments: ["-static", "-static-pie"]) func `a static program is entered by the loader as for more rights`(
        linking: String
    ) throws {
        let program = try staticProgram([linking])
        #expect(ProgramStart(program.descriptor)?.interpreter == nil)
        #expect(try LoaderField(program.descriptor).set(SecureLoader.standard.path) == .set)
        let start = try #require(ProgramStart(program.descriptor))
        #expect(start.interpreter == SecureLoader.standard.path)
        #expect(start.ownInterpreter == nil)
        let copy = folder.path + "/written"
        try WrittenProgram.copy(program.path, to: copy)
        #expect(try status(of: copy) == 2 * 16 + 1)
        try LoaderField(program.descriptor).remove()
        #expect(try Data(contentsOf: URL(fileURLWithPath: program.path)) == program.bytes)
        close(program.descriptor)
        #expect(try status(of: program.path) == 1)
    }

    @Test func `a static program without a note has no room for a loader, and stays`() throws {
        let program = try staticProgram(["-static"])
        defer { close(program.descriptor) }
        let notes = try #require(ProgramHeaders(program.descriptor)).segments.filter { $0.kind == ProgramHeaders.note }
        #expect(!notes.isEmpty)
        // PT_NULL.
        for note in notes {
            #expect(unsafe pwrite(program.descriptor, [0, 0, 0, 0] as [UInt8], 4, off_t(note.header)) == 4)
        }
        let before = try Data(contentsOf: URL(fileURLWithPath: program.path))
        #expect(throws: CodesignFailure.self) {
            _ = try LoaderField(program.descriptor).set(SecureLoader.standard.path)
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: program.path)) == before)
    }
}
