// What the user decides with a command about programs on the bus.
// SPDX-License-Identifier: Apache-2.0

package struct BusChoice: Hashable, Sendable {
    package enum Verdict: UInt8, Hashable, Sendable, CaseIterable {
        case allow = 1
        case deny = 2
        /// What was decided before counts no more.
        case forget = 3
    }

    package let verdict: Verdict
    /// A path, a name as the report has it, or the identifier of a Flatpak.
    package let program: String
    package let owner: String

    package init(_ verdict: Verdict, program: String, owner: String) {
        self.verdict = verdict
        self.program = program
        self.owner = owner
    }
}
