// The shape of what SecItemAdd and SecItemCopyMatching give back: the whole matrix (reference 3.7).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct ResultRules {
    let keychain: Keychain
    private let item = generic([kSecAttrAccount: "me", kSecAttrService: "there", kSecAttrLabel: "label"])
    private let secret = Value.secret("secret")

    init() throws { keychain = try Keychain() }

    @Test func `3.4.7 the table has every combination of return keys`() {
        #expect(Set(ShapeRow.all.map(\.entries)).count == 16)
        #expect(ShapeRow.all.count == 16)
    }

    @Test(arguments: ShapeRow.all, [true, false])
    func `3.4.7 a search for one gives the bare element`(row: ShapeRow, hasData: Bool) {
        #expect(keychain.add(hasData ? item.with([kSecValueData: secret]) : item) == errSecSuccess)
        for limit in [nil, 1, .constant(kSecMatchLimitOne)] as [Value?] {
            var query = item.with(row.entries)
            query[kSecMatchLimit] = limit
            let answer = keychain.find(query)
            #expect(answer.status == errSecSuccess)
            (hasData ? row.find.0 : row.find.1).matches(answer.value, secret: secret)
        }
    }

    @Test(arguments: ShapeRow.all)
    func `3.4.4 nothing found leaves the out-pointer as it is`(row: ShapeRow) {
        let sentinel = NSObject()
        for limit in [1, all, 2] {
            let answer = keychain.find(item.with(row.entries).with([kSecMatchLimit: limit]), over: sentinel)
            #expect(answer.status == errSecItemNotFound)
            #expect(answer.object === sentinel)
        }
    }

    @Test(arguments: ShapeRow.all, [true, false])
    func `3.7.1 a search for more gives an array of elements`(row: ShapeRow, hasData: Bool) throws {
        #expect(keychain.add(hasData ? item.with([kSecValueData: secret]) : item) == errSecSuccess)
        let shape = hasData ? row.find.0 : row.find.1
        for limit in [all, -1, 2, 1000] {
            let answer = keychain.find(item.with(row.entries).with([kSecMatchLimit: limit]))
            #expect(answer.status == errSecSuccess)
            let elements = try #require(answer.elements)
            #expect(elements.count == (shape == .nothing ? 0 : 1))
            if let element = elements.first { shape.matches(element, secret: secret) }
        }
    }

    @Test(arguments: ShapeRow.all)
    func `3.7.1 elements of a search keep to their own items`(row: ShapeRow) throws {
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.add(item.with([kSecAttrAccount: "you", kSecValueData: secret])) == errSecSuccess)
        let query = generic([kSecMatchLimit: all]).with(row.entries)
        let elements = try #require(keychain.find(query).elements)
        let expected = [row.find.1, row.find.0].filter { $0 != .nothing }
        #expect(elements.count == expected.count)
        for (element, shape) in zip(elements, expected) { shape.matches(element, secret: secret) }
    }

    @Test func `3.7.2 identifiers of the store itself never come back`() {
        #expect(keychain.add(generic([kSecAttrUUID: "not of the caller"])) == errSecSuccess)
        let found = keychain.attributes()
        #expect(found["UUID"] == nil)
        #expect(found["persistref"] == nil)
        #expect(found["class"] == nil)
        #expect(found["clip"] == nil)
    }

    @Test func `3.7.3 the access control of an accessible class is an object`() throws {
        #expect(keychain.add(item.with([kSecAttrAccessible: "cku"])) == errSecSuccess)
        let result = keychain.find(item.with([kSecReturnAttributes: true])).object as? NSDictionary
        let object = try #require(result?[kSecAttrAccessControl] as AnyObject?)
        #expect(CFGetTypeID(object) == SecAccessControlGetTypeID())
    }

    @Test(arguments: ShapeRow.all, [true, false])
    func `3.7.4 an add gives what the return keys ask for`(row: ShapeRow, hasData: Bool) {
        let entries = hasData ? item.with([kSecValueData: secret]) : item
        let answer = keychain.adding(entries.with(row.entries))
        #expect(answer.status == errSecSuccess)
        (hasData ? row.add.0 : row.add.1).matches(answer.value, secret: secret)
    }

    @Test func `3.7.4 an add shows the access control only where one was given`() {
        #expect(keychain.adding(item.with([kSecReturnAttributes: true])).attributes["accc"] == nil)
        let control = Value.accessControl(kSecAttrAccessibleAfterFirstUnlock, .userPresence)
        let answer = keychain.adding(generic([kSecAttrAccessControl: control, kSecReturnAttributes: true]))
        #expect(answer.attributes["accc"] == control)
        #expect(answer.attributes["pdmn"] == "ck")
    }

    @Test func `3.7.4 an add and a search agree on what both show`() {
        let added = keychain.adding(item.with([kSecValueData: secret, kSecReturnAttributes: true])).attributes
        let found = keychain.attributes(item)
        #expect(added == found.filter { !["tomb", "musr", "accc"].contains($0.key) })
    }

    @Test func `3.7.4 the secret of an add is given back as it was`() {
        let answer = keychain.adding(
            item.with([kSecValueData: secret, kSecReturnData: true, kSecReturnAttributes: true]))
        #expect(answer.attributes["v_Data"] == secret)
    }

    @Test func `3.7.6 dates are dates and come back to the bit`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        let found = keychain.attributes()
        let created = found["cdat"]?.seconds ?? .nan
        #expect(abs(created - Date().timeIntervalSinceReferenceDate) < 60)
        #expect(keychain.status(of: generic([kSecAttrCreationDate: .date(created)])) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecAttrCreationDate: .date(created.nextUp)])) == errSecItemNotFound)
        #expect(keychain.status(of: generic([kSecAttrCreationDate: .date(.nan)])) == errSecItemNotFound)
    }

    @Test(arguments: ShapeRow.all)
    func `3.7.10 a search by reference gives what a search by attributes gives`(row: ShapeRow) {
        #expect(keychain.add(item.with([kSecValueData: secret])) == errSecSuccess)
        let byReference: Entries = [kSecValuePersistentRef: keychain.reference(item) ?? .null]
        #expect(keychain.find(byReference.with(row.entries)).value == keychain.find(item.with(row.entries)).value)
        #expect(keychain.find(byReference.with(row.entries)).status == errSecSuccess)
    }
}
