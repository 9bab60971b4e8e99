// One client of a daemon, which does the same thing again and again for some time.
// SPDX-License-Identifier: Apache-2.0
//
// usage: LatchkeyBench --client lookup|echo|add|update|delete --items N [--start S] [--count K] [--seconds T]
//                      [--echo PATH --sizes REQUEST,ANSWER]
// Says "ready" after its first call, waits for a line of standard input, and prints calls, seconds, and µs of the
// middle call.

import CLimits
import Foundation
import Security

struct Client {
    enum Operation: String { case lookup, echo, add, update, delete }

    let operation: Operation
    private let items = argument("--items").flatMap { Int($0) } ?? 1000
    private let start = argument("--start").flatMap { Int($0) } ?? 0
    private let count = argument("--count").flatMap { Int($0) } ?? Int.max
    private let seconds = argument("--seconds").flatMap { Double($0) } ?? 1

    init(_ operation: Operation) { self.operation = operation }

    func run() -> Never {
        if operation == .echo, let path = argument("--echo") {
            let sizes = echoSizes()
            require(OSStatus(limits_echo_connect(path, sizes[0], sizes[1])), "connecting to the echo")
            require(OSStatus(limits_echo()), "echo")
        } else {
            // Connects; what is asked for is not there.
            var result: CFTypeRef?
            let status = SecItemCopyMatching(workload.lookup(-1), &result)
            guard status == errSecItemNotFound else { return require(status, "first lookup", orExit: 1) }
        }
        print("ready")
        fflush(nil)
        _ = readLine()
        measure()
    }

    private func measure() -> Never {
        let clock = ContinuousClock()
        let begin = clock.now
        let end = begin + .seconds(seconds)
        var times: [Double] = []
        var number = 0
        var now = begin
        while number < count, now < end {
            let call = prepare(number)
            let before = clock.now
            call()
            now = clock.now
            times.append((now - before) / .microseconds(1))
            number += 1
        }
        times.sort()
        let middle = times.isEmpty ? 0 : times[times.count / 2]
        print(number, String(format: "%.6f %.2f", (now - begin) / .seconds(1), middle))
        exit(0)
    }

    /// The dictionaries are the program's; what is timed is the call.
    private func prepare(_ number: Int) -> () -> Void {
        switch operation {
        case .echo: return { require(OSStatus(limits_echo()), "echo") }
        case .lookup:
            let query = workload.lookup(Int.random(in: 0..<items))
            return { look(up: query) }
        case .add:
            let items = workload.items(start + number)
            return { LatchkeyBench.add(items) }
        case .update:
            let query = workload.names(Int.random(in: 0..<items)) as CFDictionary
            let change = [kSecValueData: Data("changed-\(number)".utf8)] as CFDictionary
            return { require(SecItemUpdate(query, change), "update") }
        case .delete:
            let queries = workload.deletions(start + number)
            return { for query in queries { require(SecItemDelete(query), "delete") } }
        }
    }
}

private func require(_ status: OSStatus, _ operation: String, orExit code: Int32) -> Never {
    print("\(operation) failed: \(status)")
    exit(code)
}

/// Bytes of a request and of its answer.
func echoSizes() -> [Int32] {
    let sizes = argument("--sizes")?.split(separator: ",").compactMap { Int32($0) } ?? []
    return sizes.count == 2 ? sizes : [160, 160]
}

func serveEcho(at path: String) -> Never {
    let sizes = echoSizes()
    require(OSStatus(limits_echo_serve(path, sizes[0], sizes[1])), "echo server")
    exit(0)
}
