// Times of one operation, and what they say.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Durations in microseconds.
struct Samples {
    private var sorted: [Double] = []

    init() {}

    /// Times `count` runs, each on something that is made before its clock starts.
    init<T>(count: Int, making make: () -> T, timing body: (T) -> Void) {
        for number in 0..<count {
            let input = make()
            add(number..<number + 1) { _ in body(input) }
        }
        sorted.sort()
    }

    /// Runs two bodies for each of `count` numbers and times every run. They take turns, a few runs each, so that
    /// whatever else the machine does meanwhile slows down both.
    static func pair(count: Int, _ first: (Int) -> Void, _ second: (Int) -> Void) -> (Samples, Samples) {
        let turn = 20
        var samples = (Samples(), Samples())
        for start in stride(from: 0, to: count, by: turn) {
            let numbers = start..<min(start + turn, count)
            samples.0.add(numbers, first)
            samples.1.add(numbers, second)
        }
        samples.0.sorted.sort()
        samples.1.sorted.sort()
        return samples
    }

    private mutating func add(_ numbers: Range<Int>, _ body: (Int) -> Void) {
        let clock = ContinuousClock()
        for number in numbers {
            let duration = clock.measure { body(number) }
            sorted.append(
                Double(duration.components.seconds) * 1e6 + Double(duration.components.attoseconds) / 1e12)
        }
    }

    func percentile(_ percent: Int) -> Double { sorted[min(sorted.count - 1, sorted.count * percent / 100)] }
}

/// One line of the table: an operation, the limit of the machine, and the ratio of their medians.
struct Line {
    let operation: String
    let items: Int
    let latchkey: Samples
    let limit: Samples

    static let header =
        "operation             items    p50 µs    p99 µs   limit p50   limit p99   ratio of p50"

    static let markdownHeader = """
        | Operation | Items | µs | 99 of 100, µs | Limit, µs | Ratio | Goal |
        |---|---|---|---|---|---|---|
        """

    var ratio: Double { latchkey.percentile(50) / limit.percentile(50) }

    /// A row of the table in Performance.md.
    var markdown: String {
        func cell(_ value: Double) -> String { String(format: value < 1000 ? "%.1f" : "%.0f", value) }
        let cells = [
            operation, String(items), cell(latchkey.percentile(50)), cell(latchkey.percentile(99)),
            cell(limit.percentile(50)), cell(ratio), Goal(operation, items: items)?.verdict(on: self) ?? "",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }

    var text: String {
        func column(_ value: Double, _ width: Int) -> String {
            let text = String(format: "%.1f", value)
            return String(repeating: " ", count: max(0, width - text.count)) + text
        }
        let name = operation.padding(toLength: 18, withPad: " ", startingAt: 0)
        let count = String(repeating: " ", count: max(0, 9 - String(items).count)) + String(items)
        return name + count + column(latchkey.percentile(50), 10) + column(latchkey.percentile(99), 10)
            + column(limit.percentile(50), 12) + column(limit.percentile(99), 12)
            + column(ratio, 14) + "×"
    }
}
