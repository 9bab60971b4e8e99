// SHAKE128 for the accumulated digests of vectors: tests only, neither fast nor constant in time.
// SPDX-License-Identifier: Apache-2.0

/// The extendable-output function of FIPS 202, section 6.2.
package struct Shake128 {
    /// Bytes of the state that input and output pass through.
    private static let rate = 168
    private var lanes = [UInt64](repeating: 0, count: 25)
    private var position = 0
    private var isSqueezing = false

    package init() {}

    /// Takes input in.
    /// - Precondition: no output was taken yet.
    package mutating func absorb(_ bytes: [UInt8]) {
        precondition(!isSqueezing, "output was taken already")
        for byte in bytes {
            mix(byte)
            if position == Self.rate { permute() }
        }
    }

    /// The next `count` bytes of output.
    package mutating func squeeze(_ count: Int) -> [UInt8] {
        if !isSqueezing {
            mix(0x1f)
            lanes[Self.rate / 8 - 1] ^= 0x80 << 56
            permute()
            isSqueezing = true
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count)
        for _ in 0..<count {
            if position == Self.rate { permute() }
            bytes.append(UInt8(truncatingIfNeeded: lanes[position / 8] >> UInt64(position % 8 * 8)))
            position += 1
        }
        return bytes
    }

    private mutating func mix(_ byte: UInt8) {
        lanes[position / 8] ^= UInt64(byte) << UInt64(position % 8 * 8)
        position += 1
    }

    /// Keccak-f[1600] (FIPS 202, section 3.3).
    private mutating func permute() {
        position = 0
        unsafe lanes.withUnsafeMutableBufferPointer { lanes in
            unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 30) { scratch in
                for constant in roundConstants { unsafe round(lanes, scratch, constant) }
            }
        }
    }
}

/// One round on the state; `scratch` has room for the state and five columns.
private func round(
    _ state: UnsafeMutableBufferPointer<UInt64>, _ scratch: UnsafeMutableBufferPointer<UInt64>, _ constant: UInt64
) {
    for x in 0..<5 {
        unsafe scratch[25 + x] = state[x] ^ state[x + 5] ^ state[x + 10] ^ state[x + 15] ^ state[x + 20]
    }
    for x in 0..<5 {
        let next = unsafe scratch[25 + (x + 1) % 5]
        let mixed = unsafe scratch[25 + (x + 4) % 5] ^ (next << 1 | next >> 63)
        for y in 0..<5 {
            let lane = unsafe state[x + 5 * y] ^ mixed
            let shift = UInt64(rotations[x + 5 * y])
            unsafe scratch[y + 5 * ((2 * x + 3 * y) % 5)] = shift == 0 ? lane : lane << shift | lane >> (64 - shift)
        }
    }
    for y in 0..<5 {
        for x in 0..<5 {
            unsafe state[x + 5 * y] =
                scratch[x + 5 * y] ^ (~scratch[(x + 1) % 5 + 5 * y] & scratch[(x + 2) % 5 + 5 * y])
        }
    }
    unsafe state[0] ^= constant
}

private let rotations: [UInt8] = [
    0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14,
]

private let roundConstants: [UInt64] = [
    0x0000_0000_0000_0001, 0x0000_0000_0000_8082, 0x8000_0000_0000_808a, 0x8000_0000_8000_8000,
    0x0000_0000_0000_808b, 0x0000_0000_8000_0001, 0x8000_0000_8000_8081, 0x8000_0000_0000_8009,
    0x0000_0000_0000_008a, 0x0000_0000_0000_0088, 0x0000_0000_8000_8009, 0x0000_0000_8000_000a,
    0x0000_0000_8000_808b, 0x8000_0000_0000_008b, 0x8000_0000_0000_8089, 0x8000_0000_0000_8003,
    0x8000_0000_0000_8002, 0x8000_0000_0000_0080, 0x0000_0000_0000_800a, 0x8000_0000_8000_000a,
    0x8000_0000_8000_8081, 0x8000_0000_0000_8080, 0x0000_0000_8000_0001, 0x8000_0000_8000_8008,
]
