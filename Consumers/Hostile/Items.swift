// The items of the tests, through Apple's API.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Items of one service. An item's secret follows from its account and version, so that a wrong one is noticed.
enum Items {
    private static let service = "hostile.example.org"

    private static func names(_ account: String) -> [CFString: Any] {
        [kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecAttrAccount: account]
    }

    /// - Parameter always: it opens without the password of the keychain.
    static func add(_ account: String, secret: Data, always: Bool = false) -> OSStatus {
        var item = names(account)
        if always { item[kSecAttrAccessible] = kSecAttrAccessibleAlways }
        item[kSecAttrLabel] = "Label of \(account)"
        item[kSecValueData] = secret
        return SecItemAdd(item as CFDictionary, nil)
    }

    static func update(_ account: String, secret: Data) -> OSStatus {
        SecItemUpdate(names(account) as CFDictionary, [kSecValueData: secret] as CFDictionary)
    }

    static func delete(_ account: String) -> OSStatus { SecItemDelete(names(account) as CFDictionary) }

    static func read(_ account: String) -> (status: OSStatus, secret: Data?) {
        var query = names(account)
        query[kSecReturnData] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        return (status, result as? Data)
    }

    /// Every account with its secret.
    static func all() throws -> [String: Data] {
        let query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword, kSecAttrService: service, kSecMatchLimit: kSecMatchLimitAll,
            kSecReturnAttributes: true, kSecReturnData: true,
        ]
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        if status == errSecItemNotFound { return [:] }
        guard status == errSecSuccess, let rows = result as? [[String: Any]] else {
            throw Violation("reading all items answers \(status)")
        }
        var items: [String: Data] = [:]
        for row in rows {
            guard let account = row[kSecAttrAccount as String] as? String,
                let secret = row[kSecValueData as String] as? Data
            else { throw Violation("an item has no account or no data") }
            guard items.updateValue(secret, forKey: account) == nil else {
                throw Violation("\(account) is there twice")
            }
        }
        return items
    }

    /// Mostly short, one in ten up to 12 kB, so that rows spill over several pages of the file.
    static func secret(of account: String, version: Int) -> Data {
        let name = "\(account)/\(version)/"
        let seed = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        let random = seed >> 16
        let count = random % 10 == 0 ? Int(random / 10 % 12_000) : Int(random / 10 % 120)
        return Data(name.utf8) + Data(repeating: UInt8(truncatingIfNeeded: seed >> 8), count: count)
    }
}
