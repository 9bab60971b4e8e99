// The item digest `sha1`, computed here a second time from what a program sees
// (Documentation/Reference/Formats/SealedItem.md §6).
// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation
import Security
import Testing

@Suite struct ItemDigestTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        switch content.count {
        case ..<0x80: [tag, UInt8(content.count)] + content
        case ..<0x100: [tag, 0x81, UInt8(content.count)] + content
        default: [tag, 0x82, UInt8(content.count >> 8), UInt8(content.count & 0xff)] + content
        }
    }

    private func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    private func encoded(_ value: Value) -> [UInt8] {
        switch value {
        case .text(let text): element(0x0c, Array(text.utf8))
        case .data(let data): element(0x04, Array(data))
        case .date(let seconds): element(0x04, bytes(of: seconds.bitPattern))
        case .number(let number): element(0x02, [UInt8(truncatingIfNeeded: number)])  // small ones only
        default: []
        }
    }

    /// SHA-1 over the DER set of name and value of everything that describes an item.
    private func digest(of attributes: [String: Value], secret: Value?) -> Value {
        var described = attributes.filter { !["sha1", "musr", "accc"].contains($0.key) }
        described["v_Data"] = secret
        let pairs = described.map { element(0x30, element(0x0c, Array($0.key.utf8)) + encoded($0.value)) }
        let set = element(0x31, pairs.sorted { $0.lexicographicallyPrecedes($1) }.flatMap(\.self))
        return .data(Data(Insecure.SHA1.hash(data: set)))
    }

    @Test(arguments: [nil, Value.data(Data()), .secret("secret"), .data(Data(repeating: 7, count: 300))])
    func `the digest covers attributes and secret`(secret: Value?) {
        var item = generic([kSecAttrAccount: "me", kSecAttrLabel: .bytes("label"), kSecAttrCreator: 7])
        item[kSecValueData] = secret
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.attributes()["sha1"] == digest(of: keychain.attributes(), secret: secret))
    }

    @Test func `the digest follows every change`() {
        #expect(keychain.add(generic([kSecValueData: .secret("one")])) == errSecSuccess)
        for change in [[kSecValueData: .secret("two")], [kSecAttrLabel: "label"], [kSecAttrAccount: "me"]] as [Entries]
        {
            #expect(keychain.update(generic(), change) == errSecSuccess)
            let secret = keychain.secret()
            #expect(keychain.attributes()["sha1"] == digest(of: keychain.attributes(), secret: secret))
        }
    }

    @Test func `the digest of an item whose secret needs a proof leaves the secret out`() {
        let control = Value.accessControl(kSecAttrAccessibleWhenUnlocked, .userPresence)
        #expect(
            keychain.add(generic([kSecAttrAccessControl: control, kSecValueData: .secret("pin")])) == errSecSuccess)
        #expect(keychain.attributes()["sha1"] == digest(of: keychain.attributes(), secret: nil))
    }
}
