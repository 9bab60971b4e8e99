// What SecItemAdd refuses, and what it must not (reference 3.3.7, 3.3.8, 3.3.13 to 3.3.18).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct AddRefusalRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test(arguments: [SecAccessControlCreateFlags(), .userPresence, .privateKeyUsage])
    func `3.3.13 a synchronizable item has no access control`(flags: SecAccessControlCreateFlags) {
        let item = generic([kSecAttrAccessControl: .accessControl(kSecAttrAccessibleWhenUnlocked, flags)])
        #expect(keychain.add(item.with([kSecAttrSynchronizable: true])) == errSecParam)
        #expect(keychain.count == 0)
        #expect(keychain.add(item) == errSecSuccess)
        let answer = keychain.update(generic(), [kSecAttrSynchronizable: true])
        #expect(answer == errSecParam)
    }

    @Test func `3.3.14 the class that needs a password is refused in a keychain without one`() {
        #expect(keychain.add(generic([kSecAttrAccessible: "akpu"])) == errSecAuthFailed)
        let control = Value.accessControl(kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly)
        #expect(keychain.add(generic([kSecAttrAccessControl: control])) == errSecAuthFailed)
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [kSecAttrAccessible: "akpu"]) == errSecAuthFailed)
        #expect(keychain.attributes()["pdmn"] == "ak")
    }

    @Test(arguments: [
        kSecMatchLimit, kSecMatchCaseInsensitive, kSecMatchItemList, kSecMatchSearchList, kSecMatchIssuers,
        kSecMatchPolicy, kSecMatchHostOrSubdomainOfHost, kSecMatchTrustedOnly, kSecMatchValidOnDate,
        kSecMatchSubjectContains, kSecMatchEmailAddressIfPresent,
    ])
    func `3.3.16 a match key is refused and nothing is stored`(key: CFString) {
        for value in [all, 1, true, "text"] as [Value] {
            #expect(keychain.add(internet([key: value])) == errSecParam)
        }
        #expect(keychain.count == 0)
    }

    @Test func `3.3.16 a list of items is refused and nothing is stored`() {
        #expect(keychain.add(generic([kSecUseItemList: .list([])])) == errSecParam)
        #expect(keychain.count == 0)
    }

    @Test(arguments: [
        kSecAttrSecurityDomain, kSecAttrServer, kSecAttrProtocol, kSecAttrAuthenticationType, kSecAttrPort,
        kSecAttrPath,
        kSecAttrApplicationTag, kSecAttrApplicationLabel, kSecAttrKeyClass, kSecAttrSubject, kSecAttrIssuer,
        kSecAttrVolume, kSecAttrAddress, kSecAttrTokenOID, kSecDataInetExtraNotes,
    ])
    func `3.3.17 a generic password has no attribute of another class`(attribute: CFString) {
        for call in Call.allCases {
            #expect(call.status(generic([attribute: "value"]), in: keychain) == errSecNoSuchAttr, "\(call)")
        }
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.update(generic(), [attribute: "value"]) == errSecNoSuchAttr)
    }

    @Test(arguments: [kSecAttrService, kSecAttrGeneric, kSecAttrApplicationTag, kSecAttrSerialNumber, kSecAttrCanSign])
    func `3.3.17 an internet password has no attribute of another class`(attribute: CFString) {
        for call in Call.allCases {
            #expect(call.status(internet([attribute: "value"]), in: keychain) == errSecNoSuchAttr, "\(call)")
        }
        #expect(keychain.add(internet()) == errSecSuccess)
        #expect(keychain.update(internet(), [attribute: "value"]) == errSecNoSuchAttr)
    }

    @Test(arguments: [0, 1, 53, 54, 1024, 1025, 2_500_000])
    func `3.3.18 a secret of any size comes back`(count: Int) throws {
        var random = SeededGenerator(seed: UInt64(count))
        let words = (0..<(count + 7) / 8).map { _ in random.next() }
        let secret = unsafe words.withUnsafeBytes { unsafe Data($0.prefix(count)) }
        #expect(keychain.add(generic([kSecValueData: .data(secret)])) == errSecSuccess)
        let found = try #require(keychain.find(generic([kSecReturnData: true])).object as? NSData)
        #expect(found as Data == secret)
        #expect(keychain.update(generic(), [kSecAttrAccessible: "ck"]) == errSecSuccess)
        #expect(keychain.find(generic([kSecReturnData: true])).object as? NSData == found)
    }
}
