// A program, and the owner of items.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
import LatchkeyPlatform

/// What a decision is about.
package struct BusPair: Hashable, Sendable {
    /// As ``BusPrincipal/program`` has it.
    package let program: String
    package let group: AccessGroup

    package init(_ program: String, _ group: AccessGroup) {
        self.program = program
        self.group = group
    }

    init(_ principal: BusPrincipal, _ group: AccessGroup) { self.init(principal.program, group) }

    package static func == (lhs: BusPair, rhs: BusPair) -> Bool {
        lhs.group == rhs.group && lhs.program.hasSameBytes(as: rhs.program)
    }

    package func hash(into hasher: inout Hasher) {
        program.hashBytes(into: &hasher)
        hasher.combine(group)
    }

    func precedes(_ other: BusPair) -> Bool {
        program.hasSameBytes(as: other.program)
            ? group.rawValue.utf8.lexicographicallyPrecedes(other.group.rawValue.utf8)
            : program.utf8.lexicographicallyPrecedes(other.program.utf8)
    }
}
