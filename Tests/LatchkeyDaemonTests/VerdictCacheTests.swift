// What is remembered of a file that runs, and for whom.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeySignature
import LatchkeyTestSupport
import Testing

@testable import LatchkeyDaemon

@Suite struct VerdictCacheTests {
    /// The same facts with other bytes behind them, as XFS brings them about for whoever can write two files of one
    /// size.
    @Test(arguments: [(0o644, geteuid() == 0), (0o666, false)] as [(mode_t, Bool)])
    func `what was found of a file that others than root can write holds for one exec`(
        mode: mode_t, isForAll: Bool
    ) throws {
        let home = try TemporaryHome()
        let file = unsafe open(home.path + "/program", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        let other = unsafe open(home.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { for descriptor in [file, other] { close(descriptor) } }
        try #require(file >= 0 && other >= 0)
        fchmod(file, mode)
        let mounts = try #require(MountTable(of: getpid()))
        let facts = try #require(FileFacts(file, mounts: mounts))
        let own = try #require(PeerProcess(numbered: getpid())?.name)
        let (first, second) = (
            VerdictCache.Run(process: own, execution: 1), VerdictCache.Run(process: own, execution: 2)
        )
        let cache = VerdictCache(now: { VerdictCache.clock() + 10 })
        let unsigned = try cache.signature(of: file, facts, in: first)
        let again = try cache.signature(of: other, facts, in: first)
        let elsewhere = try cache.signature(of: other, facts, in: second)
        let untold = try cache.signature(of: other, facts, in: nil)
        #expect(isRefusal(unsigned, .unsigned))
        // If anybody may have brought the file system, nothing is remembered.
        #expect(isRefusal(again, facts.isOwnerTrusted ? .unsigned : .notAFile))
        #expect(isRefusal(elsewhere, isForAll && facts.isOwnerTrusted ? .unsigned : .notAFile))
        #expect(isRefusal(untold, isForAll && facts.isOwnerTrusted ? .unsigned : .notAFile))
    }

    private func isRefusal(_ verdict: SignatureVerdict, _ expected: SignatureProblem) -> Bool {
        guard case .refused(let problem) = verdict else { return false }
        return problem == expected
    }
}
