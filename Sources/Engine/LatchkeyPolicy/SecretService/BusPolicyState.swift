// What the policy of one user's bus knows: its configuration, what was decided, and what happened.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import Synchronization

/// The thread of the bus decides by it, and others show and change it.
package final class BusPolicyState: Sendable {
    package struct Contents: Sendable {
        package var configuration = BusConfiguration.builtIn
        package var decisions = BusDecisions()
        package var record = BusRecord()
        var memory = Memory()
        /// How often each has changed, so that whoever keeps them knows when to.
        package fileprivate(set) var changesOfDecisions: UInt64 = 0
        package fileprivate(set) var changesOfRecord: UInt64 = 0
        /// Whether something was decided for which there was no room: it is not kept.
        package fileprivate(set) var lacksRoom = false

        package init() {}
    }

    /// What is gone when the daemon ends.
    struct Memory: Sendable {
        /// Searches that have named items which the user may be asked about.
        var searched = RecentTimes<BusPair>(capacity: 4096)
        var asked = RecentTimes<BusPair>(capacity: 4096)
        var refused = RecentTimes<BusPair>(capacity: 4096)
        /// Managers that may see what there is, by program and file.
        var managers: Set<[String]> = []
        /// How often the user has locked, or was away.
        var epoch: UInt64 = 0
        /// When a manager was last permitted the secrets of a group.
        var leases = RecentTimes<BusPair>(capacity: 4096)
    }

    private let contents: Mutex<Contents>

    package init(_ contents: consuming Contents = Contents()) { self.contents = Mutex(contents) }

    package func withLock<Result: Sendable>(_ body: (inout Contents) -> Result) -> Result {
        contents.withLock { body(&$0) }
    }

    package var configuration: BusConfiguration { contents.withLock { $0.configuration } }

    package func use(_ configuration: BusConfiguration) { contents.withLock { $0.configuration = configuration } }
}

extension BusPolicyState.Contents {
    package init(_ configuration: BusConfiguration, _ decisions: BusDecisions, _ record: BusRecord) {
        self.init()
        self.configuration = configuration
        self.decisions = decisions
        self.record = record
    }

    /// - Returns: false if there is no room for another one.
    package mutating func decide(_ verdict: BusDecisions.Verdict, for pair: BusPair) -> Bool {
        memory.refused.forget(pair)
        memory.leases.forget(pair)
        guard decisions.verdicts[pair] != verdict else { return true }
        guard decisions.keep(verdict, for: pair) else {
            lacksRoom = true
            return false
        }
        changesOfDecisions += 1
        return true
    }

    /// What was decided counts no more, nor that the user has refused a moment ago.
    package mutating func forget(_ pair: BusPair) {
        memory.refused.forget(pair)
        guard decisions.verdicts[pair] != nil else { return }
        lacksRoom = false
        decisions.forget(pair)
        changesOfDecisions += 1
    }

    package mutating func add(_ event: BusEvent, at seconds: UInt64) {
        record.add(event, at: seconds)
        changesOfRecord += 1
    }
}
