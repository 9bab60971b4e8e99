// Adoptions at random, beside a plain model of what must come of them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Testing

@Suite struct AdoptionModelTests {
    /// What the daemon has of one account.
    private struct Kept {
        let secret: TestSecret
        /// The random part of the name that it had in the home, and when it was changed last.
        var origin: RowIdentifier?
        var changed: Double
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `in any order of stores, adoptions and deletions nothing is lost, doubled or replaced`(seed: UInt64) throws {
        let keychains = try TwoKeychains()
        var random = SeededGenerator(seed: seed)
        var model: [String: Kept] = [:]
        for step in 0..<60 {
            let account = "account \(Int.random(in: 0..<6, using: &random))"
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1: _ = try? keychains.add(account, secret: "old \(step)")
            case 2:
                guard (try? keychains.add(account, secret: "new \(step)", behindDaemon: true)) != nil else { continue }
                #expect(model[account] == nil)
                model[account] = Kept(secret: "new \(step)", origin: nil, changed: keychains.clock.now - 1)
            case 3:
                let (service, path, caller) =
                    Bool.random(using: &random)
                    ? (keychains.old, keychains.oldPath, keychains.anybody)
                    : (keychains.new, keychains.newPath, keychains.owner)
                var query = ItemQuery(itemClass: .genericPassword)
                query.matching = [.account: .string(account)]
                guard (try? service.perform(.delete(query), inKeychainAt: path, from: caller)) != nil else { continue }
                if path == keychains.newPath { model[account] = nil }
            default:
                guard let items = try? keychains.everything().items else { continue }
                let isPermitted = Bool.random(using: &random)
                let outcomes = try keychains.adopt(items, permitted: isPermitted)
                for (item, outcome) in zip(items, outcomes) {
                    guard case .string(let account)? = item.attributes[.account],
                        case .date(let changed)? = item.attributes[.modificationDate], let secret = item.secret
                    else { Issue.record("an item without an account"); return }
                    guard let kept = model[account] else {
                        #expect(outcome == .taken)
                        model[account] = Kept(
                            secret: TestSecret(found: secret.bytes), origin: item.reference.identifier,
                            changed: isPermitted ? changed : keychains.clock.now)
                        continue
                    }
                    let isSame = kept.origin?.isOfSameItem(as: item.reference.identifier) ?? false
                    let expected: AdoptionOutcome =
                        isPermitted
                        ? (isSame && kept.secret == TestSecret(found: secret.bytes) ? .present : .conflict)
                        : (isSame && changed <= kept.changed ? .notCompared : .conflict)
                    #expect(outcome == expected)
                }
            }
            let found = try keychains.found()
            #expect(found.count == model.count)
            for item in found { #expect(item.text == model[item.account]?.secret) }
            #expect(found.map(\.reference.identifier.number) == found.map(\.reference.identifier.number).sorted())
        }
    }
}
