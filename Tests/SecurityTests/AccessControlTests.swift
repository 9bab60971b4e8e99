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
        #expect(answer.status == errSecInteractionNotAllowed)
        #expect(answer.object === sentinel)
    }

    @Test(
        arguments: [
            (nil, errSecInteractionNotAllowed, nil), (kSecUseAuthenticationUIAllow, errSecInteractionNotAllowed, nil),
            (kSecUseAuthenticationUIFail, errSecInteractionNotAllowed, nil),
            (kSecUseAuthenticationUISkip, errSecSuccess, [.secret("secret")]),
        ] as [(CFString?, OSStatus, [Value]?)])
    func `a search for all secrets fails or skips`(way: CFString?, status: OSStatus, secrets: [Value]?) {
        var query = generic([kSecMatchLimit: all, kSecReturnData: true])
        query[kSecUseAuthenticationUI] = way.map(Value.constant)
        let answer = keychain.find(query)
        #expect(answer.status == status)
        #expect(answer.elements == secrets)
    }

    @Test func `skipping the only item finds nothing`() {
        let skip: Entries = [kSecUseAuthenticationUI: .constant(kSecUseAuthenticationUISkip)]
        #expect(keychain.status(of: guarded.with(skip).with([kSecReturnData: true])) == errSecItemNotFound)
        #expect(keychain.status(of: guarded.with(skip)) == errSecSuccess)
    }

    @Test func `the old switch against prompts fails too`() {
        let query = guarded.with([kSecUseNoAuthenticationUI: true, kSecReturnData: true])
        #expect(keychain.status(of: query) == errSecInteractionNotAllowed)
    }

    @Test func `an item can be changed and deleted without being read`() {
        #expect(keychain.update(guarded, [kSecAttrLabel: "label", kSecValueData: .secret("new")]) == errSecSuccess)
        #expect(keychain.attributes(guarded)["labl"] == "label")
        #expect(keychain.attributes(guarded)["accc"] == Self.control)
        #expect(keychain.status(of: guarded.with([kSecReturnData: true])) == errSecInteractionNotAllowed)
        #expect(keychain.delete(guarded) == errSecSuccess)
        #expect(keychain.count == 1)
    }

    @Test func `a change takes no condition away without a proof`() {
        let open = Value.accessControl(kSecAttrAccessibleWhenUnlocked)
        #expect(keychain.update(guarded, [kSecAttrAccessControl: open]) == errSecInteractionNotAllowed)
        #expect(keychain.update(guarded, [kSecAttrAccessible: "dk"]) == errSecInteractionNotAllowed)
        let newSecret: Entries = [kSecAttrAccessControl: open, kSecValueData: .bytes("new")]
        #expect(keychain.update(guarded, newSecret) == errSecInteractionNotAllowed)
        #expect(keychain.attributes(guarded)["accc"] == Self.control)
        #expect(keychain.attributes(guarded)["pdmn"] == "ak")
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

    @Test func `a search compares the class of an access control only`() {
        let ak = Value.accessControl(kSecAttrAccessibleWhenUnlocked, .devicePasscode)
        let query = generic([kSecAttrAccessControl: ak, kSecMatchLimit: all, kSecReturnAttributes: true])
        #expect(keychain.find(query).items.count == 2)
        let ck = Value.accessControl(kSecAttrAccessibleAfterFirstUnlock, .userPresence)
        #expect(keychain.status(of: query.with([kSecAttrAccessControl: ck])) == errSecItemNotFound)
    }

    @Test(arguments: [SecAccessControlCreateFlags(), .privateKeyUsage, [.privateKeyUsage, .userPresence]])
    func `without a condition on reading the secret is readable`(flags: SecAccessControlCreateFlags) {
        let control = Value.accessControl(kSecAttrAccessibleAfterFirstUnlock, flags)
        let item = generic([kSecAttrAccount: "me", kSecAttrAccessControl: control, kSecValueData: .secret("open")])
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.secret(generic([kSecAttrAccount: "me"])) == .secret("open"))
        #expect(keychain.attributes(generic([kSecAttrAccount: "me"]))["accc"] == control)
    }

    @Test(arguments: [
        SecAccessControlCreateFlags.biometryAny, .biometryCurrentSet, .devicePasscode, .companion,
        [.biometryAny, .or, .devicePasscode], [.biometryCurrentSet, .and, .devicePasscode],
    ])
    func `every condition guards the secret`(flags: SecAccessControlCreateFlags) {
        let control = Value.accessControl(kSecAttrAccessibleWhenUnlocked, flags)
        let query = generic([kSecAttrAccount: "me"])
        #expect(
            keychain.add(query.with([kSecAttrAccessControl: control, kSecValueData: .secret("x")])) == errSecSuccess)
        #expect(keychain.status(of: query.with([kSecReturnData: true])) == errSecInteractionNotAllowed)
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
