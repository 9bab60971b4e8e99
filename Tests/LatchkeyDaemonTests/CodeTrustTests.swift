// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyDaemon
@testable import LatchkeySignature
import LatchkeyTestSupport
import Testing

@Suite("Which code a program may have loaded")
struct CodeTrustTests {
    private let folder: TemporaryHome

    init() throws { folder = try TemporaryHome() }

    /// A file of these permissions.
    private func facts(_ name: String, mode: mode_t) throws -> FileFacts {
        let file = unsafe open("\(folder.path)/\(name)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        fchmod(file, mode)
        let mounts = try #require(MountTable(of: getpid()))
        return try #require(FileFacts(file, mounts: mounts))
    }

    private func mapping(
        _ file: FileFacts?, path: String = "/a", isWritable: Bool = false, changed: UInt64? = 0
    ) throws -> ExecutableMapping {
        let device = file?.device ?? 0
        let (major, minor) = (device >> 8 & 0xfff, device & 0xff | device >> 12 & 0xfff00)
        let permissions = isWritable ? "rwxp" : "r-xp"
        var text =
            "1000-2000 \(permissions) 0 \(String(major, radix: 16)):\(String(minor, radix: 16)) \(file?.node ?? 0) \(path)"
        if let changed { text += "\nAnonymous: \(changed / 1024) kB" }
        return try #require(ExecutableMapping.mappings(inSmaps: Array(text.utf8))?.first)
    }

    private func code(entitlements: String = "", team: String = "TEAM123456") throws -> SignedCode {
        let list =
            entitlements.isEmpty
            ? ""
            : "<?xml version=\"1.0\"?><plist version=\"1.0\"><dict><key>\(entitlements)</key><true/></dict></plist>"
        let directory = CodeDirectory(
            identifier: try #require(CodeIdentifier("a")), team: TeamIdentifier(team), entitlements: Array(list.utf8),
            fileSize: 0, digest: Array(repeating: 0, count: 32))
        return try SignedCode(directory, start: nil, validUntil: nil)
    }

    @Test("a file that root has replaced counts for callers of a bus, where root alone put files")
    func replacedFile() throws {
        let program = try facts("program", mode: 0o755)
        let library = try facts("library", mode: 0o755)
        func refusal(
            _ path: String, takesReplaced: Bool = true, wasRoots: Bool = true, changed: UInt64? = 0
        ) throws -> CodeTrust.Refusal? {
            CodeTrust(program: program, signed: nil, takesReplaced: takesReplaced).refusal(
                of: try mapping(library, path: path, changed: changed), file: { nil }, team: { nil },
                wasRoots: { wasRoots })
        }
        #expect(try refusal("/usr/lib/a.so (deleted)") == nil)
        #expect(try refusal("/usr/lib/a.so (deleted)", takesReplaced: false) == .deletedFile)
        #expect(try refusal("/usr/lib/a.so (deleted)", wasRoots: false) == .deletedFile)
        #expect(try refusal("/home/a/a.so (deleted)") == .deletedFile)
        #expect(try refusal("/usr/lib/a.so (deleted)", changed: 4096) == .changedCode)
        #expect(try refusal("/usr/lib/a.so (deleted)", changed: nil) == .changedCode)
        #expect(try refusal("/usr/lib/a.so") == .anotherFile)
    }

    @Test("an unsigned program may have what nobody else could write, and nothing that anybody could")
    func unsignedProgram() throws {
        let program = try facts("program", mode: 0o755)
        let trust = CodeTrust(program: program, signed: nil)
        func refusal(_ file: FileFacts) throws -> CodeTrust.Refusal? {
            trust.refusal(of: try mapping(file), file: { file }, team: { nil })
        }
        #expect(try refusal(program) == nil)
        #expect(try refusal(try facts("library", mode: 0o755)) == nil)
        #expect(try refusal(try facts("open", mode: 0o777)) == .foreignFile)
        #expect(try facts("group", mode: 0o775).isWrittenByNobodyBut(writersOf: program) == false)
        // Who may write the program may write its library, too.
        let loose = try facts("loose", mode: 0o757)
        #expect(try facts("open", mode: 0o777).isWrittenByNobodyBut(writersOf: loose))
        // What root has among the data of the machine may be a user's.
        let data = try facts("data", mode: 0o755)
        let mapped = try mapping(data, path: "/var/lib/icons/person")
        #expect((trust.refusal(of: mapped, file: { data }, team: { nil }) == .foreignFile) == (getuid() == 0))
    }

    @Test(
        "a signed program may have no library that its user can write, whoever signed it", .enabled(if: getuid() != 0)
    )
    func usersLibrary() throws {
        let library = try facts("library", mode: 0o755)
        let trust = CodeTrust(program: try facts("program", mode: 0o755), signed: try code())
        let team = TeamIdentifier("TEAM123456")
        #expect(trust.refusal(of: try mapping(library), file: { library }, team: { team }) == .foreignFile)
    }

    @Test("a signed program may have what its team signed, and nothing of another team", .enabled(if: getuid() == 0))
    func signedProgram() throws {
        let program = try facts("program", mode: 0o755)
        let library = try facts("library", mode: 0o755)
        let trust = CodeTrust(program: program, signed: try code())
        let mapped = try mapping(library, path: "/tmp/library")
        #expect(trust.refusal(of: mapped, file: { library }, team: { TeamIdentifier("TEAM123456") }) == nil)
        #expect(trust.refusal(of: mapped, file: { library }, team: { TeamIdentifier("OTHERTEAM1") }) == .foreignFile)
        #expect(trust.refusal(of: mapped, file: { library }, team: { nil }) == .foreignFile)
        // What root has where the system keeps its code needs no signature.
        #expect(trust.refusal(of: try mapping(library, path: "/usr/lib/a"), file: { library }, team: { nil }) == nil)
        let open = try facts("open", mode: 0o777)
        let opened = try mapping(open, path: "/usr/lib/a")
        #expect(trust.refusal(of: opened, file: { open }, team: { TeamIdentifier("TEAM123456") }) == .foreignFile)
        let tolerant = CodeTrust(
            program: program, signed: try code(entitlements: "com.apple.security.cs.disable-library-validation"))
        #expect(tolerant.refusal(of: mapped, file: { library }, team: { nil }) == nil)
    }

    @Test(
        "memory that comes from no file is for unsigned programs, and for signed ones that say so, and not for the tools"
    )
    func memory() throws {
        let program = try facts("program", mode: 0o755)
        let plain = CodeTrust(program: program, signed: nil)
        let tool = CodeTrust(program: program, signed: nil, isTool: true)
        let signed = CodeTrust(program: program, signed: try code())
        let making = CodeTrust(program: program, signed: try code(entitlements: "com.apple.security.cs.allow-jit"))
        let memory: [(ExecutableMapping, CodeTrust.Refusal)] = [
            (try mapping(nil, path: ""), .memory), (try mapping(nil, path: "", isWritable: true), .writableCode),
            (try mapping(program, path: "/memfd:code (deleted)"), .memory),
        ]
        for (mapping, expected) in memory {
            #expect(tool.refusal(of: mapping, file: { program }, team: { nil }) == expected)
            #expect(signed.refusal(of: mapping, file: { program }, team: { nil }) == expected)
            let ofPlain: CodeTrust.Refusal? = mapping.isMemoryFile ? .memory : nil
            #expect(plain.refusal(of: mapping, file: { program }, team: { nil }) == ofPlain)
            #expect(making.refusal(of: mapping, file: { program }, team: { nil }) == nil)
        }
        let files: [(ExecutableMapping, CodeTrust.Refusal)] = [
            (try mapping(program, changed: 4096), .changedCode), (try mapping(program, changed: nil), .changedCode),
            (try mapping(program, isWritable: true), .writableCode),
        ]
        // Nobody may change the code of files.
        for (mapping, expected) in files {
            #expect(plain.refusal(of: mapping, file: { program }, team: { nil }) == expected)
            #expect(making.refusal(of: mapping, file: { program }, team: { nil }) == expected)
        }
        let kernel = try mapping(nil, path: "[vdso]")
        #expect(plain.refusal(of: kernel, file: { nil }, team: { nil }) == nil)
        let hooked = try mapping(nil, path: "[vdso]", changed: 4096)
        #expect(tool.refusal(of: hooked, file: { nil }, team: { nil }) == .memory)
    }

    @Test("a file that is gone, or that another one has replaced, is nobody's")
    func missingFile() throws {
        let program = try facts("program", mode: 0o755)
        let other = try facts("other", mode: 0o755)
        let trust = CodeTrust(program: program, signed: nil)
        #expect(
            trust.refusal(of: try mapping(program, path: "/a (deleted)"), file: { program }, team: { nil })
                == .deletedFile)
        #expect(trust.refusal(of: try mapping(program), file: { nil }, team: { nil }) == .anotherFile)
        #expect(trust.refusal(of: try mapping(program), file: { other }, team: { nil }) == .anotherFile)
    }
}
