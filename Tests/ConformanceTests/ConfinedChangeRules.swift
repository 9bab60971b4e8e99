// A match key confines an update or a delete as it confines a search, and never widens it (reference 3.5.1, 3.6.1).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

/// What is done to the items that a query names.
enum Change: CaseIterable, Sendable { case update, delete }

@Suite(.everyTransport) struct ConfinedChangeRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    /// Does it, and says which items it was done to, by their accounts, labels or serial numbers.
    private func touched(
        _ change: Change, by query: Entries, naming attribute: CFString = kSecAttrAccount,
        status: OSStatus = errSecSuccess, sourceLocation: SourceLocation = #_sourceLocation
    ) -> [Value?] {
        let everything: Entries = [kSecClass: query[kSecClass] ?? .null]
        let before = keychain.list(attribute, everything)
        switch change {
        case .update:
            #expect(
                keychain.update(query, [kSecAttrLabel: "touched"]) == status, sourceLocation: sourceLocation)
            return keychain.list(attribute, everything.with([kSecAttrLabel: "touched"]))
        case .delete:
            #expect(keychain.delete(query) == status, sourceLocation: sourceLocation)
            let after = keychain.list(attribute, everything)
            return before.filter { !after.contains($0) }
        }
    }

    private func addPasswords() {
        for (name, server) in [("a", "example.org"), ("b", "mail.example.com"), ("c", "Example.org")] {
            #expect(keychain.add(generic([kSecAttrAccount: .text(name)])) == errSecSuccess)
            let item: Entries = [kSecAttrAccount: .text(name), kSecAttrServer: .text(server)]
            #expect(keychain.add(internet(item)) == errSecSuccess)
        }
    }

    @Test(arguments: Change.allCases)
    func `3.5.1 a limit of one is the first that matches, in the order of creation`(change: Change) {
        addPasswords()
        #expect(touched(change, by: generic([kSecMatchLimit: .constant(kSecMatchLimitOne)])) == ["a"])
        let query = internet([kSecMatchLimit: 1, kSecAttrAccount: "b"])
        #expect(touched(change, by: query) == ["b"])
    }

    @Test(arguments: Change.allCases)
    func `3.5.1 a limit of two is two, all is all, none finds nothing`(change: Change) {
        addPasswords()
        #expect(touched(change, by: internet([kSecMatchLimit: 0]), status: errSecItemNotFound) == [])
        #expect(touched(change, by: generic([kSecMatchLimit: 2])) == ["a", "b"])
        #expect(touched(change, by: internet([kSecMatchLimit: all])) == ["a", "b", "c"])
    }

    @Test(arguments: Change.allCases)
    func `3.5.1 a list of items is those items`(change: Change) throws {
        addPasswords()
        let reference = try #require(keychain.reference(generic([kSecAttrAccount: "b"])))
        let object = try #require(keychain.find(internet([kSecAttrAccount: "c", kSecReturnRef: true])).value)
        #expect(touched(change, by: generic([kSecMatchItemList: .list([])]), status: errSecItemNotFound) == [])
        #expect(touched(change, by: generic([kSecMatchItemList: .list([object])]), status: errSecItemNotFound) == [])
        #expect(touched(change, by: internet([kSecMatchItemList: .list([object])])) == ["c"])
        let other = generic([kSecMatchItemList: .list([reference]), kSecAttrAccount: "a"])
        #expect(touched(change, by: other, status: errSecItemNotFound) == [])
        #expect(touched(change, by: generic([kSecMatchItemList: .list([reference])])) == ["b"])
        #expect(keychain.delete(generic([kSecMatchItemList: "b"])) == errSecParam)
    }

    @Test(arguments: Change.allCases)
    func `3.5.1 a host is its items and those below it, and only internet passwords have one`(change: Change) {
        addPasswords()
        let host: Entries = [kSecMatchHostOrSubdomainOfHost: "example.com"]
        #expect(touched(change, by: generic(host), status: errSecUnimplemented) == [])
        #expect(touched(change, by: internet(host)) == ["b"])
    }

    @Test(arguments: Change.allCases)
    func `3.5.1 how text is compared does not widen a change`(change: Change) {
        for name in ["é", "E", "e"] { #expect(keychain.add(generic([kSecAttrAccount: .text(name)])) == errSecSuccess) }
        let flags: Entries = [
            kSecMatchCaseInsensitive: true, kSecMatchDiacriticInsensitive: true, kSecMatchWidthInsensitive: true,
        ]
        #expect(touched(change, by: generic(flags.with([kSecAttrAccount: "e"]))) == ["e"])
        let wide = generic(flags.with([kSecAttrAccount: "ｅ"]))
        #expect(keychain.status(of: wide) == errSecSuccess)
        #expect(keychain.update(wide, [:]) == errSecItemNotFound)
        #expect(keychain.delete(wide) == errSecItemNotFound)
    }

    @Test(arguments: Change.allCases)
    func `3.5.1 keychains that are named are the ones that change`(change: Change) throws {
        let keychains = try ["one", "two", "three"].map { try keychain.another($0) }
        for other in keychains {
            #expect(keychain.add(generic([kSecAttrAccount: "me", kSecUseKeychain: other])) == errSecSuccess)
        }
        #expect(keychain.add(generic([kSecAttrAccount: "me"])) == errSecSuccess)
        func isUntouched(_ other: Value) -> Bool {
            let query = generic([kSecUseKeychain: other, kSecReturnAttributes: true])
            let answer = keychain.find(query)
            return answer.status == errSecSuccess && answer.attributes["labl"] == nil
        }
        func status(_ query: Entries) -> OSStatus {
            switch change {
            case .update: keychain.update(generic(query), [kSecAttrLabel: "touched"])
            case .delete: keychain.delete(generic(query))
            }
        }
        let missing = Value.keychain(keychain.home.path + "/missing.keychain-db")
        let list = Value.list([missing] + keychains)
        #expect(status([kSecMatchSearchList: .list([missing])]) == errSecItemNotFound)
        #expect(status([kSecMatchSearchList: list, kSecAttrAccount: "you"]) == errSecItemNotFound)
        #expect(status([kSecMatchSearchList: list, kSecMatchLimit: 0]) == errSecItemNotFound)
        #expect(keychains.map(isUntouched) == [true, true, true])
        #expect(status([kSecMatchSearchList: list, kSecMatchLimit: 1]) == errSecSuccess)
        #expect(keychains.map(isUntouched) == [false, true, true])
        #expect(status([kSecUseKeychain: keychains[2]]) == errSecSuccess)
        #expect(keychains.map(isUntouched) == [false, true, false])
        #expect(status([kSecMatchSearchList: list]) == errSecSuccess)
        #expect(keychains.map(isUntouched) == [false, false, false])
        #expect(keychain.attributes()["labl"] == nil)
        #expect(keychain.count == 1)
    }

    // MARK: Certificates

    private func add(_ subject: String, issuedBy issuer: String) {
        let item = certificate([
            kSecAttrLabel: .text(subject), kSecAttrSubject: .bytes(subject), kSecAttrIssuer: .bytes(issuer),
            kSecAttrSerialNumber: .bytes(subject), kSecAttrPublicKeyHash: .bytes(subject),
        ])
        #expect(keychain.add(item) == errSecSuccess)
    }

    @Test(arguments: Change.allCases)
    func `3.5.1 issuers leave the certificates below them`(change: Change) {
        add("root", issuedBy: "root")
        add("middle", issuedBy: "root")
        add("leaf", issuedBy: "middle")
        let query = certificate([kSecMatchIssuers: .list([.bytes("middle")])])
        #expect(touched(change, by: query, naming: kSecAttrSerialNumber) == [.bytes("leaf")])
        let nobody = certificate([kSecMatchIssuers: .list([.bytes("nobody")])])
        #expect(keychain.update(nobody, [kSecAttrLabel: "touched"]) == errSecItemNotFound)
        #expect(keychain.delete(nobody) == errSecItemNotFound)
        for wanted in [generic(), key()] {
            let query = wanted.with([kSecMatchIssuers: .list([.bytes("root")])])
            #expect(keychain.delete(query) == errSecUnimplemented)
        }
    }

    @Test(
        arguments: [
            (kSecMatchEmailAddressIfPresent, "s@example.org", "addresses in the subject as well"),
            (kSecMatchValidOnDate, .date(-1_000_000_000), "times of both forms"),
            (kSecMatchSubjectContains, "key p2", "openssl p256"),
            (kSecMatchSubjectStartsWith, "Latchkey", "openssl p256"),
            (kSecMatchSubjectEndsWith, "p256", "openssl p256"),
            (kSecMatchSubjectWholeString, "Latchkey p256", "openssl p256"), (kSecMatchTrustedOnly, true, nil),
        ] as [(CFString, Value, String?)], Change.allCases)
    func `3.5.1 what a certificate says leaves those that say it`(
        condition: (key: CFString, value: Value, name: String?), change: Change
    ) throws {
        let names = ["times of both forms", "openssl p256", "addresses in the subject as well"]
        for name in names {
            let found = try Vectors.all(StoredCertificate.self, in: "certificates.json") { $0.id == name }
            let item = certificate([
                kSecAttrLabel: .text(name), kSecAttrSerialNumber: .bytes(name), kSecAttrPublicKeyHash: .bytes(name),
                kSecValueData: .data(Data(try #require(found.first).der.bytes)),
            ])
            #expect(keychain.add(item) == errSecSuccess)
        }
        let found = keychain.list(kSecAttrSerialNumber, certificate([condition.key: condition.value]))
        #expect(found == (condition.name.map { [.bytes($0)] } ?? []))
        let changed = touched(
            change, by: certificate([condition.key: condition.value]), naming: kSecAttrSerialNumber,
            status: found.isEmpty ? errSecItemNotFound : errSecSuccess)
        #expect(changed == found)
    }

    // MARK: Identities

    private func addIdentities() -> [Value] {
        for name in ["one", "two", "three"] {
            #expect(keychain.addCertificate(name, forKey: name) == errSecSuccess)
            #expect(keychain.addPrivateKey(name) == errSecSuccess)
        }
        return keychain.find(identity([kSecMatchLimit: all, kSecReturnPersistentRef: true])).elements ?? []
    }

    @Test func `3.5.1 a delete of identities that is confined takes their certificates and their keys`() {
        let references = addIdentities()
        for nobody in [[kSecMatchItemList: .list([])], [kSecMatchLimit: 0]] as [Entries] {
            #expect(keychain.delete(identity(nobody)) == errSecItemNotFound)
        }
        #expect(keychain.identities() == ["one", "two", "three"])
        #expect(keychain.delete(identity([kSecMatchItemList: .list([references[1]])])) == errSecSuccess)
        #expect(keychain.identities() == ["one", "three"])
        #expect(keychain.list(kSecAttrApplicationLabel, key()) == [.bytes("one"), .bytes("three")])
        #expect(keychain.delete(identity([kSecMatchLimit: 1])) == errSecSuccess)
        #expect(keychain.list(kSecAttrApplicationLabel, key()) == [.bytes("three")])
        #expect(keychain.list(kSecAttrLabel, certificate()) == ["three"])
    }

    @Test func `3.5.1 an update of identities that is confined changes their certificates and their keys`() {
        let references = addIdentities()
        let change: Entries = [kSecAttrLabel: "new"]
        #expect(keychain.update(identity([kSecMatchLimit: 0]), change) == errSecItemNotFound)
        #expect(keychain.update(identity([kSecMatchItemList: .list([references[1]])]), change) == errSecSuccess)
        #expect(keychain.identities() == ["one", "new", "three"])
        let changed = key([kSecAttrLabel: "new"])
        #expect(keychain.list(kSecAttrApplicationLabel, changed) == [.bytes("two")])
    }

    @Test func `3.5.1 a key that another certificate needs stays when an identity is named`() {
        _ = addIdentities()
        #expect(keychain.addCertificate("again", forKey: "one") == errSecSuccess)
        #expect(keychain.delete(identity([kSecMatchLimit: 1])) == errSecSuccess)
        #expect(keychain.identities() == ["two", "three", "again"])
    }
}
