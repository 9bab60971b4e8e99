// All that a keychain holds, as far as two runs of the same operation agree on it.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport

struct Contents: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        let attributes: [AttributeValue?]
        let secret: [UInt8]?
    }

    /// Nil if there is no keychain.
    private(set) var items: Set<Row>?
    private(set) var settings: LockSettings?
    /// The password that has unlocked it; nil if there is none.
    private(set) var password: TestSecret?

    /// Reads a home whose keychain nobody has open.
    /// - Parameter oldKeybag: the bytes of the keybag under ``Preparation/password``; any other opens with "new".
    /// - Throws: ``Broken`` for a keychain that is not whole.
    init(of home: TemporaryHome, oldKeybag: [UInt8]?) throws {
        // Long after a wrong password, so that the right one need not wait.
        let later = ManualClock()
        later.now += 1e9
        let client = home.anotherClient(clock: later.clock)
        if failure({ _ = try client.status() }) == .noSuchKeychain {
            try client.create()  // An unfinished creation must not be in the way.
            return
        }
        let status = try client.status()
        settings = status.settings
        if status.hasPassword {
            let isOld = try Self.keybag(of: home) == oldKeybag
            let password = isOld ? Preparation.password : "new"
            try client.unlock(password)
            self.password = password
        }
        items = try Self.items(of: client)
        let examination = try client.examine()
        guard examination.fileProblems.isEmpty, examination.quarantined.isEmpty, examination.locked == 0,
            examination.intact == items?.count
        else { throw Broken(examination: examination) }
    }

    /// Not whole: rows that do not open, or pages that SQLite finds wrong.
    struct Broken: Error {
        let examination: Examination
    }

    /// The bytes of the keybag, or nil if there is no keychain.
    static func keybag(of home: TemporaryHome) throws -> [UInt8]? {
        let file = KeychainFile(path: home.keychain)
        guard file.exists else { return nil }
        return try KeybagStore(file.open()).encodedKeybag()
    }

    private static func items(of client: KeychainClient) throws -> Set<Row> {
        var query = ItemQuery(itemClass: .genericPassword)
        query.limit = .all
        query.returning = [.data, .attributes]
        query.synchronizable = .any
        query.includesTombstones = true
        let wanted = query
        if failure({ _ = try client.perform(.copy(wanted)) }) == .itemNotFound { return [] }
        guard case .items(let items) = try client.perform(.copy(wanted)) else { return [] }
        let names: [Attribute] = [.account, .label, .synchronizable, .tombstone, .accessible]
        return Set(
            items.map { item in
                Row(
                    attributes: names.map { item.attributes[$0] },
                    secret: item.secret?.bytes.declassified(because: "it is test data"))
            })
    }
}
