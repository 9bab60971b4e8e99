// SPDX-License-Identifier: Apache-2.0

import KeychainDaemon
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
        #expect(mappings[0].node == 1234 && mappings[0].device == 0xfd01 && mappings[0].changedBytes == 12288)
        #expect(mappings[1].node == 0 && mappings[1].isWritable && mappings[1].path.isEmpty)
        #expect(mappings[2].path == Array("/home/a b/line\nfeed (deleted)".utf8))
        #expect(mappings[2].isDeleted && mappings[2].changedBytes == nil)
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
}
