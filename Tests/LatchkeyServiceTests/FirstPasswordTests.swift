// The first password: new keys, and every row under them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct FirstPasswordTests {
    let home: TemporaryHome
    /// Stands for another process, which has the keychain open all the time.
    let other: KeychainClient
    var client: KeychainClient { home.client }

    init() throws {
        home = try TemporaryHome()
        other = home.anotherClient()
    }

    private func database() throws -> Connection { try Connection(path: home.keychain, readOnly: false) }

    /// The keybag and the metadata keys, as whoever copies the file has them.
    private func keys() throws -> [[SQLValue]] {
        try database().rows("SELECT 'keybag', data FROM keybag UNION ALL SELECT pdmn, data FROM metadatakeys")
    }

    private func putBack(_ keys: [[SQLValue]], withMetadataKeys: Bool = true) throws {
        let database = try database()
        try database.write { _ throws(KeychainError) in
            if withMetadataKeys { try database.run("DELETE FROM metadatakeys") }
            for row in keys {
                if row[0] == .text("keybag") {
                    try database.run("UPDATE keybag SET data = ?", [row[1]])
                } else if withMetadataKeys {
                    try database.run("INSERT INTO metadatakeys(pdmn, data) VALUES(?, ?)", row)
                }
            }
        }
    }

    @Test func `the keys from before the first password open neither later items nor earlier ones`() throws {
        try client.add("earlier", secret: "stored before")
        let old = try keys()
        try client.changePassword(from: nil, to: "password")
        try client.add("later", secret: "stored afterwards")
        client.close()
        try putBack(old)
        let thief = home.anotherClient()
        #expect(try thief.status().hasPassword == false)
        for account in ["earlier", "later"] {
            #expect(failure { _ = try thief.secret(of: account) } == .itemNotFound)
        }
        #expect(failure { _ = try thief.items(returning: [.attributes]) } == .itemNotFound)
        #expect(try thief.examine().intact == 0)
    }

    @Test func `the keybag from before the first password opens nothing beside the metadata keys of now`() throws {
        try client.add("earlier", secret: "stored before")
        let old = try keys()
        try client.changePassword(from: nil, to: "password")
        try client.add("later", secret: "stored afterwards")
        client.close()
        try putBack(old, withMetadataKeys: false)
        let thief = home.anotherClient()
        for account in ["earlier", "later"] { #expect(failure { _ = try thief.secret(of: account) } == .decode) }
    }

    @Test func `a password that is removed and set again is a first one`() throws {
        try client.create(password: "one")
        try client.add("earlier", secret: "stored before")
        let withOne = try keys()
        try client.changePassword(from: "one", to: nil)
        let without = try keys()
        try client.changePassword(from: nil, to: "two")
        try client.add("later", secret: "stored afterwards")
        #expect(try other.secret(of: "earlier") == "stored before")
        client.close()
        other.close()
        for (old, password) in [(without, nil), (withOne, "one")] as [([[SQLValue]], TestSecret?)] {
            try putBack(old)
            let thief = home.anotherClient()
            if let password { try thief.unlock(password) }
            for account in ["earlier", "later"] {
                #expect(failure { _ = try thief.secret(of: account) } == .itemNotFound)
            }
        }
    }

    @Test func `a copy of the file from before the first password still opens with none what it held`() throws {
        try client.add("earlier", secret: "stored before")
        client.close()
        let thief = try TemporaryHome()
        for name in ["device.key", "login.keychain-db"] {
            try FileManager.default.copyItem(atPath: home.path + "/" + name, toPath: thief.path + "/" + name)
        }
        try client.changePassword(from: nil, to: "password")
        #expect(try thief.client.secret(of: "earlier") == "stored before")
    }

    @Test func `the keybag of an old password still opens what was stored after a change`() throws {
        try client.create(password: "old")
        let old = try keys()
        try client.changePassword(from: "old", to: "new")
        try client.add("later", secret: "stored afterwards")
        try client.lock()
        client.close()
        try putBack(old)
        let thief = home.anotherClient()
        try thief.unlock("old")
        #expect(try thief.secret(of: "later") == "stored afterwards")
    }

    @Test func `everything that is sealed is sealed anew, and nothing of what was is left in the file`() throws {
        let items = try SealedItems(of: client, at: home.keychain, "first")
        #expect(items.problems(through: other, SealedExpectation(changed: [])).isEmpty)
        let before = try items.contents()
        try client.changePassword(from: nil, to: "password")
        for one in [client, other, home.anotherClient()] {
            #expect(items.problems(through: one, SealedExpectation(changed: [])).isEmpty)
        }
        let after = try items.contents()
        #expect(after.places.count == before.places.count + 1, "there is one class more")
        let files = try ["", "-wal"].map { try Data(contentsOf: URL(fileURLWithPath: home.keychain + $0)) }
        for blob in before.blobs {
            guard case .blob(let bytes) = blob else { continue }
            // The header of a keybag has the name of the keychain, which stays.
            #expect(files.allSatisfy { $0.range(of: Data(bytes.suffix(32))) == nil })
        }
        try client.lock()
        try other.unlock("password")
        #expect(items.problems(through: client, SealedExpectation(changed: [])).isEmpty)
    }

    @Test func `items of every class, tombstones and long secrets go along, and keep their names`() throws {
        let classes = ProtectionClass.allCases.filter { $0 != .akpu }
        for protection in classes { try client.add("a-\(protection)", under: protection) }
        let long = TestSecret(String(repeating: "long ", count: 120_000))
        try client.add("long", secret: long)
        try client.add("gone") { $0.attributes[.synchronizable] = .number(1) }
        try client.delete([.account: .string("gone")]) { $0.synchronizable = .any }
        let before = try other.items()
        try client.changePassword(from: nil, to: "password")
        for one in [client, other] {
            let after = try one.items()
            #expect(after.map(\.reference) == before.map(\.reference))
            #expect(after.map(\.attributes) == before.map(\.attributes))
            #expect(try one.secret(of: "long") == long)
            #expect(try one.secret(of: "a-\(ProtectionClass.dku)") == "secret")
            #expect(failure { try one.add("long") } == .duplicateItem)
        }
        #expect(try client.examine().intact == before.count + 1)
        try other.add("gone", secret: "again") { $0.attributes[.synchronizable] = .number(1) }
        try client.add("new", under: .akpu)
        try other.lock()
        #expect(failure { _ = try client.secret(of: "long") } == .interactionNotAllowed)
        #expect(try client.secret(of: "a-\(ProtectionClass.dk)") == "secret")
        #expect(try client.secret(of: "a-\(ProtectionClass.ck)") == "secret")
        try client.unlock("password")
        #expect(try other.secret(of: "new") == "secret")
    }

    @Test(arguments: [false, true])
    func `of two first passwords at the same time one is set, and the keychain is unlocked`(isOneProcess: Bool) throws {
        try client.add("alice")
        let racers = [("one", client), ("two", isOneProcess ? client : other)] as [(TestSecret, KeychainClient)]
        let running = racers.map { password, client in
            startThread { failure { try client.changePassword(from: nil, to: password) } }
        }
        let answers = try running.map { try $0.wait() }
        #expect(Set(answers) == [nil, .authFailed] || Set(answers) == [nil, .interactionNotAllowed])
        let winner = try #require(answers.firstIndex(of: nil))
        for one in [client, other] { #expect(try one.secret(of: "alice") == "secret") }
        #expect(try client.status().lockState == .unlocked)
        try client.lock()
        try other.unlock(racers[winner].0)
        #expect(try client.secret(of: "alice") == "secret")
    }

    @Test func `a session that was unlocked before the keys were new unlocks with the new password`() throws {
        try client.create(password: "one")
        try client.add("alice", under: .ck)
        let results = try onOwnThread(.inOtherSession) { [client, other] in
            try other.unlock("one")
            try onOwnThread(.inOtherSession) {
                try client.unlock("one")
                try client.changePassword(from: "one", to: nil)
                try client.changePassword(from: nil, to: "two")
            }
            let before = (try other.status().lockState, failure { _ = try other.secret(of: "alice") })
            try other.unlock("two")
            return (before.0, before.1, try other.secret(of: "alice") == "secret")
        }
        #expect(results.0 == .beforeFirstUnlock && results.1 == .interactionNotAllowed)
        #expect(results.2)
    }
}
