// Which program was last known by an access group, for the words of a question.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// An item names its owner by a group alone. Here is whom the daemon has seen with that group since it started; it
/// decides nothing.
final class KnownPrograms: Sendable {
    private let programs = Mutex<[UInt32: [AccessGroup: IdentityReport]]>([:])
    /// Programs of one user; beyond that all of this user's are forgotten.
    private static let largestCount = 1024

    /// Takes note of a program that connected, by the group that its new items go to.
    func note(_ report: IdentityReport) {
        guard let group = report.accessGroups.first, group != .token else { return }
        programs.withLock { programs in
            var own = programs[report.userID] ?? [:]
            if own[group] == nil, own.count >= Self.largestCount { own = [:] }
            own[group] = report
            programs[report.userID] = own
        }
    }

    func program(of group: AccessGroup, user: UInt32) -> IdentityReport? {
        programs.withLock { $0[user]?[group] }
    }
}
