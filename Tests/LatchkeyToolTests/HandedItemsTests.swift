// What a command that moves items remembers of them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyTool
import Testing

@Suite struct HandedItemsTests {
    private let reference = PersistentReference(itemClass: .genericPassword, identifier: .random())

    private func item(changedAt seconds: Double, _ reference: PersistentReference? = nil) -> MovedItem {
        MovedItem(
            reference: reference ?? self.reference, attributes: [.modificationDate: .date(seconds)],
            accessControl: AccessControl(protection: .ak, flags: nil), secret: nil)
    }

    @Test func `an item that this run has handed over is there, although nobody compares it`() {
        var handed = HandedItems()
        #expect(handed.settled(.notCompared, of: item(changedAt: 7)) == .notCompared)
        handed.note(item(changedAt: 7))
        handed.note(item(changedAt: 7))
        #expect(handed.count == 1)
        #expect(handed.settled(.notCompared, of: item(changedAt: 7)) == .present)
        let other = PersistentReference(itemClass: .genericPassword, identifier: .random())
        #expect(handed.settled(.notCompared, of: item(changedAt: 7, other)) == .notCompared)
    }

    @Test func `one that was changed in the home since is a conflict`() {
        var handed = HandedItems()
        handed.note(item(changedAt: 7))
        #expect(handed.settled(.notCompared, of: item(changedAt: 8)) == .conflict)
    }

    @Test func `what the daemon says for certain counts`() {
        var handed = HandedItems()
        handed.note(item(changedAt: 7))
        for outcome in AdoptionOutcome.allCases where outcome != .notCompared {
            #expect(handed.settled(outcome, of: item(changedAt: 7)) == outcome)
        }
    }
}
