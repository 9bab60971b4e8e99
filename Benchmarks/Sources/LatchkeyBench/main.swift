// Times the four calls beside raw SQLite with AES-256-GCM, in one run.
// SPDX-License-Identifier: Apache-2.0
//
// usage: LatchkeyBench [--items N,N…] [--lookups N] [--only OPERATION]     (LATCHKEY_HOME must name an empty directory)
//        LatchkeyBench --resident N --items M            (N lookups in a keychain of M items; prints the memory)

import CLimits
import Foundation
import Security

let arguments = CommandLine.arguments
var sizes = [1000, 100_000]
if let index = arguments.firstIndex(of: "--items"), index + 1 < arguments.count {
    sizes = arguments[index + 1].split(separator: ",").compactMap { Int($0) }
}
var lookups = 20_000
if let index = arguments.firstIndex(of: "--lookups"), index + 1 < arguments.count {
    lookups = Int(arguments[index + 1]) ?? lookups
}
var only = ""
if let index = arguments.firstIndex(of: "--only"), index + 1 < arguments.count { only = arguments[index + 1] }
guard let home = ProcessInfo.processInfo.environment["LATCHKEY_HOME"], !sizes.isEmpty, sizes.allSatisfy({ $0 >= 100 })
else {
    print("usage: LATCHKEY_HOME=EMPTY-DIRECTORY LatchkeyBench [--items N,N…], each at least 100")
    exit(2)
}

func require(_ status: OSStatus, _ operation: String) {
    guard status != errSecSuccess else { return }
    print("\(operation) failed: \(status)")
    exit(1)
}

func names(_ number: Int) -> [CFString: Any] {
    [
        kSecClass: kSecClassGenericPassword, kSecAttrService: "service-\(number).example.org",
        kSecAttrAccount: "account-\(number)",
    ]
}

func item(_ number: Int) -> CFDictionary {
    var item = names(number)
    item[kSecAttrLabel] = "Item \(number)"
    item[kSecAttrComment] = "a comment"
    item[kSecValueData] = Data("secret-\(number)-0123456789".utf8.prefix(20))
    return item as CFDictionary
}

func lookup(of number: Int) -> CFDictionary {
    var query = names(number)
    query[kSecReturnData] = true
    return query as CFDictionary
}

func look(up query: CFDictionary) {
    var result: CFTypeRef?
    require(SecItemCopyMatching(query, &result), "lookup")
    guard result is NSData else { exit(1) }
}

func listAll(atMost limit: Int) {
    let query: [CFString: Any] = [
        kSecClass: kSecClassGenericPassword, kSecReturnAttributes: true, kSecMatchLimit: limit,
    ]
    var result: CFTypeRef?
    require(SecItemCopyMatching(query as CFDictionary, &result), "list")
    guard (result as? NSArray)?.count == limit else { exit(1) }
}

if let index = arguments.firstIndex(of: "--resident"), index + 1 < arguments.count {
    printResidentMemory(lookups: Int(arguments[index + 1]) ?? 0, among: sizes[0])
    exit(0)
}

var filled = 0
require(OSStatus(limits_open(home + "/limit.sqlite")), "opening the limit's database")
print(Line.header)
for size in sizes.sorted() {
    // A tenth more than the size is added and taken away again, so that the sizes can follow one another.
    for number in filled..<size { require(SecItemAdd(item(number), nil), "add") }
    require(OSStatus(limits_fill(filled, size - filled)), "filling the limit's table")
    filled = size
    let (reads, writes) = (lookups, min(2000, lookups, size))
    var source = SystemRandomNumberGenerator()
    let numbers = (0..<reads).map { _ in Int.random(in: 0..<size, using: &source) }
    func line(_ operation: String, _ count: Int, _ latchkey: (Int) -> Void, limit: (Int) -> Void) {
        guard operation.hasPrefix(only) else { return }
        let (latchkey, limit) = Samples.pair(count: count, latchkey, limit)
        print(Line(operation: operation, items: size, latchkey: latchkey, limit: limit).text)
    }
    // The dictionaries are the program's; what is timed is the call.
    let queries = numbers.map(lookup(of:))
    let items = (0..<writes).map { item(size + $0) }
    let stored = (0..<writes).map { names(numbers[$0]) as CFDictionary }
    let added = (0..<writes).map { names(size + $0) as CFDictionary }
    let changes = (0..<writes).map { [kSecValueData: Data("changed-\(numbers[$0])".utf8)] as CFDictionary }
    line("lookup with data", reads) {
        look(up: queries[$0])
    } limit: {
        require(OSStatus(limits_lookup(numbers[$0])), "raw lookup")
    }
    line("add, durable", writes) {
        require(SecItemAdd(items[$0], nil), "add")
    } limit: {
        require(OSStatus(limits_insert(size + $0)), "raw insert")
    }
    line("update, durable", writes) {
        require(SecItemUpdate(stored[$0], changes[$0]), "update")
    } limit: {
        require(OSStatus(limits_update(numbers[$0])), "raw update")
    }
    line("delete, durable", writes) {
        require(SecItemDelete(added[$0]), "delete")
    } limit: {
        require(OSStatus(limits_delete(size + $0)), "raw delete")
    }
    for listed in Set([min(size, 1000), size]).sorted() {
        line("list \(listed) items", listed > 1000 ? 3 : 10) { _ in
            listAll(atMost: listed)
        } limit: { _ in
            guard limits_list(listed) == listed else { exit(1) }
        }
    }
}
limits_close()
