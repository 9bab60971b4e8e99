// What a process weighs that looks things up in a large keychain, and how long it takes there.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

/// Looks up `count` items among the first `size` of the keychain that is there, none for the weight of the program
/// alone.
func printResidentMemory(lookups count: Int, among size: Int) {
    let samples = Samples(count: count) {
        workload.lookup(Int.random(in: 0..<size))
    } timing: {
        look(up: $0)
    }
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let resident = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    let kilobytes = resident.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    let time = count == 0 ? "" : String(format: ", the middle one in %.1f µs", samples.percentile(50))
    print(
        "\(size) items, resident after \(count) lookups\(time): \(String(format: "%.1f", Double(kilobytes) / 1024)) MB")
}
