// Items that ask for a proof, and the objects that say so (reference 3.14).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct AccessControlTests {
    let keychain: Keychain
    private static let control = Value.accessControl(kSecAttrAccessibleWhenUnlocked, .userPresence)

    init() throws {
        keychain = try Keychain()
        let item: Entries = [kSecAttrAccount: "guarded", kSecAttrAccessControl: Self.control]
        #expect(keychain.add(generic(item.with([kSecValueData: .secret("guarded secret")]))) == errSecSuccess)
        #expect(keychain.add(generic([kSecAttrAccount: "plain", kSecValueData: .secret("secret")])) == errSecSuccess)
    }

    private let guarded = generic([kSecAttrAccount: "guarded"])

    @Test func `attributes are readable, the secret is not`() {
        #expect(keychain.attributes(guarded)["acct"] == "guarded")
        #expect(keychain.status(of: guarded) == errSecSuccess)
        #expect(keychain.reference(guarded) != nil)
        let sentinel = NSObject()
        let answer = keychain.find(guarded.with([kSecReturnData: true, kSecReturnAttributes: true]), over: sentinel)
        // The keychain has no password to ask for.
        #expect(answer.status == errSecAuthFailed)
        #expect(answer.object === sentinel)
    }

    @Test func `a change that contradicts itself is refused, whether anything matches or not`() {
        let change: Entries = [kSecAttrAccessControl: Self.control, kSecAttrAccessible: "ck"]
        #expect(keychain.update(guarded, change) == errSecParam)
        #expect(keychain.update(generic([kSecAttrAccount: "nobody"]), change) == errSecParam)
    }

    @Test func `a change that nothing matches finds nothing, whatever it wants`() {
        let passwordClass = Value.accessControl(kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
        #expect(keychain.update(guarded, [kSecAttrLabel: "x", kSecAttrAccessControl: Self.control]) == errSecSuccess)
        let plain = generic([kSecAttrAccount: "plain"])
        #expect(keychain.update(plain, [kSecAttrAccessControl: passwordClass]) == errSecAuthFailed)
        let nobody = generic([kSecAttrAccount: "nobody"])
        #expect(keychain.update(nobody, [kSecAttrAccessControl: passwordClass]) == errSecItemNotFound)
        #expect(keychain.update(nobody, [kSecAttrAccessible: "akpu"]) == errSecItemNotFound)
    }

    @Test(arguments: [SecAccessControlCreateFlags(), .privateKeyUsage])
    func `without a condition on reading the secret is readable`(flags: SecAccessControlCreateFlags) {
        let control = Value.accessControl(kSecAttrAccessibleAfterFirstUnlock, flags)
        let item = generic([kSecAttrAccount: "me", kSecAttrAccessControl: control, kSecValueData: .secret("open")])
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.secret(generic([kSecAttrAccount: "me"])) == .secret("open"))
        #expect(keychain.attributes(generic([kSecAttrAccount: "me"]))["accc"] == control)
    }

    @Test(arguments: [
        SecAccessControlCreateFlags.biometryAny, .devicePasscode, .companion, [.biometryAny, .or, .devicePasscode],
        [.biometryAny, .and, .devicePasscode], [.privateKeyUsage, .userPresence],
    ])
    func `every condition guards the secret`(flags: SecAccessControlCreateFlags) {
        let control = Value.accessControl(kSecAttrAccessibleWhenUnlocked, flags)
        let query = generic([kSecAttrAccount: "me"])
        #expect(
            keychain.add(query.with([kSecAttrAccessControl: control, kSecValueData: .secret("x")])) == errSecSuccess)
        #expect(keychain.status(of: query.with([kSecReturnData: true])) == errSecAuthFailed)
        let fail: Entries = [kSecReturnData: true, kSecUseAuthenticationUI: .constant(kSecUseAuthenticationUIFail)]
        #expect(keychain.status(of: query.with(fail)) == errSecInteractionNotAllowed)
    }

    @Test(arguments: [SecAccessControlCreateFlags.biometryCurrentSet, [.biometryCurrentSet, .or, .devicePasscode]])
    func `nothing is bound to fingers that nobody has enrolled`(flags: SecAccessControlCreateFlags) {
        let control = Value.accessControl(kSecAttrAccessibleWhenUnlocked, flags)
        let item = generic([kSecAttrAccount: "me", kSecAttrAccessControl: control, kSecValueData: .secret("x")])
        #expect(keychain.add(item) == errSecAuthFailed)
    }

    // MARK: The object

    @Test(arguments: ["", "AK", "genp", "x"])
    func `an unknown protection makes no access control`(name: String) {
        var error: Unmanaged<CFError>?
        #expect(unsafe SecAccessControlCreateWithFlags(nil, name as NSString, [], &error) == nil)
        let taken = unsafe error?.takeRetainedValue()
        #expect(taken?.code == Int(errSecParam))
        #expect(taken?.domain == NSOSStatusErrorDomain)
    }

    @Test(arguments: ["ak", "ck", "dk", "aku", "cku", "dku", "akpu", "f"])
    func `a known protection makes one`(name: String) {
        #expect(SecAccessControlCreateWithFlags(nil, name as NSString, .userPresence, nil) != nil)
    }

    @Test(
        arguments: [
            [.or, .and], [.biometryAny, .biometryCurrentSet], [.userPresence, .biometryAny], [.userPresence, .or],
            [.userPresence, .devicePasscode], [.userPresence, .companion],
            SecAccessControlCreateFlags(rawValue: 1 << 2),
        ] as [SecAccessControlCreateFlags])
    func `conditions that exclude each other make none`(flags: SecAccessControlCreateFlags) {
        var error: Unmanaged<CFError>?
        #expect(unsafe SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, flags, &error) == nil)
        #expect(unsafe error?.takeRetainedValue().code == Int(errSecParam))
    }

    @Test(
        arguments: [
            [], [.userPresence, .applicationPassword], [.userPresence, .privateKeyUsage],
            [.biometryAny, .or, .devicePasscode, .privateKeyUsage], [.or], [.and],
            [.applicationPassword, .and, .devicePasscode],
        ] as [SecAccessControlCreateFlags])
    func `conditions that go together make one`(flags: SecAccessControlCreateFlags) {
        #expect(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAlways, flags, nil) != nil)
    }

    @Test func `an object that comes back is the object that was given`() throws {
        let made = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, .userPresence, nil)
        let given = try #require(made)
        let result = keychain.find(guarded.with([kSecReturnAttributes: true])).object as? NSDictionary
        let back = try #require(result?[kSecAttrAccessControl] as AnyObject?)
        #expect(CFEqual(back, given))
        #expect(CFHash(back) == CFHash(given))
    }
}
