// How many calls were made, of which kind, about which class, and what they answered.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

struct ModelCounts {
    private var statuses: [OSStatus: Int] = [:]
    /// By class and kind, such as "cert add".
    private var kinds: [String: Int] = [:]
    private var successes: [String: Int] = [:]

    var calls: Int { statuses.values.reduce(0, +) }

    mutating func add(_ call: Call, _ status: OSStatus) {
        statuses[status, default: 0] += 1
        let name = "\(CallGenerator.itemClass(of: call.query) ?? "none") \(call.kind.rawValue)"
        guard ModelSchema.classes.contains(where: name.hasPrefix) else { return }
        kinds[name, default: 0] += 1
        if status == errSecSuccess { successes[name, default: 0] += 1 }
    }

    var message: Value {
        func numbers(_ counts: [String: Int]) -> Value { .map(counts.mapValues { .number(Int64($0)) }) }
        let statuses = Dictionary(uniqueKeysWithValues: statuses.map { ("\($0.key)", $0.value) })
        return .map(["statuses": numbers(statuses), "kinds": numbers(kinds), "successes": numbers(successes)])
    }

    /// Adds those of another process.
    mutating func add(_ message: Value) {
        for (name, count) in message.entries?["statuses"]?.entries ?? [:] {
            statuses[OSStatus(name) ?? 0, default: 0] += Int(count.integer ?? 0)
        }
        for (name, count) in message.entries?["kinds"]?.entries ?? [:] {
            kinds[name, default: 0] += Int(count.integer ?? 0)
        }
        for (name, count) in message.entries?["successes"]?.entries ?? [:] {
            successes[name, default: 0] += Int(count.integer ?? 0)
        }
    }

    var summary: String {
        let answers = statuses.sorted { $0.value > $1.value }.map { "\($0.value) times \($0.key)" }
        let classes = kinds.sorted { $0.key < $1.key }.map {
            "\($0.key) \($0.value), \(successes[$0.key] ?? 0) of them done"
        }
        return answers.joined(separator: ", ") + "; " + classes.joined(separator: "; ")
    }

    /// Enough calls do everything to every class at least once; a test that never does says nothing of it.
    func requireAll(of calls: Int) throws {
        guard calls >= 2000 else { return }
        for itemClass in ModelSchema.classes {
            for kind in ["add", "copy", "update", "delete"] where itemClass != "idnt" || kind != "add" {
                guard successes["\(itemClass) \(kind)", default: 0] > 0 else {
                    throw Violation("no \(kind) of \(itemClass) succeeded")
                }
            }
        }
    }
}
