// How far something long has come, in one line of a terminal.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Writes to standard error if that is a terminal, and else nothing. The line is gone when it is over.
package final class ProgressLine {
    private let title: String
    private let isShown: Bool
    private var lastTime: UInt64 = 0
    private var width = 0

    /// Nanoseconds between two lines.
    private static let pause: UInt64 = 100_000_000
    /// Characters of the bar.
    private static let barWidth = 24

    package init(_ title: String, isShown: Bool = isatty(STDERR_FILENO) == 1) {
        self.title = title
        self.isShown = isShown
    }

    package func show(_ done: UInt64, of total: UInt64) {
        guard isShown else { return }
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        let now = UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        guard now >= lastTime + Self.pause else { return }
        lastTime = now
        let text = Self.text(title, done, of: total)
        Console.errors.write("\r" + text + String(repeating: " ", count: max(0, width - text.count)))
        width = text.count
    }

    /// Takes the line away.
    package func end() {
        guard isShown, width > 0 else { return }
        Console.errors.write("\r" + String(repeating: " ", count: width) + "\r")
        width = 0
    }

    package static func text(_ title: String, _ done: UInt64, of total: UInt64) -> String {
        // How many there are is known about.
        let share = total == 0 ? 0 : min(1, Double(done) / Double(total))
        let filled = Int(share * Double(barWidth))
        let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: barWidth - filled)
        return "\(title) [\(bar)] \(Int(share * 100)) %, \(done) of \(max(done, total))"
    }
}
