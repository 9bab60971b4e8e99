// A value that one thread at a time uses for long.
// SPDX-License-Identifier: Apache-2.0

/// The value under a ``Monitor``.
package final class Guarded<Value: ~Copyable>: @unchecked Sendable {  // `value` is used under `monitor`
    @usableFromInline let monitor = Monitor()
    @usableFromInline var value: Value

    package init(_ value: consuming sending Value) { self.value = value }

    /// Lends the value to `body` while no other thread has it.
    /// - Throws: what `body` throws.
    @inlinable
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        monitor.lock()
        defer { monitor.unlock() }
        return try body(&value)
    }

    /// Takes the value away from the other threads, until this one calls ``giveBack()``.
    package func take(_ body: (inout Value) -> Void) {
        monitor.lock()
        body(&value)
    }

    package func giveBack() { monitor.unlock() }

    /// - Returns: nil if another thread uses the value.
    package func withLockIfAvailable<Result>(_ body: (inout Value) -> Result) -> Result? {
        guard monitor.lockIfAvailable() else { return nil }
        defer { monitor.unlock() }
        return body(&value)
    }
}
