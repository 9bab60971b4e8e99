// The team of the program: the part of its access group before the first dot. No call gives it, but every item has it.
// SPDX-License-Identifier: Apache-2.0

import Security

let item: [String: Any] = [
    kSecClass as String: kSecClassGenericPassword,
    kSecAttrService as String: "org.example.team-id",
    kSecAttrAccount as String: "team",
    kSecReturnAttributes as String: true,
]

var result: CFTypeRef?
var status = SecItemCopyMatching(item as CFDictionary, &result)
if status == errSecItemNotFound { status = SecItemAdd(item as CFDictionary, &result) }
guard status == errSecSuccess, let attributes = result as? [String: Any],
    let group = attributes[kSecAttrAccessGroup as String] as? String, let team = group.split(separator: ".").first
else {
    FileHandle.standardError.write(Data("no access group: \(status)\n".utf8))
    exit(1)
}
print(team)
