// The types of the attributes that come back (reference 3.7.5, 3.7.7).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import Security
import Testing

@Suite(.everyTransport) struct ResultTypeRules {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test(arguments: [kSecAttrIsInvisible, kSecAttrIsNegative, kSecAttrHasCustomIcon])
    func `3.7.5 a boolean comes back as a number`(attribute: CFString) {
        #expect(keychain.stored(true, as: attribute) == 1)
        #expect(keychain.status(of: generic([attribute: 1])) == errSecSuccess)
        #expect(keychain.status(of: generic([attribute: false])) == errSecItemNotFound)
    }

    @Test(arguments: [kSecAttrAccount, kSecAttrLabel, kSecAttrGeneric])
    func `3.7.7 text, data and numbers keep their type`(attribute: CFString) throws {
        for value in ["text", "", .bytes("data"), .data(Data([0xff, 0])), 7, -7, .number(1 << 40)] as [Value] {
            let keychain = try Keychain()
            #expect(keychain.add(generic([attribute: value])) == errSecSuccess)
            #expect(keychain.attributes()[attribute as String] == value)
        }
    }

    @Test func `3.7.7 a server given as data comes back as data`() {
        #expect(keychain.add(internet([kSecAttrServer: .bytes("example.org")])) == errSecSuccess)
        #expect(keychain.attributes(internet([kSecAttrServer: "example.org"]))["srvr"] == .bytes("example.org"))
    }
}
