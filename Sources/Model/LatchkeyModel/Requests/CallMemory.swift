// How much memory one call may hold.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform
import Synchronization

/// The account of one call. What the call collects or opens is charged before the memory is taken, and everything is
/// given back when the call is over.
package final class CallMemory: Sendable {
    /// Where the bytes of all calls are counted.
    package protocol Source: Sendable {
        /// - Returns: false if that is more than may be held now; then nothing is counted.
        func take(_ count: Int) -> Bool
        func giveBack(_ count: Int)
    }

    /// Of a process that holds its own memory only: nothing is counted.
    package static let unbounded = CallMemory(from: nil)

    /// Bytes of each call that are not counted, so that others' long calls are in the way of no short one.
    private static let free = 1 << 20

    private let source: (any Source)?
    private let held = Mutex(0)

    package init(from source: (any Source)?) { self.source = source }

    /// Another account of the same program, for what is held from one call to the next.
    package func another() -> CallMemory { CallMemory(from: source) }

    deinit { source?.giveBack(max(0, held.withLock { $0 } - Self.free)) }

    /// Charges bytes until they are given back, at the latest when the call is over.
    /// - Throws: `.allocate` if the call, its program or all calls together would hold too much.
    package func take(_ count: Int) throws(KeychainError) {
        guard let source, count > 0 else { return }
        let hasRoom = held.withLock { held in
            let more = max(0, held + count - Self.free) - max(0, held - Self.free)
            guard more == 0 || source.take(more) else { return false }
            held += count
            return true
        }
        guard hasRoom else {
            throw KeychainError(
                .allocate, during: "holding what a call works on in memory",
                hint: "nothing was changed; name fewer or shorter items in one call, or try again later")
        }
    }

    package func giveBack(_ count: Int) {
        guard let source, count > 0 else { return }
        held.withLock { held in
            let less = max(0, held - Self.free) - max(0, held - count - Self.free)
            held -= count
            source.giveBack(less)
        }
    }

    /// Runs `body`, which holds `count` bytes while it runs.
    /// - Throws: as ``take(_:)``, and what `body` throws.
    package func holding<R>(
        _ count: Int, _ body: () throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try take(count)
        defer { giveBack(count) }
        return try body()
    }
}
