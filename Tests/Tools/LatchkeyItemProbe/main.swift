// A program with a keychain identity of its own, by the name it is copied to: adds, reads, shows, changes or deletes
// one password.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

let arguments = CommandLine.arguments
guard arguments.count == 3 || arguments.count == 4 && arguments[1] == "add" else {
    print("usage: \(arguments[0]) read|show|change|delete SERVICE, keep SERVER, or add SERVICE [GROUP]")
    exit(2)
}
let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: arguments[2]]
switch arguments[1] {
case "read":
    var result: CFTypeRef?
    let wanted = query.merging([kSecReturnData: true]) { $1 } as CFDictionary
    let status = unsafe SecItemCopyMatching(wanted, &result)
    print(status, String(decoding: result as? Data ?? Data(), as: UTF8.self))
case "show":
    var result: CFTypeRef?
    print(unsafe SecItemCopyMatching(query.merging([kSecReturnAttributes: true]) { $1 } as CFDictionary, &result))
case "add":
    var item = query.merging([kSecReturnAttributes: true]) { $1 }
    item[kSecAttrAccessGroup] = arguments.dropFirst(3).first
    var result: CFTypeRef?
    let status = unsafe SecItemAdd(item as CFDictionary, &result)
    let group = (result as? NSDictionary)?[kSecAttrAccessGroup] as? String
    print(([String(status)] + [group].compactMap(\.self)).joined(separator: " "))
case "keep":
    let site: [CFString: Any] = [
        kSecClass: kSecClassInternetPassword, kSecAttrServer: arguments[2], kSecValueData: Data("kept".utf8),
    ]
    print(SecItemAdd(site as CFDictionary, nil))
case "change": print(SecItemUpdate(query as CFDictionary, [kSecValueData: Data("changed".utf8)] as CFDictionary))
case "delete": print(SecItemDelete(query as CFDictionary))
default: exit(2)
}
