// The call about items that no rule writes: it takes what macOS takes beside iOS.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import LatchkeyCFTypes
import Security

/// As on macOS the changes may name the class that is searched: programs give what they have given to `SecItemAdd`.
@unsafe
@_cdecl("SecItemUpdate")
public func callSecItemUpdate(_ query: UnsafeRawPointer?, _ changes: UnsafeRawPointer?) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let query = unsafe Incoming.object(CFDictionary.self, query),
        let changes = unsafe Incoming.object(CFDictionary.self, changes)
    else { return errSecParam }
    return SecItemUpdate(query, withoutClass(of: query, changes))
}

/// The changes, without the class if it is the query's.
private func withoutClass(of query: NSDictionary, _ changes: NSDictionary) -> NSDictionary {
    let entries = _cfEntries(of: changes)
    let named = entries.filter { isClass($0.key) }
    guard named.count == 1, let name = named[0].value as? NSString,
        _cfEntries(of: query).contains(where: { isClass($0.key) && ($0.value as? NSString) == name })
    else { return changes }
    let rest = NSMutableDictionary(capacity: entries.count)
    for (key, value) in entries where !isClass(key) {
        guard let key = key as? NSObject else { return changes }
        rest.setObject(value, forKey: key)
    }
    return rest
}

private func isClass(_ key: AnyObject) -> Bool { (key as? NSString) == kSecClass }
