// What holds for every class alike: codes, limits, order and locks (reference 3.1, 3.2.12, 3.13).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

private let classes = [
    kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey, kSecClassIdentity,
]

@Suite struct ClassCodeTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private func statuses(_ query: Entries) -> [OSStatus] {
        [keychain.status(of: query), keychain.update(query, [:]), keychain.delete(query)]
    }

    @Test(arguments: classes)
    func `a dictionary is refused alike for every class`(itemClass: CFString) {
        let query: Entries = [kSecClass: .constant(itemClass)]
        #expect(statuses(query) == Array(repeating: errSecItemNotFound, count: 3))
        for unknown in ["abcd", "xxxx"] {
            #expect(statuses(query.with([unknown as CFString: 1])) == Array(repeating: errSecNoSuchAttr, count: 3))
        }
        for refused in ["clip", "x", "longer than four", "u_Other", "m_Other"] {
            #expect(statuses(query.with([refused as CFString: 1])) == Array(repeating: errSecParam, count: 3))
            #expect(keychain.add(query.with([refused as CFString: 1])) == errSecParam)
        }
        #expect(keychain.status(of: query.with([kSecReturnData: "1"])) == errSecParam)
        #expect(keychain.status(of: query.with([kSecAttrAccessible: "zz"])) == errSecParam)
        #expect(keychain.status(of: query.with([kSecAttrAccessGroup: "foreign"])) == errSecMissingEntitlement)
        #expect(keychain.status(of: query.with([kSecAttrSharingGroup: "x"])) == errSecMissingEntitlement)
        #expect(keychain.status(of: query.with([kSecValueData: "text"])) == errSecParam)
        #expect(keychain.status(of: query.with([kSecUseItemList: .list([])])) == errSecParam)
        #expect(keychain.delete(query.with([kSecUseAuthenticationUI: "u_AuthUIS"])) == errSecParam)
    }

    private func addThree(_ itemClass: CFString) {
        for name in ["one", "two", "three"] {
            switch itemClass {
            case kSecClassIdentity:
                #expect(keychain.addCertificate(name, forKey: name) == errSecSuccess)
                #expect(keychain.addPrivateKey(name) == errSecSuccess)
            case kSecClassCertificate: #expect(keychain.addCertificate(name, forKey: name) == errSecSuccess)
            case kSecClassKey: #expect(keychain.addPrivateKey(name, [kSecAttrLabel: .text(name)]) == errSecSuccess)
            default:
                let item: Entries = [
                    kSecClass: .constant(itemClass), kSecAttrAccount: .text(name), kSecAttrLabel: .text(name),
                ]
                #expect(keychain.add(item) == errSecSuccess)
            }
        }
    }

    @Test(arguments: classes)
    func `limits and the order of creation hold for every class`(itemClass: CFString) {
        addThree(itemClass)
        let query: Entries = [kSecClass: .constant(itemClass), kSecReturnAttributes: true]
        func labels(_ limit: Value) -> [Value?] {
            keychain.find(query.with([kSecMatchLimit: limit])).items.map { $0["labl"] }
        }
        for everything in [all, -1, 3, 100] as [Value] { #expect(labels(everything) == ["one", "two", "three"]) }
        #expect(labels(2) == ["one", "two"])
        #expect(labels(-2) == ["one"])
        #expect(keychain.find(query.with([kSecMatchLimit: 0])).status == errSecItemNotFound)
        for one in [1, .constant(kSecMatchLimitOne)] as [Value] {
            #expect(keychain.find(query.with([kSecMatchLimit: one])).attributes["labl"] == "one")
        }
        #expect(keychain.find(query).attributes["labl"] == "one")
    }

    @Test(arguments: classes)
    func `without return keys there is nothing, or an array of nothing`(itemClass: CFString) {
        addThree(itemClass)
        let query: Entries = [kSecClass: .constant(itemClass)]
        #expect(keychain.find(query).object == nil)
        #expect(keychain.find(query.with([kSecMatchLimit: all])).elements == [])
    }

    @Test(arguments: [kSecClassGenericPassword, kSecClassInternetPassword, kSecClassCertificate, kSecClassKey])
    func `one locked item fails a search for all, a filter by class finds the others`(itemClass: CFString) throws {
        try keychain.client.create(password: "password")
        let name = itemClass === kSecClassCertificate ? kSecAttrIssuer : kSecAttrAccount
        for accessible in ["ak", "ck", "dk"] {
            let item: Entries = [
                kSecClass: .constant(itemClass), kSecAttrAccessible: .text(accessible),
                itemClass === kSecClassKey ? kSecAttrApplicationTag : name: .text(accessible),
                kSecValueData: .secret("secret \(accessible)"),
            ]
            #expect(keychain.add(item) == errSecSuccess)
        }
        try keychain.client.lock()
        let query: Entries = [kSecClass: .constant(itemClass), kSecMatchLimit: all, kSecReturnData: true]
        #expect(keychain.find(query).status == errSecInteractionNotAllowed)
        for accessible in ["ck", "dk"] {
            let found = keychain.find(query.with([kSecAttrAccessible: .text(accessible)]))
            #expect(found.elements == [.secret("secret \(accessible)")])
        }
        #expect(keychain.find(query.with([kSecAttrAccessible: "ak"])).status == errSecInteractionNotAllowed)
    }
}
