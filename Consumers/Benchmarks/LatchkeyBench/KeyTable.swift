// Lines of the tables of keys.
// SPDX-License-Identifier: Apache-2.0

import Foundation

enum KeyTable {
    private static let nameWidth = 22
    private static let width = 8

    static func line(_ name: String, _ cells: [String]) -> String {
        name.padding(toLength: nameWidth, withPad: " ", startingAt: 0) + cells.map(aligned).joined()
    }

    /// Titles over several columns each.
    static func titles(_ titles: [(text: String, columns: Int)]) -> String {
        let spaces = String(repeating: " ", count: nameWidth + 2)
        return titles.reduce(spaces) {
            $0 + $1.text.padding(toLength: $1.columns * width, withPad: " ", startingAt: 0)
        }
    }

    /// µs, or what stands for those that there are not.
    static func time(_ time: Double?) -> String { time.map { String(format: "%.1f", $0) } ?? "-" }

    static func ratio(_ time: Double, _ limit: Double?) -> String {
        limit.map { String(format: "%.2f×", time / $0) } ?? "-"
    }

    private static func aligned(_ text: String) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
