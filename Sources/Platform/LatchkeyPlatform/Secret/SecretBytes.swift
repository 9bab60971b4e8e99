// Secret bytes that are wiped when their owner ends and that cannot be copied or printed.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Secret bytes with exactly one owner.
///
/// A noncopyable value cannot become `Any`, so `print`, interpolation, `dump` and log metadata of one do not
/// compile. Up to ``LockedMemory/largestBlock`` bytes lie in pages that are locked in memory and left out of core
/// dumps; longer ones lie on the heap. Both are wiped when the owner ends.
@safe
@usableFromInline
package struct SecretBytes: ~Copyable, @unchecked Sendable {  // Sendable: written in `init` and by its owner only
    @usableFromInline let storage: UnsafeMutableRawBufferPointer

    /// Allocates `count` zero bytes and lets `body` fill them in place. If `body` throws, `deinit` wipes what it wrote.
    package init<E: Error>(
        count: Int, initializingWith body: (UnsafeMutableRawBufferPointer) throws(E) -> Void
    ) throws(E) {
        unsafe storage = LockedMemory.allocate(count: count)
        try unsafe body(storage)
    }

    /// Copies bytes that live elsewhere. The caller wipes the original where it can.
    package init(copying bytes: UnsafeRawBufferPointer) {
        unsafe self.init(count: bytes.count) { target in
            unsafe target.copyMemory(from: bytes)
        }
    }

    /// Copies bytes that are not secret any more or never were, such as test data.
    package init(copying bytes: [UInt8]) {
        unsafe self.init(count: bytes.count) { target in
            unsafe target.copyBytes(from: bytes)
        }
    }

    deinit {
        unsafe LockedMemory.wipeAndFree(storage)
    }

    /// Length in bytes. Not secret.
    package var count: Int { unsafe storage.count }

    /// Lends the bytes for the length of the call.
    @inlinable package borrowing func withUnsafeBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try unsafe body(UnsafeRawBufferPointer(storage))
    }

    /// Lends the bytes for change in place.
    @inlinable package mutating func withUnsafeMutableBytes<R: ~Copyable, E: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
    ) throws(E) -> R {
        try unsafe body(storage)
    }

    /// Another owner of the same bytes.
    package borrowing func copy() -> SecretBytes {
        unsafe SecretBytes(copying: UnsafeRawBufferPointer(storage))
    }

    /// Compares in time that depends on the two lengths only.
    package borrowing func isEqual(to other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        var difference: UInt8 = 0
        for offset in 0..<count { unsafe difference |= storage[offset] ^ other.storage[offset] }
        return difference == 0
    }

    /// The bytes as an ordinary array. Leaving secrecy is a named act, and `reason` says why it is right.
    package borrowing func declassified(because reason: StaticString) -> [UInt8] {
        unsafe [UInt8](UnsafeRawBufferPointer(storage))
    }
}
