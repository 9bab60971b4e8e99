// Which program was last known by an access group, for the words of a question.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel
import Synchronization

/// An item names its owner by a group alone. Here is whom the daemon has seen with that group since it started; it decides nothing.
final class KnownPrograms: Sendable {
    private struct Key: Hashable {
        let user: UInt32
        let group: AccessGroup
    }

    private let programs = Mutex<[Key: IdentityReport]>([:])
    /// Beyond that all are forgotten.
    private static let largestCount = 4096

    /// Takes note of a program that connected, by the group that its new items go to.
    func note(_ report: IdentityReport) {
        guard let group = report.accessGroups.first, group != .token else { return }
        let key = Key(user: report.userID, group: group)
        programs.withLock { programs in
            if programs[key] == nil, programs.count >= Self.largestCount { programs = [:] }
            programs[key] = report
        }
    }

    func program(of group: AccessGroup, user: UInt32) -> IdentityReport? {
        programs.withLock { $0[Key(user: user, group: group)] }
    }
}
