// Random bytes from the kernel.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum SystemRandom {
    /// The most that the kernel gives at once, in bytes.
    private static let largestRequest = 256

    /// Fills the buffer from getentropy(3). Should the kernel refuse, nothing random can be had and the process ends.
    package static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        var filled = 0
        while filled < buffer.count, let start = buffer.baseAddress {
            let count = min(largestRequest, buffer.count - filled)
            precondition(unsafe getentropy(start + filled, count) == 0, "the kernel gives no random bytes")
            filled += count
        }
    }

    /// Public random bytes: a nonce, a salt.
    package static func bytes(count: Int) -> [UInt8] {
        // Swift would write the size of the one array that all empty ones share, which the thread sanitizer calls a
        // race.
        guard count > 0 else { return [] }
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { bytes, initialized in
            unsafe fill(UnsafeMutableRawBufferPointer(bytes))
            initialized = count
        }
    }
}
