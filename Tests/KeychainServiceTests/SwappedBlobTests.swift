// Every sealed blob in the place of every other one, of the same keychain and of another one of the same device.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import KeychainClient
import KeychainModel
import KeychainStore
import TestSupport
import Testing

/// Where a blob lies.
private struct Place: Sendable {
    let column: String
    let table: String
    /// SQL that names the row.
    let row: String

    var read: String { "SELECT \(column) FROM \(table) WHERE \(row)" }
    var write: String { "UPDATE \(table) SET \(column) = ? WHERE \(row)" }
}

@Suite struct SwappedBlobTests {
    private let home: TemporaryHome
    private let second: String

    init() throws {
        home = try TemporaryHome()
        second = home.path + "/second.keychain-db"
        let client = home.anotherClient()
        for path in [home.keychain, second] {
            for (account, protection) in [("alice", ProtectionClass.ak), ("bob", .ak), ("carol", .dku)] {
                var addition = ItemAddition(itemClass: .genericPassword)
                addition.attributes = [.account: .string(account), .accessible: .string(protection.rawValue)]
                addition.secret = ItemSecret("secret of \(account) in \(path == second ? "second" : "first")")
                _ = try client.perform(.add(addition), inKeychainAt: path)
            }
            var addition = ItemAddition(itemClass: .internetPassword)
            addition.attributes = [.account: .string("alice"), .server: .string("host")]
            addition.secret = ItemSecret("internet secret")
            _ = try client.perform(.add(addition), inKeychainAt: path)
        }
    }

    /// Every column that holds something sealed, and the keybag, of every row.
    private func places(in connection: Connection) throws -> [Place] {
        var places = [Place(column: "data", table: "keybag", row: "id = 1")]
        for row in try connection.rows("SELECT pdmn FROM metadatakeys") {
            guard case .text(let name)? = row.first else { continue }
            places.append(Place(column: "data", table: "metadatakeys", row: "pdmn = '\(name)'"))
        }
        for itemClass in ItemClass.allCases {
            for row in try connection.rows("SELECT rowid FROM \(itemClass.rawValue)") {
                guard case .integer(let number)? = row.first else { continue }
                places += ["meta", "data"].map {
                    Place(column: $0, table: itemClass.rawValue, row: "rowid = \(number)")
                }
            }
        }
        return places
    }

    private func contents(of path: String) throws -> (places: [Place], blobs: [SQLValue]) {
        let connection = try Connection(path: path, readOnly: true)
        let places = try places(in: connection)
        return (places, try places.map { try connection.rows($0.read)[0][0] })
    }

    private func put(_ blob: SQLValue, in place: Place) throws {
        try Connection(path: home.keychain, readOnly: false).run(place.write, [blob])
    }

    /// Puts each blob of `source` into each place, alone, and opens every door.
    private func problems(from source: String, exchanging: Bool) throws -> [String] {
        let original = try Data(contentsOf: URL(fileURLWithPath: home.keychain))
        let doors = try Doors(home.anotherClient())
        let (places, blobs) = try contents(of: source)
        try #require(doors.count == 4 && places.count == 15)
        var problems: [String] = []
        for (target, place) in places.enumerated() {
            for (origin, blob) in blobs.enumerated() where origin != target || !exchanging {
                for suffix in ["-wal", "-shm"] { _ = unsafe unlink(home.keychain + suffix) }
                try original.write(to: URL(fileURLWithPath: home.keychain))
                try put(blob, in: place)
                if exchanging { try put(blobs[target], in: places[origin]) }
                let found = doors.problems(through: home.anotherClient())
                problems += found.map { "\(places[origin]) in \(place): \($0)" }
            }
        }
        return problems
    }

    @Test func `two blobs of one keychain that are exchanged do not open as each other`() throws {
        let problems = try problems(from: home.keychain, exchanging: true)
        #expect(problems.isEmpty)
    }

    @Test func `a blob of another keychain of the device does not open in this one`() throws {
        let problems = try problems(from: second, exchanging: false)
        #expect(problems.isEmpty)
    }
}
