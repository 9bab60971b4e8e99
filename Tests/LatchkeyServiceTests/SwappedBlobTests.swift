// Every sealed blob in the place of every other one, of the same keychain, of another one of the device and of another
// device.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct SwappedBlobTests {
    private let home: TemporaryHome
    private let other: SealedItems
    private let items: SealedItems

    init() throws {
        home = try TemporaryHome()
        let client = home.anotherClient()
        items = try SealedItems(of: client, at: home.keychain, "first")
        other = try SealedItems(of: client, at: home.path + "/second.keychain-db", "second")
        client.close()
    }

    /// Puts blobs into places of a copy that is as it was, and looks.
    private static func problems(
        of items: SealedItems, _ original: Data, putting changes: [(place: SealedPlace, blob: SQLValue)],
        through client: () throws -> KeychainClient, _ look: (KeychainClient) -> [String]
    ) throws -> [String] {
        for suffix in ["-wal", "-shm"] { _ = unsafe unlink(items.path + suffix) }
        try original.write(to: URL(fileURLWithPath: items.path))
        do {
            let connection = try Connection(path: items.path, readOnly: false)
            try connection.write { _ throws(KeychainError) in
                for change in changes { try connection.run(change.place.write, [change.blob]) }
            }
        }
        let names = changes.map { "\($0.place.table).\($0.place.column)" }.joined(separator: " and ")
        return look(try client()).map { "\(names): \($0)" }
    }

    @Test func `two blobs of one keychain that are exchanged do not open as each other`() throws {
        let original = try Data(contentsOf: URL(fileURLWithPath: home.keychain))
        let (places, blobs) = try items.contents()
        // The keybag, six classes, eight items, two access lists.
        try #require(places.count == 1 + 6 + 2 * 8 + 2)
        let intact = items.problems(through: home.anotherClient(), SealedExpectation(changed: []))
        #expect(intact.isEmpty)
        var problems: [String] = []
        for (first, place) in places.enumerated() {
            for second in places.indices where second > first {
                let expectation = SealedExpectation(changed: [place, places[second]])
                problems += try Self.problems(
                    of: items, original, putting: [(place, blobs[second]), (places[second], blobs[first])],
                    through: { home.anotherClient() }, { items.problems(through: $0, expectation) })
            }
        }
        #expect(problems.isEmpty)
    }

    /// Each blob of `source` alone in each place of its kind.
    private func problems(of source: SealedItems, keybag refusal: KeychainError.Code) throws -> [String] {
        let original = try Data(contentsOf: URL(fileURLWithPath: home.keychain))
        let (places, _) = try items.contents()
        let (origins, blobs) = try source.contents()
        try #require(origins.map(\.kind) == places.map(\.kind))
        var problems: [String] = []
        for place in places {
            for (origin, blob) in zip(origins, blobs) where origin.kind == place.kind {
                let expectation = SealedExpectation(
                    changed: [place], refusal: place.kind == .keybag ? refusal : .decode)
                problems += try Self.problems(
                    of: items, original, putting: [(place, blob)], through: { home.anotherClient() },
                    { items.problems(through: $0, expectation) })
            }
        }
        return problems
    }

    @Test func `a blob of another keychain of the device does not open in this one`() throws {
        let problems = try problems(of: other, keybag: .decode)
        #expect(problems.isEmpty)
    }

    @Test func `a blob of a keychain of another device does not open in this one`() throws {
        let device = try TemporaryHome()
        let foreign = try SealedItems(of: device.anotherClient(), at: device.keychain, "first")
        let problems = try problems(of: foreign, keybag: .notAvailable)
        #expect(problems.isEmpty)
    }

    /// On a thread without keyrings, so that each client unlocks for itself.
    @Test func `two blobs of a keychain with a password that are exchanged do not open as each other`() throws {
        let found = try onOwnThread(.withoutKeyring) {
            let home = try TemporaryHome()
            let items: SealedItems
            do {
                let client = home.anotherClient()
                items = try SealedItems(withPassword: "password", of: client, at: home.keychain)
                client.close()
            }
            let original = try Data(contentsOf: URL(fileURLWithPath: home.keychain))
            let (all, contents) = try items.contents()
            // Each unlocking takes the time of a password: of the classes' keys the ones of the items.
            let used = ["pdmn = 'akpu'", "pdmn = 'ak'", "pdmn = 'dk'"]
            let chosen = all.indices.filter { all[$0].kind != .metadataKey || used.contains(all[$0].row) }
            let (places, blobs) = (chosen.map { all[$0] }, chosen.map { contents[$0] })
            guard places.count == 1 + 3 + 2 * 3 else { return ["there are \(places.count) places"] }
            var problems: [String] = []
            for (first, place) in places.enumerated() {
                for second in places.indices where second > first {
                    let expectation = SealedExpectation(changed: [place, places[second]])
                    problems += try Self.problems(
                        of: items, original, putting: [(place, blobs[second]), (places[second], blobs[first])],
                        through: { home.anotherClient() },
                        { client in
                            let code = failure { try client.unlock("password") }
                            guard code == expectation.refusal else {
                                return ["unlocking answers \(code?.rawValue ?? 0)"]
                            }
                            return code == nil ? items.problems(through: client, expectation) : []
                        })
                }
            }
            return problems
        }
        #expect(found.isEmpty)
    }
}
