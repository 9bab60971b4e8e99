// Lines of the tables of keys.
// SPDX-License-Identifier: Apache-2.0

import Foundation

enum KeyTable {
    private static let nameWidth = 22
    private static let width = 8

    static func line(_ name: String, _ cells: [String]) -> String {
        guard !isMarkdown else { return "| " + ([name] + cells).joined(separator: " | ") + " |" }
        return name.padding(toLength: nameWidth, withPad: " ", startingAt: 0) + cells.map(aligned).joined()
    }

    /// What stands above the lines.
    /// - Parameter groups: titles over the same columns each; one without a title for columns alone.
    static func header(_ name: String, _ columns: [String], under groups: [String] = [""]) -> String {
        guard !isMarkdown else {
            let titles = groups.flatMap { group in columns.map { group.isEmpty ? $0 : "\(group): \($0)" } }
            return "\n" + line(name, titles) + "\n" + line("---", titles.map { _ in "---" })
        }
        let titles = line(name, groups.flatMap { _ in columns })
        guard groups != [""] else { return titles }
        let spaces = String(repeating: " ", count: nameWidth + 2)
        return groups.reduce(spaces) {
            $0 + $1.padding(toLength: columns.count * width, withPad: " ", startingAt: 0)
        } + "\n" + titles
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
