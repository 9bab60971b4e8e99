// Random bytes from the kernel.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel

package enum SystemRandom {
    /// Fills the buffer from getrandom(2), which SystemRandomNumberGenerator reads.
    package static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        var source = SystemRandomNumberGenerator()
        for offset in 0..<buffer.count { unsafe buffer[offset] = source.next() }
    }

    /// Public random bytes: a nonce, a salt.
    package static func bytes(count: Int) -> [UInt8] {
        var source = SystemRandomNumberGenerator()
        var bytes = [UInt8]()
        bytes.reserveCapacity(count + 8)
        while bytes.count < count { bytes.append(contentsOf: source.next().bigEndianBytes) }
        return Array(bytes.prefix(count))
    }
}
