// A program with a keychain identity of its own, by the name it is copied to: reads, changes or deletes one password.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
    print("usage: \(arguments[0]) read|change|delete SERVICE")
    exit(2)
}
let query: [CFString: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: arguments[2]]
switch arguments[1] {
case "read":
    var result: CFTypeRef?
    let wanted = query.merging([kSecReturnData: true]) { $1 } as CFDictionary
    let status = unsafe SecItemCopyMatching(wanted, &result)
    print(status, String(decoding: result as? Data ?? Data(), as: UTF8.self))
case "change": print(SecItemUpdate(query as CFDictionary, [kSecValueData: Data("changed".utf8)] as CFDictionary))
case "delete": print(SecItemDelete(query as CFDictionary))
default: exit(2)
}
