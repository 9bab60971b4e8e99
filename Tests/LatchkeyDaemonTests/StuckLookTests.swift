// Looks at a process that the kernel keeps, and the turns of the requests that wait for them.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyDaemon
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Synchronization
import Testing

/// Looks that do not end until they are let go, as those at a process whose memory is a file of a file system that does
/// not answer.
private final class KeptLooks: PeerIdentifying {
    private let everybody = OneIdentity()
    /// Looks that are to be kept, and those that are.
    private let counts = Mutex((toKeep: 0, kept: 0))
    private let isOver = Atomic(false)
    /// Milliseconds that every look takes.
    private let delay = Atomic<UInt32>(0)

    var kept: Int { counts.withLock { $0.kept } }
    func keep(_ count: Int) { counts.withLock { $0.toKeep = count } }
    func slowDown(to milliseconds: UInt32) { delay.store(milliseconds, ordering: .sequentiallyConsistent) }
    func letGo() { isOver.store(true, ordering: .sequentiallyConsistent) }

    func identity(of executable: PeerExecutable, in process: PeerProcess) throws(KeychainError) -> PeerIdentity {
        try everybody.identity(of: executable, in: process)
    }

    func execution(of process: PeerProcess) -> UInt64? {
        let isKept = counts.withLock { counts in
            guard counts.toKeep > 0 else { return false }
            counts.toKeep -= 1
            counts.kept += 1
            return true
        }
        usleep(1000 * delay.load(ordering: .sequentiallyConsistent))
        while isKept, !isOver.load(ordering: .sequentiallyConsistent) { usleep(1000) }
        return nil
    }

    func reload() {}
}

@Suite struct StuckLookTests {
    private let home: TemporaryHome
    private var client: KeychainClient {
        KeychainClient(
            configuration: ClientConfiguration(home: home.path, socket: home.path + "/s"), identity: .program)
    }

    init() throws { home = try TemporaryHome() }

    @Test func `looks that do not end keep no turns to write, and their requests are done when they do`() throws {
        var limits = DaemonLimits()
        limits.writing = .ofOneUser(2)
        // Those of one process.
        limits.workersOfProcess = 6
        let looks = KeptLooks()
        let daemon = try OwnDaemon(at: home.path + "/s", home: home.path, limits, identifier: looks)
        try client.add("first")
        // The loop looks at who connects, too: they have done so before.
        let connected = ["second", "third"].map { (name: $0, client: client) }
        for one in connected { _ = try one.client.status() }
        looks.keep(2)
        let stuck = connected.map { one in startThread { _ = try one.client.add(one.name) } }
        try startThread { while looks.kept < 2 { usleep(1000) } }.wait(seconds: 60)
        // All turns are had by calls that are looked at.
        try startThread { [client] in _ = try client.add("fourth") }.wait(seconds: 60)
        #expect(looks.kept == 2)
        looks.letGo()
        for thread in stuck { try thread.wait(seconds: 60) }
        for name in ["first", "second", "third", "fourth"] { #expect(try client.secret(of: name) == "secret") }
        withExtendedLifetime(daemon) {}
    }

    @Test func `requests of whom each look takes longer than a turn waits are answered`() throws {
        var limits = DaemonLimits()
        limits.writing = .ofOneUser(1)
        limits.workersOfProcess = 6
        let looks = KeptLooks()
        let daemon = try OwnDaemon(at: home.path + "/s", home: home.path, limits, identifier: looks)
        try client.add("first")
        let names = (2...5).map { "item \($0)" }
        let connected = names.map { (name: $0, client: client) }
        for one in connected { _ = try one.client.status() }
        looks.slowDown(to: UInt32(HeldTurn.firstPatience) + 300)
        let threads = connected.map { one in startThread { _ = try one.client.add(one.name) } }
        for thread in threads { try thread.wait(seconds: 60) }
        looks.slowDown(to: 0)
        for name in names { #expect(try client.secret(of: name) == "secret") }
        withExtendedLifetime(daemon) {}
    }
}
