// Backups of whole keychains: what is in them, and what comes back.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct BackupTests {
    private let home: TemporaryHome
    private let client: KeychainClient
    private let time = ManualClock()

    init() throws {
        home = try TemporaryHome()
        client = home.anotherClient(clock: time.clock)
    }

    /// Items of every class, three of them for this device only.
    private func fill() throws {
        for protection in ProtectionClass.allCases where protection != .akpu {
            try client.add(protection.rawValue, secret: "secret of \(protection.rawValue)", under: protection)
        }
        var website = ItemAddition(itemClass: .internetPassword)
        website.attributes = [.server: .string("example.org"), .account: .string("alice"), .comment: .string("note")]
        website.secret = ItemSecret(TestSecret("website"))
        try client.add(website)
    }

    @Test func `everything that may comes back, with its references`() throws {
        try client.create(password: "right")
        try fill()
        try client.add("akpu", under: .akpu)
        try client.add("constrained") {
            $0.accessControl = AccessControl(protection: .ak, flags: AccessControl.userPresence)
        }
        let before = try client.items(returning: [.attributes]).filter { $0.accessControl.flags == nil }
            .filter { $0.attributes[.accessible] != .string("akpu") }
        let secrets = try client.items([.service: .string("service")], returning: [.data, .attributes]) {
            $0.authentication.ui = .skip
        }.count
        #expect(secrets == 7)
        let backup = try client.backUpBytes(provenBy: "right")
        #expect(backup.summary.counts.items == 4 && backup.summary.counts.deviceItems == 3)
        #expect(backup.summary.leftOut[.passwordOnly] == 1 && backup.summary.leftOut[.constrained] == 1)
        #expect(backup.summary.leftOut.total == 2)
        try client.delete([:])
        try client.add("later")
        #expect(failure { try client.restoreBytes(backup.bytes) } == .interactionNotAllowed)
        #expect(failure { try client.restoreBytes(backup.bytes, provenBy: "wrong") } == .authFailed)
        time.now += 60
        let report = try client.restoreBytes(backup.bytes, provenBy: "right")
        #expect(report.restored == 7 && report.ofOtherDevice == 0 && report.renumbered == 0 && report.outdated == 0)
        // The website is still there, and "later" gives way.
        #expect(report.removed == 2)
        let after = try client.items(returning: [.attributes])
        #expect(after.map(\.reference) == before.map(\.reference))
        #expect(after.map(\.attributes) == before.map(\.attributes))
        #expect(try client.everything()["dku"] == "secret of dku")
        #expect(try client.everything()["later"] == nil)
        let examination = try client.examine()
        #expect(examination.intact == 7 && examination.quarantined.isEmpty && examination.fileProblems.isEmpty)
    }

    @Test func `another device gets everything but what stays on its own`() throws {
        try fill()
        let backup = try client.backUpBytes()
        let other = try TemporaryHome()
        try other.client.add("own")
        let report = try other.client.restoreBytes(backup.bytes)
        #expect(report.restored == 4 && report.ofOtherDevice == 3 && report.removed == 1)
        #expect(try Set(other.client.everything().keys) == ["ak", "ck", "dk"])
        #expect(try other.client.examine().intact == 4)
    }

    @Test func `local items return to what they were, and newer synchronizable ones stay`() throws {
        func add(_ account: String, isSynchronizable: Bool) throws {
            try client.add(account, secret: "old") {
                $0.attributes[.synchronizable] = .number(isSynchronizable ? 1 : 0)
            }
        }
        func change(_ account: String) throws {
            time.now += 10
            try client.update([.account: .string(account)], { $0.secret = ItemSecret(TestSecret("new")) }) {
                $0.synchronizable = .any
            }
        }
        for account in ["changed", "same"] { try add(account, isSynchronizable: true) }
        for account in ["local", "gone"] { try add(account, isSynchronizable: false) }
        try add("deleted", isSynchronizable: true)
        let backup = try client.backUpBytes()
        try change("changed")
        try change("local")
        time.now += 10
        try client.delete([.account: .string("deleted")]) { $0.synchronizable = .any }
        try client.delete([.account: .string("gone")])
        try client.add("later")
        let report = try client.restoreBytes(backup.bytes)
        #expect(try client.everything() == ["changed": "new", "same": "old", "local": "old", "gone": "old"])
        // Those that are synchronizable: one newer, one the same, one that was deleted since.
        #expect(report.outdated == 3 && report.restored == 2 && report.removed == 2)
        // An older state gives way to the backup's.
        let later = try client.backUpBytes()
        let other = try TemporaryHome()
        try other.client.create()
        try other.client.restoreBytes(backup.bytes)
        let second = try other.client.restoreBytes(later.bytes)
        #expect(try other.client.everything() == ["changed": "new", "same": "old", "local": "old", "gone": "old"])
        #expect(later.summary.counts.tombstones == 1 && second.outdated == 1 && second.restored == 3)
    }

    @Test func `access lists go along, also of items of the device`() throws {
        let list = AccessList([
            .application(TrustedApplication(identifier: "TEAM123456.reader", path: "/opt/reader")), .anyApplication,
        ])
        for protection in [ProtectionClass.ak, .aku] {
            try client.add(protection.rawValue, under: protection) { $0.accessList = list }
        }
        let backup = try client.backUpBytes()
        #expect(backup.summary.counts.listEntries == 4)
        try client.delete([:])
        try client.restoreBytes(backup.bytes)
        for item in try client.items() {
            #expect(Set(try client.accessList(of: item.reference).entries) == Set(list.entries))
        }
        let other = try TemporaryHome()
        try other.client.create()
        try other.client.restoreBytes(backup.bytes)
        #expect(try other.client.items().map(\.attributes[.account]) == [.string("ak")])
    }

    @Test func `items of the Secret Service come back and are found`() throws {
        let keychain = try ServiceKeychain()
        let number = try keychain.add(["service": "git", "username": "alice"], "of the bus").number
        try keychain.service.renameServiceCollection(to: "Märchen", inKeychainAt: keychain.path)
        let backup = try keychain.home.client.backUpBytes()
        try keychain.delete(number)
        try keychain.home.client.restoreBytes(backup.bytes)
        #expect(try keychain.found(["username": "alice"]) == [number])
        #expect(try keychain.secret(of: number) == "of the bus")
        #expect(try keychain.home.client.examine().intact == 1)
        let other = try ServiceKeychain()
        try other.home.client.create()
        try other.home.client.restoreBytes(backup.bytes)
        #expect(try other.found(["service": "git", "username": "alice"]) == [number])
        #expect(try other.service.serviceCollection(inKeychainAt: other.path).label == "Märchen")
    }

    @Test func `a dry run says what a restore would do, and does nothing`() throws {
        try fill()
        let backup = try client.backUpBytes()
        try client.delete([.account: .string("ck")])
        time.now += 5
        try client.update([.account: .string("ak")], { $0.secret = ItemSecret(TestSecret("new")) })
        try client.add("later")
        let before = try client.everything()
        let dry = try client.restoreBytes(backup.bytes, dryRun: true)
        #expect(try client.everything() == before)
        let report = try client.restoreBytes(backup.bytes)
        #expect(dry == report)
        #expect(try client.everything() != before)
    }

    @Test(arguments: ["meta", "data"])
    func `what no backup holds is counted before it is gone, and what does not open is kept`(column: String) throws {
        try client.create(password: "right")
        for account in ["good", "bad"] { try client.add(account) }
        let backup = try client.backUpBytes(provenBy: "right")
        try client.add("akpu", under: .akpu)
        try client.add("constrained") {
            $0.accessControl = AccessControl(protection: .ak, flags: AccessControl.userPresence)
        }
        let bad = try #require(try client.items([.account: .string("bad")]).first).reference
        try Connection(path: home.keychain, readOnly: false).run(
            "UPDATE genp SET \(column) = substr(\(column), 1, length(\(column)) - 1) || x'00' WHERE rowid = ?",
            [.integer(bad.identifier.number)])
        for isDryRun in [true, false] {
            let report = try client.restoreBytes(backup.bytes, provenBy: "right", dryRun: isDryRun)
            #expect(report.removed == 3 && report.lost == 2 && report.setAside == 1)
        }
        #expect(try client.everything() == ["good": "secret", "bad": "secret"])
        let rows = try Connection(path: home.keychain, readOnly: true).rows("SELECT count(*) FROM quarantine")
        #expect(rows == [[.integer(1)]])
    }

    @Test func `an item that would not come back is left out, and keeps no other one from it`() throws {
        try client.add("good")
        try client.add("odd") { $0.attributes[.type] = .data([1]) }
        let backup = try client.backUpBytes()
        #expect(backup.summary.counts.items == 1 && backup.summary.leftOut[.damaged] == 1)
        let other = try TemporaryHome()
        try other.client.create()
        try other.client.restoreBytes(backup.bytes)
        #expect(try other.client.everything() == ["good": "secret"])
        // Where it is, it is not deleted either.
        for isDryRun in [true, false] {
            let report = try client.restoreBytes(backup.bytes, dryRun: isDryRun)
            #expect(report.removed == 1 && report.lost == 0 && report.setAside == 1)
        }
        let rows = try Connection(path: home.keychain, readOnly: true).rows("SELECT count(*) FROM quarantine")
        #expect(rows == [[.integer(1)]])
    }

    @Test func `the dates between which a key is valid come back as they were`() throws {
        var key = ItemAddition(itemClass: .key)
        key.attributes = [
            .keyClass: .number(2), .applicationLabel: .data([1, 2]), .endDate: .date(4_000_000_000),
            .accessible: .string("ak"),
        ]
        key.secret = ItemSecret(TestSecret("key"))
        _ = try client.perform(.add(key))
        let backup = try client.backUpBytes()
        _ = try client.perform(.delete(ItemQuery(itemClass: .key)))
        #expect(try client.restoreBytes(backup.bytes).restored == 1)
        var query = ItemQuery(itemClass: .key)
        query.matching[.endDate] = .date(4_000_000_000)
        guard case .items(let items) = try client.perform(.copy(query)) else { return }
        #expect(items.count == 1)
        _ = try client.perform(.delete(ItemQuery(itemClass: .key)))
    }
    @Test func `many items that do not come back are no damage, whoever may read them`() throws {
        let list = AccessList([.application(TrustedApplication(identifier: "TEAM123456.reader", path: "/opt/reader"))])
        for number in 0...AccessLists.mostEntries {
            try client.add("\(number)", under: .dku) { $0.accessList = list }
        }
        let backup = try client.backUpBytes()
        let other = try TemporaryHome()
        try other.client.create()
        #expect(try other.client.restoreBytes(backup.bytes).ofOtherDevice == AccessLists.mostEntries + 1)
    }

    @Test func `a long secret goes through`() throws {
        let long = TestSecret(String(repeating: "long ", count: 600_000))
        try client.add("long", secret: long)
        try client.add("short")
        let backup = try client.backUpBytes()
        let other = try TemporaryHome()
        try other.client.create()
        try other.client.restoreBytes(backup.bytes)
        #expect(try other.client.everything() == ["long": long, "short": "secret"])
    }

    @Test func `a row whose number is taken gets a new one`() throws {
        try client.add("own") { $0.attributes[.synchronizable] = .number(1) }
        let backup = try client.backUpBytes()
        let other = try TemporaryHome()
        let stranger = try other.client.add("other") { $0.attributes[.synchronizable] = .number(1) }
        // Another item under the number that the backup's has: the same instant on two machines.
        let number = try #require(try client.items(configure: { $0.synchronizable = .any }).first).reference.identifier
        try Connection(path: other.keychain, readOnly: false).run(
            "UPDATE genp SET rowid = ?, persistref = ? WHERE rowid = ?",
            [
                .integer(number.number), .blob(RowIdentifier.random(numbered: number.number).bytes),
                .integer(stranger.reference.identifier.number),
            ])
        let report = try other.client.restoreBytes(backup.bytes)
        #expect(report.renumbered == 1 && report.restored == 1)
        let found = try other.client.items([.account: .string("own")]) { $0.synchronizable = .any }
        #expect(found.map { $0.reference.identifier.number == number.number } == [false])
    }
}
