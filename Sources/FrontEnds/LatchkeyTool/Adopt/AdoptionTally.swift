// The numbers of an adoption.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

package struct AdoptionTally: Hashable, Sendable {
    private var outcomes: [AdoptionOutcome: Int] = [:]
    private var staying: [StayReason: Int] = [:]

    package init() {}

    package mutating func add(_ outcome: AdoptionOutcome) { outcomes[outcome, default: 0] += 1 }
    package mutating func add(_ reasons: [StayReason: Int]) { staying.merge(reasons, uniquingKeysWith: +) }

    package subscript(outcome: AdoptionOutcome) -> Int { outcomes[outcome] ?? 0 }
    package subscript(reason: StayReason) -> Int { staying[reason] ?? 0 }

    /// Items that were looked at, without marks of deleted ones.
    package var all: Int {
        outcomes.values.reduce(0, +) + staying.reduce(0) { $0 + ($1.key == .deleted ? 0 : $1.value) }
    }

    /// Those of them that are in the tables of items.
    package var rows: Int { all - self[.quarantined] }

    /// Items that the daemon has.
    package var moved: Int { self[.taken] + self[.present] }

    /// Items that stay in the old file.
    package var left: Int { all - moved }

    /// One sentence for each reason why something stays.
    package var reasons: [String] {
        func line(_ count: Int, _ text: String) -> String? { count == 0 ? nil : "\(count) \(text)" }
        return [
            line(
                self[.conflict],
                "of them have the name of another item there, of one that was deleted there or does not open, or what the daemon has is not the same: what it has stays"
            ),
            line(
                self[.notCompared],
                "of them seem to be there already, and without the password of the login keychain nobody compares them"
            ),
            line(
                self[.needsPassword],
                "of them only the password of the login keychain lets in: items that programs share by a password store of the desktop, that lock later than others, or that go to other devices"
            ),
            line(
                self[.ofLoginKeychain],
                "of them are shared over the session bus, which is done in the login keychain alone: no other one takes them"
            ),
            line(self[.refused], "of them are of a kind that no keychain keeps"),
            line(self[.underPassword], "of them are under a password of their program, which has to store them anew"),
            line(self[.damaged], "of them are damaged; `LATCHKEY_SOCKET=none latchkey doctor` says more"),
            line(
                self[.quarantined],
                "of them are in quarantine, since they did not open; `LATCHKEY_SOCKET=none latchkey doctor` puts back what opens again, or gives it up"
            ),
            line(self[.ofNewerVersion], "of them were written by a newer version of Latchkey"),
            line(self[.tooLong], "of them are too long for a request"),
        ].compactMap(\.self)
    }
}
