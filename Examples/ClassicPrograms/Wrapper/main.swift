// Saves, reads, lists and deletes through the wrapper, and shows what the attribute `generic` does not do.
// SPDX-License-Identifier: Apache-2.0
// usage: wrapper [access group]

import Security

let keychain = Keychain(service: "org.example.wrapper", accessGroup: CommandLine.arguments.dropFirst().first)

func text(_ data: Data?) -> String { data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing" }

do {
    _ = try keychain.delete()
    try keychain.save(Data("first".utf8), account: "ann")
    print("saved:", text(try keychain.read(account: "ann")))
    try keychain.save(Data("second".utf8), account: "ann")
    print("saved again:", text(try keychain.read(account: "ann")))
    try keychain.save(Data("third".utf8), account: "bob")
    print(
        "all:",
        try keychain.all().sorted { $0.key < $1.key }.map { "\($0.key)=\(text($0.value))" }.joined(separator: " "))
    print("deleted:", try keychain.delete(account: "ann"), "again:", try keychain.delete(account: "ann"))
    print(
        "left:", try keychain.all().keys.sorted().joined(separator: " "), "read:",
        text(try keychain.read(account: "ann")))
    _ = try keychain.delete()
} catch let failure as Keychain.Failure {
    print("refused:", failure.status)
    exit(1)
}

// `generic` is a note and no name: service, account and access group are what tells two items apart.
func addGeneric(_ name: String) -> OSStatus {
    let attributes: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrGeneric as String: Data(name.utf8),
        kSecValueData as String: Data("value of \(name)".utf8),
    ]
    return SecItemAdd(attributes as CFDictionary, nil)
}

print("by generic alone:", addGeneric("one"), "and another:", addGeneric("two"))
_ = SecItemDelete([kSecClass: kSecClassGenericPassword, kSecAttrGeneric: Data("one".utf8)] as CFDictionary)
