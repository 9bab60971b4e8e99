// Tests of how long a word of the user counts.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeySecretService

@Suite("What the user has granted")
struct GrantTests {
    private let group = AccessGroup(rawValue: "second.bus")

    /// What ends it.
    enum End: CaseIterable {
        /// The screen, or a command, as the daemon hears of it.
        case event
        case lockOfCollection
        case lockOfService
        /// Seen by the keychain alone, which is unlocked again by now.
        case lockElsewhere
    }

    private func end(_ end: End, _ bench: ServiceBench) throws {
        switch end {
        case .event: bench.policy.forgetManagers()
        case .lockOfCollection:
            _ = try bench.call("Lock", Interface.service, at: Path.service, [.paths([Path.login])], by: .second)
        case .lockOfService: _ = try bench.call("LockService", Interface.service, at: Path.service, by: .second)
        case .lockElsewhere:
            bench.home.keychains["login"]?.state.withLock { $0.era += 1 }
            bench.service.woken()
        }
    }

    @Test(
        "It ends with a lock, also if the keychain has no password, and whether for once or for a while",
        arguments: End.allCases, [BusQuestionReason.managed, .moved])
    func ending(_ end: End, _ reason: BusQuestionReason) throws {
        let bench = ServiceBench()
        bench.policy.accesses["first"] = [group: .askable(reason)]
        let item = try bench.create("foreign", ["a": "1"], secret: [8], by: .second)
        bench.service.woken()
        _ = try bench.search(["a": "1"])
        for _ in 0..<2 {
            let answer = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([item])], by: .first)
            _ = try bench.complete(#require(answer[1].objectPath), saying: .confirmed(password: nil))
            #expect(try bench.get("Locked", Interface.item, at: item).flag == false)
            bench.service.woken()
            #expect(try bench.get("Locked", Interface.item, at: item).flag == false, "nothing has happened")
            try self.end(end, bench)
            #expect(try bench.get("Locked", Interface.item, at: item).flag == true)
        }
    }

    @Test("A program that locks nothing without end takes no more from others after a while")
    func idleLocks() throws {
        let bench = ServiceBench()
        bench.policy.accesses["first"] = [group: .askable(.managed)]
        let item = try bench.create("foreign", ["a": "1"], secret: [8], by: .second)
        func lockNothing() throws {
            let paths = (0..<100).map { Path.session + "/\($0)" } + [Path.session]
            _ = try bench.call("Lock", Interface.service, at: Path.service, [.paths(paths)], by: .second)
        }
        for _ in 0..<6 { try lockNothing() }
        #expect(bench.policy.timesForgotten == 6, "once a call")
        let answer = try bench.call("Unlock", Interface.service, at: Path.service, [.paths([item])], by: .first)
        _ = try bench.complete(#require(answer[1].objectPath), saying: .confirmed(password: nil))
        try lockNothing()
        #expect(try bench.get("Locked", Interface.item, at: item).flag == false)
        bench.pass(60_000)
        try lockNothing()
        #expect(try bench.get("Locked", Interface.item, at: item).flag == true)
    }
}
