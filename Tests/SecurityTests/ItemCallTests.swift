// The four calls as programs use them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

@Suite struct ItemCallTests {
    let home: TemporaryHome
    let calls: ItemCalls

    init() throws {
        home = try TemporaryHome()
        calls = ItemCalls(client: home.client)
    }

    @Test func `an added password comes back`() {
        let item: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me", kSecAttrService: "there",
            kSecValueData: TestSecret("secret").data,
        ]
        #expect(unsafe calls.add(item as CFDictionary, nil) == errSecSuccess)
        #expect(unsafe calls.add(item as CFDictionary, nil) == errSecDuplicateItem)
        var result: CFTypeRef?
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrAccount: "me", kSecAttrService: "there", kSecReturnData: true,
        ]
        #expect(unsafe calls.copyMatching(query as CFDictionary, &result) == errSecSuccess)
        #expect(result as? Data == TestSecret("secret").data)
    }
}
