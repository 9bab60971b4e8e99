// Who can put another program in the place of one.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyDaemon
import LatchkeyTestSupport
import Testing

@Suite struct ReplaceableProgramTests {
    @Test func `a program is replaced by whoever can write it, or a folder on the way to it`() throws {
        let home = try TemporaryHome()
        let path = home.path + "/program"
        close(unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o755))
        let file = try #require(PeerExecutable.File(atPath: path.utf8CString.map(\.self)))
        let program = PeerExecutable(path: Array(path.utf8), file: file)
        let stranger = getuid() + 1
        func isReplaceable(file: mode_t, folder: mode_t) -> Bool {
            unsafe chmod(path, file)
            unsafe chmod(home.path, folder)
            return program.isReplaceable(by: stranger)
        }
        #expect(!isReplaceable(file: 0o755, folder: 0o755))
        #expect(isReplaceable(file: 0o757, folder: 0o755))
        #expect(isReplaceable(file: 0o755, folder: 0o775))
        #expect(!isReplaceable(file: 0o755, folder: 0o1777), "nobody takes another's file out of such a folder")
        #expect(isReplaceable(file: 0o757, folder: 0o1777))
        unsafe unlink(path)
        #expect(program.isReplaceable(by: stranger), "a file that has gone")
        #expect(!program.isReplaceable(by: 0))
    }
}
