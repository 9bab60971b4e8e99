// Searches of the Secret Service beside a plain model of what they find.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct SecretServiceModelTests {
    private struct Known {
        var group: AccessGroup
        var attributes: SearchAttributes
        var secret: TestSecret
        var modified: Double
        let created: Double
    }

    private static let groups = ["TEAM123456.a.bus", "TEAM123456.b.bus", "TEAM123456.c.bus"]
        .map(AccessGroup.init(rawValue:))

    /// Few names and values, so that many items share some of them.
    private static func attributes(using generator: inout SeededGenerator) -> SearchAttributes {
        let pairs = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
            SearchAttributes.Pair(
                name: ["", "a", "b", "ü", "u\u{308}"][Int.random(in: 0..<5, using: &generator)],
                value: ["", "1", "2"][Int.random(in: 0..<3, using: &generator)])
        }
        return SearchAttributes(pairs) ?? .none
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `after any changes a search finds what a plain list would`(seed: UInt64) throws {
        let keychain = try ServiceKeychain()
        var generator = SeededGenerator(seed: seed)
        var model: [Int64: Known] = [:]
        for step in 0..<400 {
            keychain.clock.now += 1
            let now = keychain.clock.now
            let group = Self.groups[Int.random(in: 0..<3, using: &generator)]
            let attributes = Self.attributes(using: &generator)
            let number = model.keys.sorted().randomElement(using: &generator)
            switch (Int.random(in: 0..<10, using: &generator), number) {
            case (0..<4, _), (_, nil):
                let isReplacing = Bool.random(using: &generator)
                let secret = TestSecret("secret \(step)")
                let same = model.filter { $0.value.group == group && $0.value.attributes == attributes }
                let newest = same.max { $0.value.modified < $1.value.modified }?.key
                let added = try keychain.add(attributes, secret, to: group, replacing: isReplacing)
                if isReplacing, let newest {
                    #expect(added.number == newest && !added.isNew)
                    model[newest]?.secret = secret
                    model[newest]?.modified = now
                } else {
                    #expect(added.isNew && model[added.number] == nil)
                    model[added.number] = Known(
                        group: group, attributes: attributes, secret: secret, modified: now, created: now)
                }
            case (4..<6, let number?):
                try keychain.delete(number, in: #require(model[number]).group)
                model[number] = nil
            case (6..<8, let number?):
                try keychain.change(number, in: #require(model[number]).group) { $0.attributes = attributes }
                model[number]?.attributes = attributes
                model[number]?.modified = now
            case (_, let number?):
                try keychain.change(number, in: #require(model[number]).group) { $0.group = group }
                model[number]?.group = group
                model[number]?.modified = now
            }
            try check(Self.attributes(using: &generator), group, model, in: keychain)
        }
        for (number, known) in model { #expect(try keychain.secret(of: number, in: known.group) == known.secret) }
        let examination = try keychain.examination()
        #expect(examination.intact == model.count && examination.quarantined.isEmpty)
    }

    private func check(
        _ search: SearchAttributes, _ group: AccessGroup, _ model: [Int64: Known], in keychain: ServiceKeychain
    ) throws {
        for scope: GroupScope in [.all, .only([group]), .only([Self.groups[0], Self.groups[2]])] {
            let expected = model.filter { _, known in
                guard known.attributes.contains(search) else { return false }
                return if case .only(let groups) = scope { groups.contains(known.group) } else { true }
            }.sorted { ($0.value.modified, $0.value.created) > ($1.value.modified, $1.value.created) }
            #expect(try keychain.found(search, in: scope) == expected.map(\.key))
        }
    }
}
