// Times the calls on items beside raw SQLite with AES-256-GCM, in one run.
// SPDX-License-Identifier: Apache-2.0
//
// usage: LatchkeyBench [--class genp|inet|cert|keys|idnt] [--items N,N…] [--lookups N] [--only OPERATION]
//                      [--markdown]                      (LATCHKEY_HOME must name an empty directory)
//        LatchkeyBench --resident N --items M            (N lookups in a keychain of M items; prints the memory)
//        LatchkeyBench --signatures N [--only KEY] [--markdown]
//                                                        (N of each operation of each kind of keys, beside OpenSSL)
//        LatchkeyBench --client OPERATION …              (through a daemon: see Client.swift and scripts/bench-daemon)
//        LatchkeyBench --echo-server PATH --sizes N,N    (takes and gives so many bytes until it is killed)

import CLimits
import Foundation
import Security

let arguments = CommandLine.arguments
func argument(_ name: String) -> String? {
    guard let index = arguments.firstIndex(of: name), index + 1 < arguments.count else { return nil }
    return arguments[index + 1]
}

let sizes = argument("--items")?.split(separator: ",").compactMap { Int($0) } ?? [1000, 100_000]
let lookups = argument("--lookups").flatMap { Int($0) } ?? 20_000
let only = argument("--only") ?? ""
/// For the tables of Performance.md.
let isMarkdown = arguments.contains("--markdown")
let workload = Workload(rawValue: argument("--class") ?? "genp") ?? .genericPassword
if let path = argument("--echo-server") { serveEcho(at: path) }
if let operation = argument("--client").flatMap(Client.Operation.init(rawValue:)) { Client(operation).run() }
guard let home = ProcessInfo.processInfo.environment["LATCHKEY_HOME"], !sizes.isEmpty, sizes.allSatisfy({ $0 >= 100 }),
    argument("--class") ?? "genp" == workload.rawValue
else {
    print("usage: LATCHKEY_HOME=EMPTY-DIRECTORY LatchkeyBench [--class CLASS] [--items N,N…], each at least 100")
    exit(2)
}

if let count = argument("--signatures").flatMap({ Int($0) }) {
    timeSignatures(count: count, only: only)
    print()
    timeKeyWork(count: count, only: only)
    exit(0)
}

func require(_ status: OSStatus, _ operation: String) {
    guard status != errSecSuccess else { return }
    print("\(operation) failed: \(status)")
    exit(1)
}

func add(_ items: [CFDictionary]) {
    for item in items { require(SecItemAdd(item, nil), "add") }
}

/// The same on the rows of the limit that an item takes.
func onRows(of number: Int, _ operation: String, _ body: (Int) -> Int32) {
    for row in 0..<workload.rows { require(OSStatus(body(number * workload.rows + row)), operation) }
}

func look(up query: CFDictionary) {
    var result: CFTypeRef?
    require(SecItemCopyMatching(query, &result), "lookup")
    guard result != nil else { exit(1) }
}

func listAll(atMost limit: Int) {
    var result: CFTypeRef?
    require(SecItemCopyMatching(workload.list(atMost: limit), &result), "list")
    guard (result as? NSArray)?.count == limit else { exit(1) }
}

if let count = argument("--resident").flatMap({ Int($0) }) {
    printResidentMemory(lookups: count, among: sizes[0])
    exit(0)
}

var filled = 0
require(OSStatus(limits_open(home + "/limit.sqlite", Int32(workload.sealedSize))), "opening the limit's database")
print(
    isMarkdown
        ? "\n`\(workload.rawValue)`, a secret of \(workload.secretSize) bytes\n\n\(Line.markdownHeader)"
        : "\(workload.rawValue), a secret of \(workload.secretSize) bytes\n\(Line.header)")
for size in sizes.sorted() {
    // A tenth more than the size is added and taken away again, so that the sizes can follow one another.
    for number in filled..<size { add(workload.items(number)) }
    require(
        OSStatus(limits_fill(filled * workload.rows, (size - filled) * workload.rows)), "filling the limit's table")
    filled = size
    let (reads, writes) = (lookups, min(2000, lookups, size))
    var source = SystemRandomNumberGenerator()
    let numbers = (0..<reads).map { _ in Int.random(in: 0..<size, using: &source) }
    func line(_ operation: String, _ count: Int, _ latchkey: (Int) -> Void, limit: (Int) -> Void) {
        // What is added must be deleted again in any case.
        let isShown = operation.hasPrefix(only)
        guard isShown || operation.hasPrefix("add") || operation.hasPrefix("delete") else { return }
        let (latchkey, limit) = Samples.pair(count: count, latchkey, limit)
        guard isShown else { return }
        let line = Line(operation: operation, items: size, latchkey: latchkey, limit: limit)
        print(isMarkdown ? line.markdown : line.text)
    }
    func readLine(_ operation: String, _ query: (Int) -> CFDictionary) {
        guard operation.hasPrefix(only) else { return }
        // The dictionaries are the program's; what is timed is the call.
        let queries = numbers.map(query)
        line(operation, reads) {
            look(up: queries[$0])
        } limit: {
            onRows(of: numbers[$0], "raw lookup", limits_lookup)
        }
    }
    readLine("lookup with data", workload.lookup)
    readLine("lookup by reference", workload.lookupByReference)
    if workload.hasAccounts { readLine("account, any case", workload.lookupWithoutCase) }
    let items = (0..<writes).map { workload.items(size + $0) }
    let stored = (0..<writes).map { workload.names(numbers[$0]) as CFDictionary }
    let added = (0..<writes).map { workload.deletions(size + $0) }
    let changes = (0..<writes).map { [kSecAttrLabel: "Changed \(numbers[$0])"] as CFDictionary }
    let secrets = (0..<writes).map { [kSecValueData: Data("changed-\(numbers[$0])".utf8)] as CFDictionary }
    line("add, durable", writes) {
        add(items[$0])
    } limit: {
        onRows(of: size + $0, "raw insert", limits_insert)
    }
    // An identity is changed by its halves, which have lines of their own.
    if workload != .identity {
        line("update, durable", writes) {
            // The bytes of a certificate or key are its identity, so that only its names change.
            require(SecItemUpdate(stored[$0], workload.hasAccounts ? secrets[$0] : changes[$0]), "update")
        } limit: {
            onRows(of: numbers[$0], "raw update", limits_update)
        }
    }
    line("delete, durable", writes) {
        for query in added[$0] { require(SecItemDelete(query), "delete") }
    } limit: {
        onRows(of: size + $0, "raw delete", limits_delete)
    }
    line("list 1000 items", 10) { _ in
        listAll(atMost: min(size, 1000))
    } limit: { _ in
        let rows = min(size, 1000) * workload.rows
        guard limits_list(rows) == rows else { exit(1) }
    }
}
limits_close()
