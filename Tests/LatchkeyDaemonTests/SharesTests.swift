// What users may have at once of workers and turns, whatever others have.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyDaemon
import LatchkeyTestSupport
import Testing

@Suite struct SharesTests {
    private static let shares = Shares(ofUser: 4, all: 6, own: 2, most: 12)

    @Test func `who has none has room while two users have all`() {
        var holdings = Holdings(of: Self.shares)
        for _ in 0..<4 { holdings.take(for: 1) }
        #expect(!holdings.haveRoom(for: 1))
        for _ in 0..<2 { holdings.take(for: 2) }
        #expect(!holdings.haveRoom(for: 2))
        for _ in 0..<2 {
            #expect(holdings.haveRoom(for: 3))
            holdings.take(for: 3)
        }
        #expect(!holdings.haveRoom(for: 3))
        holdings.give(backFor: 1)
        // The others are more than all without what is their own.
        #expect(!holdings.haveRoom(for: 1) && !holdings.haveRoom(for: 3) && holdings.haveRoom(for: 4))
    }

    @Test func `where one user is served, all is that user's`() {
        var holdings = Holdings(of: .ofOneUser(3))
        for _ in 0..<3 {
            #expect(holdings.haveRoom(for: 1))
            holdings.take(for: 1)
        }
        #expect(!holdings.haveRoom(for: 1) && holdings.all == 3)
    }

    @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func `whatever users take and give back, nobody has too many and nobody with too few is refused`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var (holdings, model) = (Holdings(of: Self.shares), [UInt32: Int]())
        for _ in 0..<5000 {
            let user = UInt32.random(in: 1...9, using: &random)
            let (own, all) = (model[user, default: 0], model.values.reduce(0, +))
            if Bool.random(using: &random), own > 0 {
                holdings.give(backFor: user)
                model[user] = own - 1
                continue
            }
            let hasRoom = holdings.haveRoom(for: user)
            #expect(hasRoom == (own < 4 && all < 6 || own < 2 && all < 12))
            guard hasRoom else { continue }
            holdings.take(for: user)
            model[user] = own + 1
        }
        #expect(holdings.all == model.values.reduce(0, +))
    }
}
