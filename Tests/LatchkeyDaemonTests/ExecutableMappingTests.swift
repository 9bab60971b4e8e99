// SPDX-License-Identifier: Apache-2.0

import Glibc
@testable import LatchkeyDaemon
import LatchkeyTestSupport
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

    @Test("as whom a process runs is read from a line that is whole")
    func readsUsers() {
        let text = "Name:\tUid: 0\nUid:\t1000\t1001\t1002\t1003\nGid:\t5\n"
        let users = ["1000", "1001", "1002", "1003"]
        #expect(ProcessFile.users(inBeginning: Array(text.utf8)[...]) == users)
        for count in 0..<text.utf8.count {
            let read = ProcessFile.users(inBeginning: Array(text.utf8.prefix(count))[...])
            #expect(read == nil || read == users)
        }
    }

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

    @Test("the list says which mappings were written")
    func listTellsChanges() throws {
        let folder = try TemporaryHome()
        let path = "\(folder.path)/two\nlines"
        let size = Int(getpagesize())
        let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        try #require(ftruncate(file, size) == 0)
        // Read, and written: as libraries are, and by hooks.
        for writes in [false, true] {
            guard let page = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 0),
                unsafe page != MAP_FAILED
            else {
                Issue.record("a page cannot be mapped")
                return
            }
            let first = unsafe page.load(as: UInt8.self)
            if writes { unsafe page.storeBytes(of: first + 1, as: UInt8.self) }
            let status = unsafe mprotect(page, size, PROT_READ | PROT_EXEC)
            try #require(status == 0)
        }
        // The pages stay mapped: other tests run beside this one, and none looks for them.
        let list = try #require(ProcessFile.contents("smaps", of: getpid(), atMost: 1 << 26))
        let listed = try #require(ExecutableMapping.mappings(inSmaps: list)).filter { $0.path == Array(path.utf8) }
        #expect(Set(listed.map(\.isChanged)) == [true, false] && listed.count == 2)
        #expect(ExecutableMapping.mappings(of: getpid()) == .undecided, "the list has to say")
    }

    @Test("the kernel answers for each mapping of an unchanged process what it lists")
    func answersAgree() throws {
        let sleeper = try Sleeper()
        defer { sleeper.end() }
        let list = try #require(ProcessFile.contents("smaps", of: sleeper.process, atMost: 1 << 26))
        // A page that is in every process and in no list of its mappings.
        let listed = try #require(ExecutableMapping.mappings(inSmaps: list))
            .filter { $0.path != Array("[vsyscall]".utf8) }
        #expect(listed.count >= 3 && listed.allSatisfy { $0.isChanged == false })
        switch ExecutableMapping.mappings(of: sleeper.process) {
        case .unchanged(let answered): #expect(answered == listed)
        // Linux before 6.11 has the list only.
        case .undecided: break
        case .refused: Issue.record("the kernel does not answer for a process of this user")
        }
    }

    @Test("nothing is said of a process that is not there")
    func refusesNobody() {
        #expect(ExecutableMapping.mappings(of: 0) == .refused)
    }
}

/// A process that does nothing.
private struct Sleeper {
    let process: pid_t

    init() throws {
        var process: pid_t = 0
        let words: [UnsafeMutablePointer<CChar>?] = unsafe [strdup("/bin/sleep"), strdup("60"), nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        let status = unsafe posix_spawn(&process, "/bin/sleep", nil, nil, words, nil)
        try #require(status == 0)
        self.process = process
        // Until it waits, it loads.
        let call = { ProcessFile.contents("syscall", of: process, atMost: 1 << 10) ?? [] }
        for _ in 0..<500 where !call().starts(with: Self.sleeping) { usleep(10_000) }
    }

    /// The number of `clock_nanosleep`.
    #if arch(x86_64)
        private static let sleeping = Array("230 ".utf8)
    #else
        private static let sleeping = Array("115 ".utf8)
    #endif

    func end() {
        kill(process, SIGKILL)
        waitpid(process, nil, 0)
    }
}
