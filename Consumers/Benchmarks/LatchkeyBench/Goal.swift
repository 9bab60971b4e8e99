// What the project wants of an operation, and whether a run had it.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A goal for passwords, which programs use most. The other classes are measured beside the same limit and have none.
enum Goal {
    /// Times the limit.
    case ratio(Double)
    /// Microseconds for each item of a list.
    case timeOfItem(Double)

    init?(_ operation: String, items: Int) {
        guard workload == .genericPassword else { return nil }
        switch operation {
        case "lookup with data" where items >= 100_000: self = .ratio(2.5)
        case "add, durable", "update, durable", "delete, durable": self = .ratio(1.5)
        case "list 1000 items": self = .timeOfItem(25)
        default: return nil
        }
    }

    private func isReached(by line: Line) -> Bool {
        switch self {
        // As the table shows it.
        case .ratio(let most): (line.ratio * 10).rounded() <= most * 10
        case .timeOfItem(let most): line.latchkey.percentile(50) / Double(min(line.items, 1000)) <= most
        }
    }

    /// The last cell of a row.
    func verdict(on line: Line) -> String {
        let wanted =
            switch self {
            case .ratio(let most): String(format: "%.1f", most)
            case .timeOfItem(let most): String(format: "%.0f µs an item", most)
            }
        return isReached(by: line) ? "\(wanted): reached" : "\(wanted): **not reached**"
    }
}
