// Keeps a login token: the first run stores it, every later run finds it again, wherever the program was built
// meanwhile.
// SPDX-License-Identifier: Apache-2.0

import Security

let service = "https://api.example.org"
let account = "me@example.org"

func fail(_ status: OSStatus, while doing: String) -> Never {
    let message = SecCopyErrorMessageString(status, nil) as String? ?? "unknown"
    FileHandle.standardError.write(Data("\(doing): \(message) (\(status))\n".utf8))
    exit(1)
}

/// The token, or nil if none is stored.
func storedToken() -> Data? {
    let query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: account,
        kSecReturnData as String: true,
        kSecMatchLimit as String: kSecMatchLimitOne,
    ]
    var result: CFTypeRef?
    switch SecItemCopyMatching(query as CFDictionary, &result) {
    case errSecSuccess: return result as? Data
    case errSecItemNotFound: return nil
    case let status: fail(status, while: "reading the token")
    }
}

func store(_ token: Data) -> OSStatus {
    let attributes: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: account,
        kSecAttrLabel as String: "Login at example.org",
        kSecAttrAccessible as String: kSecAttrAccessibleWhenUnlocked,
        kSecValueData as String: token,
    ]
    return SecItemAdd(attributes as CFDictionary, nil)
}

if CommandLine.arguments.dropFirst().first == "--forget" {
    let status = SecItemDelete([kSecClass: kSecClassGenericPassword, kSecAttrService: service] as CFDictionary)
    print(status == errSecSuccess ? "forgotten" : "nothing to forget")
    exit(0)
}

if let token = storedToken() {
    print("found a token of \(token.count) bytes")
} else {
    // A real program gets its token from a server.
    var token = Data(count: 32)
    let random = token.withUnsafeMutableBytes { SecRandomCopyBytes(kSecRandomDefault, $0.count, $0.baseAddress!) }
    guard random == errSecSuccess else { fail(random, while: "drawing a token") }
    let status = store(token)
    guard status == errSecSuccess else { fail(status, while: "storing the token") }
    print("stored a new token of \(token.count) bytes")
}

// The three codes a program meets most often.
let wrongKey = SecItemCopyMatching([kSecClass: kSecClassGenericPassword, "no such key": 1] as CFDictionary, nil)
let duplicate = store(Data("another".utf8))
let nothing = SecItemCopyMatching(
    [kSecClass: kSecClassGenericPassword, kSecAttrService: "nowhere"] as CFDictionary, nil)
print("a wrong key: \(wrongKey), a duplicate: \(duplicate), nothing found: \(nothing)")
