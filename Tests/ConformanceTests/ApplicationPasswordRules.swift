// Items under a password of the program's own (reference 3.3.15, 3.4.6, 3.5.11, 3.14).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct ApplicationPasswordRules {
    let keychain: Keychain
    private static let control = Value.accessControl(kSecAttrAccessibleWhenUnlocked, .applicationPassword)
    private let sealed = generic([kSecAttrAccount: "sealed"])

    init() throws { keychain = try Keychain() }

    /// With a context that holds `password`.
    private func context(_ password: TestSecret?) -> Entries { [kSecUseAuthenticationContext: .context(password)] }

    private func addSealed(_ account: String = "sealed", _ password: TestSecret? = "own") -> OSStatus {
        keychain.add(
            generic([
                kSecAttrAccount: .text(account), kSecAttrAccessControl: Self.control,
                kSecValueData: .secret("of \(account)"), kSecUseAuthenticationContext: .context(password),
            ]))
    }

    @Test func `3.3.15 an item under an application password is not added without one`() {
        #expect(addSealed("sealed", nil) == errSecInteractionNotAllowed)
        #expect(addSealed("sealed", "") == errSecInteractionNotAllowed)
        let item = generic([kSecAttrAccessControl: Self.control, kSecValueData: .secret("of nobody")])
        #expect(keychain.add(item) == errSecInteractionNotAllowed)
        #expect(keychain.count == 0)
        #expect(addSealed() == errSecSuccess)
        #expect(addSealed() == errSecDuplicateItem)
    }

    @Test func `3.3.15 the secret is given for the password alone, and the attributes without it`() {
        #expect(addSealed() == errSecSuccess)
        #expect(keychain.secret(sealed.with(context("own"))) == .secret("of sealed"))
        let wanted = sealed.with([kSecReturnData: true])
        #expect(keychain.status(of: wanted) == errSecInteractionNotAllowed)
        #expect(keychain.status(of: wanted.with(context(nil))) == errSecInteractionNotAllowed)
        #expect(keychain.status(of: wanted.with(context("other"))) == errSecAuthFailed)
        #expect(keychain.attributes(sealed)["accc"] == Self.control)
        let forbidden: Entries = [kSecUseAuthenticationUI: .constant(kSecUseAuthenticationUIFail)]
        #expect(keychain.secret(sealed.with(context("own")).with(forbidden)) == .secret("of sealed"), "nobody is asked")
    }

    @Test func `3.3.15 what is added comes back in the result of the add`() {
        let item = sealed.with(context("own")).with([
            kSecAttrAccessControl: Self.control, kSecValueData: .secret("of sealed"), kSecReturnData: true,
        ])
        #expect(keychain.adding(item).value == .secret("of sealed"))
    }

    @Test func `3.4.6 a search for all secrets needs the password or leaves the item out`() {
        #expect(addSealed() == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: "plain", kSecValueData: .secret("plain")])) == errSecSuccess)
        #expect(addSealed("second") == errSecSuccess)
        let query = generic([kSecMatchLimit: all, kSecReturnData: true])
        #expect(keychain.status(of: query) == errSecInteractionNotAllowed)
        let skip: Entries = [kSecUseAuthenticationUI: .constant(kSecUseAuthenticationUISkip)]
        #expect(keychain.find(query.with(skip)).elements == [.secret("plain")])
        let everything: [Value] = [.secret("of sealed"), .secret("plain"), .secret("of second")]
        #expect(keychain.find(query.with(context("own"))).elements == everything)
        #expect(keychain.find(query.with(context("own")).with(skip)).elements == everything)
        #expect(addSealed("foreign", "another") == errSecSuccess)
        #expect(keychain.status(of: query.with(context("own"))) == errSecAuthFailed)
        #expect(keychain.find(query.with(context("own")).with(skip)).elements == everything)
        #expect(keychain.secret(generic([kSecAttrAccount: "second"]).with(context("own"))) == .secret("of second"))
    }

    @Test func `3.5.11 the password is needed to change the secret or the access control, not the attributes`() {
        #expect(addSealed() == errSecSuccess)
        #expect(keychain.update(sealed, [kSecAttrLabel: "label", kSecAttrAccount: "renamed"]) == errSecSuccess)
        let renamed = generic([kSecAttrAccount: "renamed"])
        let open = Value.accessControl(kSecAttrAccessibleWhenUnlocked)
        for change in [
            [kSecValueData: .secret("new")], [kSecAttrAccessControl: open], [kSecAttrAccessible: "dk"],
            [kSecAttrAccessControl: open, kSecValueData: .secret("new")],
        ] as [Entries] {
            #expect(keychain.update(renamed, change) == errSecInteractionNotAllowed)
            #expect(keychain.update(renamed.with(context("other")), change) == errSecAuthFailed)
        }
        #expect(keychain.secret(renamed.with(context("own"))) == .secret("of sealed"))
        #expect(keychain.attributes(renamed)["accc"] == Self.control && keychain.attributes(renamed)["pdmn"] == "ak")
        #expect(keychain.update(renamed.with(context("own")), [kSecValueData: .secret("new")]) == errSecSuccess)
        #expect(keychain.secret(renamed.with(context("own"))) == .secret("new"))
        #expect(keychain.update(renamed.with(context("own")), [kSecAttrAccessible: "ck"]) == errSecSuccess)
        #expect(keychain.secret(renamed.with(context("own"))) == .secret("new"))
        #expect(keychain.status(of: renamed.with([kSecReturnData: true])) == errSecInteractionNotAllowed)
        #expect(keychain.update(renamed.with(context("own")), [kSecAttrAccessControl: open]) == errSecSuccess)
        #expect(keychain.secret(renamed) == .secret("new"))
    }

    @Test func `3.5.11 an item gets an application password`() {
        #expect(keychain.add(sealed.with([kSecValueData: .secret("plain")])) == errSecSuccess)
        #expect(keychain.update(sealed, [kSecAttrAccessControl: Self.control]) == errSecInteractionNotAllowed)
        #expect(keychain.secret(sealed) == .secret("plain"))
        #expect(keychain.update(sealed.with(context("own")), [kSecAttrAccessControl: Self.control]) == errSecSuccess)
        #expect(keychain.status(of: sealed.with([kSecReturnData: true])) == errSecInteractionNotAllowed)
        #expect(keychain.secret(sealed.with(context("own"))) == .secret("plain"))
    }

    @Test func `3.6.5 an item is found by its reference, and deleted without its application password`() {
        #expect(addSealed() == errSecSuccess)
        let reference = keychain.reference(sealed) ?? .null
        let query: Entries = [kSecValuePersistentRef: reference, kSecReturnData: true]
        #expect(keychain.status(of: query) == errSecInteractionNotAllowed)
        #expect(keychain.find(query.with(context("own"))).value == .secret("of sealed"))
        #expect(keychain.delete([kSecValuePersistentRef: reference]) == errSecSuccess)
        #expect(keychain.count == 0)
    }

    @Test func `3.4.6 the key of an identity may be under an application password`() {
        #expect(keychain.addCertificate("first", forKey: "one") == errSecSuccess)
        let guarded: Entries = [kSecAttrAccessControl: Self.control]
        #expect(keychain.addPrivateKey("one", guarded) == errSecInteractionNotAllowed)
        #expect(keychain.addPrivateKey("one", guarded.with(context("own"))) == errSecSuccess)
        #expect(keychain.status(of: identity([kSecReturnAttributes: true])) == errSecSuccess)
        #expect(keychain.status(of: identity([kSecReturnData: true])) == errSecInteractionNotAllowed)
        #expect(keychain.status(of: identity([kSecReturnData: true]).with(context("other"))) == errSecAuthFailed)
        #expect(keychain.secret(identity().with(context("own"))) == .secret("key one"))
    }
}
