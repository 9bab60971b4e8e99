// What most programs write around the four calls: one value for each account of a service.
// SPDX-License-Identifier: Apache-2.0

import Security

/// The generic passwords of a service, in an access group or, without one, in the default group of the program.
struct Keychain {
    let service: String
    var accessGroup: String?

    struct Failure: Error {
        let status: OSStatus
    }

    /// Changes the value of an account, or adds it.
    func save(_ value: Data, account: String) throws {
        let change = [kSecValueData as String: value]
        let status = SecItemUpdate(query(account) as CFDictionary, change as CFDictionary)
        guard status == errSecItemNotFound else { return try check(status) }
        try check(SecItemAdd(query(account).merging(change) { $1 } as CFDictionary, nil))
    }

    /// The value of an account, or nil if there is none.
    func read(account: String) throws -> Data? {
        var query = query(account)
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status != errSecItemNotFound else { return nil }
        try check(status)
        return result as? Data
    }

    /// Every account of the service with its value.
    func all() throws -> [String: Data] {
        var query = query(nil)
        query[kSecReturnAttributes as String] = true
        query[kSecReturnData as String] = true
        query[kSecMatchLimit as String] = kSecMatchLimitAll
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status != errSecItemNotFound else { return [:] }
        try check(status)
        var values: [String: Data] = [:]
        for item in result as? [[String: Any]] ?? [] {
            guard let account = item[kSecAttrAccount as String] as? String else { continue }
            values[account] = item[kSecValueData as String] as? Data
        }
        return values
    }

    /// Deletes the value of an account, or those of the whole service.
    /// - Returns: false if there was none.
    func delete(account: String? = nil) throws -> Bool {
        let status = SecItemDelete(query(account) as CFDictionary)
        guard status != errSecItemNotFound else { return false }
        try check(status)
        return true
    }

    private func query(_ account: String?) -> [String: Any] {
        var query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword,
            kSecAttrService as String: service,
        ]
        if let account { query[kSecAttrAccount as String] = account }
        if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
        return query
    }

    private func check(_ status: OSStatus) throws {
        guard status == errSecSuccess else { throw Failure(status: status) }
    }
}
