// What the user is told about programs on the bus.
// SPDX-License-Identifier: Apache-2.0

/// It holds no label, no attribute and no secret.
package struct BusReport: Hashable, Sendable {
    package struct Decision: Hashable, Sendable {
        package let program: String
        package let owner: String
        package let isAllowed: Bool

        package init(program: String, owner: String, isAllowed: Bool) {
            self.program = program
            self.owner = owner
            self.isAllowed = isAllowed
        }
    }

    package struct Event: Hashable, Sendable {
        package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
            /// An item of another program was given out.
            case read = 1
            case refused = 2
            /// The user was asked.
            case asked = 3
        }

        package let kind: Kind
        package let program: String
        /// Of the program's file.
        package let path: String
        package let owner: String
        package let count: UInt64
        /// Seconds since 1970-01-01 UTC.
        package let first: UInt64
        package let last: UInt64

        package init(
            _ kind: Kind, program: String, path: String, owner: String, count: UInt64, first: UInt64, last: UInt64
        ) {
            self.kind = kind
            self.program = program
            self.path = path
            self.owner = owner
            self.count = count
            self.first = first
            self.last = last
        }
    }

    package let mode: BusMode
    /// False for the daemon of one user, whatever the mode.
    package let isDaemonOfSystem: Bool
    /// Why files of the configuration are not used.
    package let problems: [String]
    package let decisions: [Decision]
    /// The newest first.
    package let events: [Event]

    package init(
        mode: BusMode, isDaemonOfSystem: Bool, problems: [String], decisions: [Decision], events: [Event]
    ) {
        self.mode = mode
        self.isDaemonOfSystem = isDaemonOfSystem
        self.problems = problems
        self.decisions = decisions
        self.events = events
    }

    package var keepsProgramsApart: Bool { isDaemonOfSystem && mode == .enforce }
}
