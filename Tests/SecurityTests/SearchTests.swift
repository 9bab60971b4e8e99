// Match keys that passwords do not have (reference 3.2.4 to 3.2.9).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security
import Testing

@Suite struct SearchTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    @Test func `match keys of certificates are ignored for passwords`() {
        #expect(keychain.add(generic()) == errSecSuccess)
        let ignored: Entries = [
            kSecMatchSearchList: .list([]), kSecMatchSubjectContains: "x", kSecMatchTrustedOnly: true,
            kSecMatchValidOnDate: .date(0),
        ]
        #expect(keychain.status(of: generic(ignored)) == errSecSuccess)
    }

    @Test(arguments: [kSecMatchIssuers, kSecMatchPolicy])
    func `issuers and policies are for certificates`(key: CFString) {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: generic([key: .list([.bytes("name")])])) == errSecUnimplemented)
    }
}
