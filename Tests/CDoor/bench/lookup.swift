// Finds one password again and again; the first argument says how often. Prints microseconds of one lookup.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

let times = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1
let query: NSMutableDictionary = [
    kSecClass: kSecClassGenericPassword, kSecAttrService: "bench" as NSString, kSecAttrAccount: "alice" as NSString,
]
let item = NSMutableDictionary(dictionary: query as! [AnyHashable: Any])
item[kSecValueData] = NSData(data: Data("secret".utf8))
let status = SecItemAdd(item, nil)
guard status == 0 || status == -25299 else { exit(1) }
query[kSecReturnData] = true as NSNumber
var began: UInt64 = 0
for turn in -200..<times {
    var found: AnyObject?
    if turn == 0 { began = DispatchTime.now().uptimeNanoseconds }
    guard SecItemCopyMatching(query, &found) == 0 else { exit(1) }
}
print(Double((DispatchTime.now().uptimeNanoseconds - began) * 100 / 1000 / UInt64(times)) / 100)
