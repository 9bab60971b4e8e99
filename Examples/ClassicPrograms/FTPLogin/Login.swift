// The login of an FTP server, as an internet password.
// SPDX-License-Identifier: Apache-2.0

import Security

struct Login {
    let account: String
    let password: Data

    struct Failure: Error {
        let status: OSStatus
        let work: String
    }

    /// The login that is stored for a server, or nil.
    static func stored(for server: Server) throws -> Login? {
        var query = server.attributes
        query[kSecReturnAttributes as String] = true
        query[kSecReturnData as String] = true
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        guard status != errSecItemNotFound else { return nil }
        guard status == errSecSuccess, let item = result as? [String: Any],
            let account = item[kSecAttrAccount as String] as? String,
            let password = item[kSecValueData as String] as? Data
        else { throw Failure(status: status, work: "looking for the password") }
        return Login(account: account, password: password)
    }

    /// Adds the login, or changes its password.
    /// - Returns: true if it is new.
    func save(for server: Server) throws -> Bool {
        let key = server.attributes.merging([kSecAttrAccount as String: account]) { $1 }
        let value = [kSecValueData as String: password]
        let added = SecItemAdd(
            key.merging(value) { $1 }.merging([kSecAttrLabel as String: server.host]) { $1 } as CFDictionary, nil)
        if added == errSecSuccess { return true }
        guard added == errSecDuplicateItem else { throw Failure(status: added, work: "storing the password") }
        let updated = SecItemUpdate(key as CFDictionary, value as CFDictionary)
        guard updated == errSecSuccess else { throw Failure(status: updated, work: "changing the password") }
        return false
    }
}

struct Server {
    let host: String
    let port: UInt16

    /// What names the server in the keychain.
    var attributes: [String: Any] {
        [
            kSecClass as String: kSecClassInternetPassword,
            kSecAttrServer as String: host,
            kSecAttrPort as String: Int(port),
            kSecAttrProtocol as String: kSecAttrProtocolFTP,
        ]
    }
}
