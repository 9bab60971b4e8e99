// How long a write waits for those of other processes.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The pauses between the tries of a write. They are those of SQLite's own wait, which has all of them with the
/// keychain in its hands (Documentation/Design/Decisions/0006-writers-wait.md).
struct WritePauses {
    /// Milliseconds that are left.
    private var rest: UInt32
    private var next = 0

    /// Milliseconds. Those that come after them are as long as the last one.
    private static let lengths: [UInt32] = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100]

    init(for patience: Patience) { rest = patience.rawValue }

    var isOver: Bool { rest == 0 }

    mutating func pause() {
        let length = min(rest, Self.lengths[min(next, Self.lengths.count - 1)])
        rest -= length
        next += 1
        usleep(length * 1000)
    }

    /// Milliseconds that a call waits.
    enum Patience: UInt32 {
        /// What a program asked for is to happen.
        case minute = 60_000
        /// Others wait for the one thread of the caller.
        case short = 2_000
        /// It is as good as done.
        case second = 1_000

        /// Milliseconds that it waits for the other writes of its process; nil for as long as they take.
        var ofTurn: UInt32? {
            switch self {
            case .minute, .second: nil
            case .short: rawValue
            }
        }
    }
}
