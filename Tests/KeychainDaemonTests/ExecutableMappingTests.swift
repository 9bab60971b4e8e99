// SPDX-License-Identifier: Apache-2.0

import Glibc
@testable import KeychainDaemon
import TestSupport
import Testing

@Suite("What a process can execute")
struct ExecutableMappingTests {
    /// Made by a kernel 6.1, and shortened.
    private static let smaps = """
        55d0c4a00000-55d0c4a01000 r--p 00000000 fd:01 1234                       /usr/bin/program
        Size:                  4 kB
        Anonymous:             0 kB
        VmFlags: rd mr mw me
        55d0c4a01000-55d0c4a02000 r-xp 00001000 fd:01 1234                       /usr/bin/program
        Size:                  4 kB
        Anonymous:             8 kB
        Swap:                  4 kB
        SwapPss:               4 kB
        7f0000000000-7f0000001000 rwxp 00000000 00:00 0 \n\
        Size:                  4 kB
        Anonymous:             4 kB
        7f0000002000-7f0000003000 r-xp 00000000 103:10305 77                     /home/a b/line\\012feed (deleted)
        7ffe00000000-7ffe00001000 r-xp 00000000 00:00 0                          [vdso]
        Anonymous:             0 kB
        """

    @Test("only what can be executed is listed, with its file and what was changed in memory")
    func readsMappings() throws {
        let mappings = try #require(ExecutableMapping.mappings(inSmaps: Array(Self.smaps.utf8)))
        #expect(mappings.count == 4)
        #expect(mappings[0].path == Array("/usr/bin/program".utf8))
        #expect(mappings[0].node == 1234 && mappings[0].device == 0xfd01 && mappings[0].isChanged == true)
        #expect(mappings[1].node == 0 && mappings[1].isWritable && mappings[1].path.isEmpty)
        #expect(mappings[2].path == Array("/home/a b/line\nfeed (deleted)".utf8))
        #expect(mappings[2].isDeleted && mappings[2].isChanged == nil)
        // Major 0x103 and minor 0x10305, as the C library puts them into one number.
        #expect(mappings[2].device == 0x1031_0305)
        #expect(mappings[3].isOfKernel)
    }

    @Test(
        "what is no list of mappings is refused as a whole",
        arguments: [
            "Size: 4 kB", "7f00-7f01", "7f00-7f01 r-xp 0 fd:01 12x /a", "7f00-7f01 r-xp 0 fd01 12 /a",
            "7f00-7f01 r-x 0 fd:01 12 /a", "7f00-7f01 r-xp 0 fd:01 12 /a\nAnonymous: many kB",
        ])
    func refusesOtherText(_ text: String) {
        #expect(ExecutableMapping.mappings(inSmaps: Array(text.utf8)) == nil)
    }

    @Test("the kernel answers for each mapping what it lists: its file, and whether it was written")
    func answersAgree() throws {
        let folder = try TemporaryHome()
        let path = "\(folder.path)/two\nlines"
        let size = Int(getpagesize())
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        try #require(ftruncate(file, size) == 0)
        // Read, written, and left as it can be written: as libraries, hooks and code generators do.
        for (writes, protection) in [(false, PROT_EXEC), (true, PROT_EXEC), (false, PROT_WRITE | PROT_EXEC)] {
            guard let page = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0),
                unsafe page != MAP_FAILED
            else {
                Issue.record("a page cannot be mapped")
                return
            }
            let first = unsafe page.load(as: UInt8.self)
            if writes { unsafe page.storeBytes(of: first + 1, as: UInt8.self) }
            let status = unsafe mprotect(page, size, PROT_READ | protection)
            try #require(status == 0)
        }
        // The pages stay mapped: other tests run beside this one, and none looks for them.
        let list = try #require(ProcessFile.contents("smaps", of: getpid(), atMost: 1 << 26))
        let listed = try #require(ExecutableMapping.mappings(inSmaps: list)).filter { $0.path == Array(path.utf8) }
        #expect(Set(listed.map(\.isChanged)) == [true, false] && listed.count == 3)
        switch ExecutableMapping.mappings(of: getpid()) {
        case .mappings(let answered): #expect(answered.filter { $0.path == Array(path.utf8) } == listed)
        case .unsupported: break  // Linux before 6.11 has the list only.
        case .refused: Issue.record("the kernel does not answer for this process itself")
        }
    }

    @Test("nothing is said of a process that is not there")
    func refusesNobody() {
        #expect(ExecutableMapping.mappings(of: 0) == .refused)
    }
}
