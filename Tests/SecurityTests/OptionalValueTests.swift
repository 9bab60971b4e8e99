// Optionals of Security objects in dictionaries, as `as Any` puts them there.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct OptionalValueTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test func `an optional access control is the access control`() throws {
        let control = SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleAfterFirstUnlock, [], nil)
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "alice", kSecAttrAccessControl: control as Any,
        ]
        #expect(unsafe keychain.calls.add(item as CFDictionary, nil) == errSecSuccess)
        #expect(keychain.attributes()["pdmn"] == .text("ck"))
    }

    @Test func `an optional certificate is the certificate, and none is refused`() throws {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/PKCS12/leaf.der")
        let certificate = SecCertificateCreateWithData(nil, try Data(contentsOf: url) as CFData)
        let item: [CFString: Any] = [kSecValueRef: certificate as Any]
        #expect(unsafe keychain.calls.add(item as CFDictionary, nil) == errSecSuccess)
        #expect(unsafe keychain.calls.add(item as CFDictionary, nil) == errSecDuplicateItem)
        let absent: SecCertificate? = nil
        let nothing: [CFString: Any] = [kSecValueRef: absent as Any]
        #expect(unsafe keychain.calls.add(nothing as CFDictionary, nil) == errSecParam)
    }
}
