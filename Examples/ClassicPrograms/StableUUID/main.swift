// A UUID that survives reinstallation: the first run makes it, every later run of the program finds the same.
// SPDX-License-Identifier: Apache-2.0

import Security

/// What names the item.
func key() -> [String: Any] {
    [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: "org.example.uuid",
        kSecAttrAccount as String: "this device",
    ]
}

func fail(_ status: OSStatus, while doing: String) -> Never {
    let message = SecCopyErrorMessageString(status, nil) as String? ?? "unknown"
    FileHandle.standardError.write(Data("\(doing): \(message) (\(status))\n".utf8))
    exit(1)
}

/// The UUID, or nil if none is stored.
func storedUUID() -> UUID? {
    var query = key()
    query[kSecReturnData as String] = true
    var result: CFTypeRef?
    switch SecItemCopyMatching(query as CFDictionary, &result) {
    case errSecSuccess: return (result as? Data).flatMap { UUID(uuidString: String(decoding: $0, as: UTF8.self)) }
    case errSecItemNotFound: return nil
    case let status: fail(status, while: "reading the UUID")
    }
}

/// Stores a new UUID. If another run was faster, its UUID is the one that counts.
func makeUUID() -> UUID {
    let made = UUID()
    var attributes = key()
    attributes[kSecAttrAccessible as String] = kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
    attributes[kSecValueData as String] = Data(made.uuidString.utf8)
    switch SecItemAdd(attributes as CFDictionary, nil) {
    case errSecSuccess: return made
    case errSecDuplicateItem: break
    case let status: fail(status, while: "storing the UUID")
    }
    guard let stored = storedUUID() else { fail(errSecItemNotFound, while: "reading the UUID of another run") }
    return stored
}

print((storedUUID() ?? makeUUID()).uuidString)
