// The numbers that `latchkey adopt` shows.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyTool
import Testing

@Suite struct AdoptionTallyTests {
    @Test func `every item is either there or stays, and marks of deleted ones count as neither`() {
        var tally = AdoptionTally()
        for outcome in AdoptionOutcome.allCases { tally.add(outcome) }
        tally.add(.taken)
        tally.add([.damaged: 2, .deleted: 5])
        tally.add([.damaged: 1, .tooLong: 1, .quarantined: 1])
        #expect(tally.all == 13 && tally.rows == 12 && tally.moved == 3 && tally.left == 10)
        #expect(tally[.damaged] == 3 && tally[.deleted] == 5 && tally[.underPassword] == 0)
    }

    @Test func `each reason why something stays has its line`() {
        for outcome in AdoptionOutcome.allCases {
            var tally = AdoptionTally()
            tally.add(outcome)
            let isLeft = outcome != .taken && outcome != .present
            #expect(tally.reasons.count == (isLeft ? 1 : 0))
        }
        for reason in StayReason.allCases {
            var tally = AdoptionTally()
            tally.add([reason: 3])
            #expect(tally.reasons.map { $0.hasPrefix("3 ") } == (reason == .deleted ? [] : [true]))
        }
    }
}
