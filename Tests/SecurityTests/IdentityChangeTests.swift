// Updating and deleting identities (reference 3.5.14, 3.6.7).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct IdentityChangeTests {
    let keychain: Keychain

    init() throws {
        keychain = try Keychain(groups: ["TEAM123456.test", "TEAM123456.other"])
        let label: Entries = [kSecAttrLabel: "both"]
        #expect(keychain.addCertificate("first", forKey: "one", label) == errSecSuccess)
        #expect(keychain.addPrivateKey("one", label) == errSecSuccess)
    }

    private var reference: Value { keychain.reference(identity()) ?? .null }

    @Test func `the data of an identity is not replaced`() {
        #expect(keychain.update(identity(), [kSecValueData: .secret("new")]) == errSecParam)
        #expect(keychain.secret(identity()) == .secret("key one"))
    }

    @Test func `a deletion whose certificates match nothing leaves the keys`() {
        let lone: Entries = [kSecAttrLabel: "lone"]
        #expect(keychain.addPrivateKey("two", lone) == errSecSuccess)
        #expect(keychain.delete(identity(lone)) == errSecItemNotFound)
        let key = lone.with([kSecClass: .constant(kSecClassKey)])
        #expect(keychain.status(of: key) == errSecSuccess)
        #expect(keychain.update(identity(lone), [kSecAttrLabel: "new"]) == errSecItemNotFound)
        #expect(keychain.status(of: key) == errSecSuccess)
    }

    @Test func `certificates without a key are deleted, and not changed`() {
        let lone: Entries = [kSecAttrLabel: "lone"]
        #expect(keychain.addCertificate("second", forKey: "two", lone) == errSecSuccess)
        let certificate = lone.with([kSecClass: .constant(kSecClassCertificate)])
        #expect(keychain.update(identity(lone), [kSecAttrLabel: "new"]) == errSecItemNotFound)
        #expect(keychain.status(of: certificate) == errSecSuccess)
        #expect(keychain.delete(identity(lone)) == errSecSuccess)
        #expect(keychain.status(of: certificate) == errSecItemNotFound)
        #expect(keychain.status(of: identity([kSecAttrLabel: "both"])) == errSecSuccess, "the identity is another")
    }
}
