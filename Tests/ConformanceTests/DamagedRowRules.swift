// What a row that does not open means to each call (reference 3.3.8, 3.4.6, 3.5.7, 3.5.13).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct DamagedRowRules {
    let keychain: Keychain
    private let whole = generic([kSecAttrAccount: "whole"])
    private let damaged = generic([kSecAttrAccount: "damaged"])

    /// One item that opens, and one that does not.
    init() throws {
        keychain = try Keychain()
        #expect(keychain.add(whole.with([kSecValueData: .secret("whole secret")])) == errSecSuccess)
        #expect(keychain.add(damaged.with([kSecValueData: .secret("lost secret")])) == errSecSuccess)
        try keychain.damage(row: 2)
    }

    @Test func `3.3.8 an add takes the place of a damaged row`() {
        #expect(keychain.add(damaged.with([kSecValueData: .secret("new secret")])) == errSecSuccess)
        #expect(keychain.secret(damaged) == .secret("new secret"))
        #expect(keychain.add(damaged) == errSecDuplicateItem)
        #expect(keychain.secret(whole) == .secret("whole secret"))
    }

    @Test func `3.4.6 a damaged row is skipped`() {
        #expect(keychain.list(kSecAttrAccount) == ["whole"])
        #expect(keychain.status(of: damaged) == errSecItemNotFound)
        #expect(keychain.find(damaged.with([kSecReturnData: true])).status == errSecItemNotFound)
    }

    @Test func `3.5.7 an update goes through over a damaged row and keeps the reference of its item`() {
        let reference = keychain.reference(whole)
        #expect(keychain.update(whole, [kSecAttrAccount: "damaged"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrAccount) == ["damaged"])
        #expect(keychain.reference(damaged) == reference)
        #expect(keychain.secret(damaged) == .secret("whole secret"))
    }

    @Test func `3.5.13 a damaged row is no match of an update`() {
        #expect(keychain.update(damaged, [kSecAttrLabel: "x"]) == errSecItemNotFound)
        #expect(keychain.update(damaged, [kSecValueData: .secret("new")]) == errSecItemNotFound)
        #expect(keychain.update(generic(), [kSecAttrLabel: "x"]) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel) == ["x"])
    }

    @Test func `3.6.1 a delete that is confined to other items leaves a damaged row`() throws {
        let reference = try #require(keychain.reference(whole))
        let confined = generic([kSecMatchItemList: .list([reference])])
        #expect(keychain.update(confined, [kSecAttrLabel: "x"]) == errSecSuccess)
        #expect(keychain.delete(confined) == errSecSuccess)
        #expect(try keychain.rowCount() == 1)
        #expect(keychain.delete(confined) == errSecItemNotFound)
        #expect(keychain.delete(generic([kSecMatchLimit: 0])) == errSecItemNotFound)
        #expect(try keychain.rowCount() == 1)
        #expect(keychain.delete(generic()) == errSecSuccess)
    }
}
