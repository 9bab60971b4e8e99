// The cipher RC4, which old files of keys are under and OpenSSL has no more.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

enum RC4 {
    /// Decrypts `bytes` in their place.
    static func apply(key: UnsafeRawBufferPointer, to bytes: UnsafeMutableRawBufferPointer) {
        var permutation = unsafe SecretBytes(count: 256) { state in
            for place in 0..<256 { unsafe state[place] = UInt8(place) }
            var other: UInt8 = 0
            for place in 0..<256 {
                unsafe other = other &+ state[place] &+ key[place % key.count]
                unsafe state.swapAt(place, Int(other))
            }
        }
        unsafe permutation.withUnsafeMutableBytes { state in
            var first: UInt8 = 0
            var second: UInt8 = 0
            for place in bytes.indices {
                first &+= 1
                unsafe second = second &+ state[Int(first)]
                unsafe state.swapAt(Int(first), Int(second))
                unsafe bytes[place] ^= state[Int(state[Int(first)] &+ state[Int(second)])]
            }
        }
    }
}
