// Items that need the user, in a search (reference 3.4.6).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct AuthenticationRules {
    let keychain: Keychain
    private static let control = Value.accessControl(kSecAttrAccessibleWhenUnlocked, .userPresence)

    init() throws {
        keychain = try Keychain()
        let item: Entries = [kSecAttrAccount: "guarded", kSecAttrAccessControl: Self.control]
        #expect(keychain.add(generic(item.with([kSecValueData: .secret("guarded secret")]))) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: "plain", kSecValueData: .secret("secret")])) == errSecSuccess)
    }

    private let guarded = generic([kSecAttrAccount: "guarded"])

    @Test(
        arguments: [
            // The keychain has no password, and the machine no fingers: there is nothing to ask for.
            (nil, errSecAuthFailed, nil), (kSecUseAuthenticationUIAllow, errSecAuthFailed, nil),
            (kSecUseAuthenticationUIFail, errSecInteractionNotAllowed, nil),
            (kSecUseAuthenticationUISkip, errSecSuccess, [.secret("secret")]),
        ] as [(CFString?, OSStatus, [Value]?)])
    func `3.4.6 a search for all secrets fails or skips`(way: CFString?, status: OSStatus, secrets: [Value]?) {
        var query = generic([kSecMatchLimit: all, kSecReturnData: true])
        query[kSecUseAuthenticationUI] = way.map(Value.constant)
        let answer = keychain.find(query)
        #expect(answer.status == status)
        #expect(answer.elements == secrets)
    }

    @Test func `3.4.6 skipping the only item finds nothing`() {
        let skip: Entries = [kSecUseAuthenticationUI: .constant(kSecUseAuthenticationUISkip)]
        #expect(keychain.status(of: guarded.with(skip).with([kSecReturnData: true])) == errSecItemNotFound)
        #expect(keychain.status(of: guarded.with(skip)) == errSecSuccess)
    }

    @Test func `3.4.6 of an identity a proof is needed for the half that is given`() {
        #expect(keychain.addCertificate("first", forKey: "one", [kSecAttrAccessControl: Self.control]) == errSecSuccess)
        #expect(keychain.addPrivateKey("one") == errSecSuccess)
        #expect(keychain.secret(identity()) == .secret("key one"))
        #expect(keychain.status(of: identity([kSecReturnPersistentRef: true])) == errSecSuccess)
        #expect(keychain.status(of: identity([kSecReturnAttributes: true])) == errSecAuthFailed)
        #expect(keychain.addCertificate("second", forKey: "two") == errSecSuccess)
        #expect(keychain.addPrivateKey("two", [kSecAttrAccessControl: Self.control]) == errSecSuccess)
        let second = identity([kSecAttrLabel: "second"])
        #expect(keychain.status(of: second.with([kSecReturnAttributes: true])) == errSecSuccess)
        #expect(keychain.status(of: second.with([kSecReturnData: true])) == errSecAuthFailed)
    }

    @Test func `3.4.6 the old switch against prompts fails too`() {
        let query = guarded.with([kSecUseNoAuthenticationUI: true, kSecReturnData: true])
        #expect(keychain.status(of: query) == errSecInteractionNotAllowed)
    }

    @Test func `3.5.11 a change takes no condition away without a proof`() {
        let open = Value.accessControl(kSecAttrAccessibleWhenUnlocked)
        #expect(keychain.update(guarded, [kSecAttrAccessControl: open]) == errSecAuthFailed)
        #expect(keychain.update(guarded, [kSecAttrAccessible: "dk"]) == errSecAuthFailed)
        let newSecret: Entries = [kSecAttrAccessControl: open, kSecValueData: .bytes("new")]
        #expect(keychain.update(guarded, newSecret) == errSecAuthFailed)
        #expect(keychain.attributes(guarded)["accc"] == Self.control)
        #expect(keychain.attributes(guarded)["pdmn"] == "ak")
    }

    @Test func `3.6.5 an item can be changed and deleted without being read`() {
        #expect(keychain.update(guarded, [kSecAttrLabel: "label", kSecValueData: .secret("new")]) == errSecSuccess)
        #expect(keychain.attributes(guarded)["labl"] == "label")
        #expect(keychain.attributes(guarded)["accc"] == Self.control)
        #expect(keychain.status(of: guarded.with([kSecReturnData: true])) == errSecAuthFailed)
        #expect(keychain.delete(guarded) == errSecSuccess)
        #expect(keychain.count == 1)
    }

    @Test func `3.1.12 a search compares the class of an access control only`() {
        let ak = Value.accessControl(kSecAttrAccessibleWhenUnlocked, .devicePasscode)
        let query = generic([kSecAttrAccessControl: ak, kSecMatchLimit: all, kSecReturnAttributes: true])
        #expect(keychain.find(query).items.count == 2)
        let ck = Value.accessControl(kSecAttrAccessibleAfterFirstUnlock, .userPresence)
        #expect(keychain.status(of: query.with([kSecAttrAccessControl: ck])) == errSecItemNotFound)
    }
}
