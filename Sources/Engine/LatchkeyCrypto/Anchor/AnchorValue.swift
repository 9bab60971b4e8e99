// What an index of a TPM holds.
// SPDX-License-Identifier: Apache-2.0

import Crypto

/// 32 bytes: the value of an index, or what it is extended with. Not secret.
package struct AnchorValue: Hashable, Sendable {
    package static let size = 32
    /// The value of an index that was never extended.
    package static let zero = AnchorValue(words: (0, 0, 0, 0))

    // Words, since a search over every order of events compares millions of them.
    private let (first, second, third, fourth): (UInt64, UInt64, UInt64, UInt64)

    private init(words: (UInt64, UInt64, UInt64, UInt64)) { (first, second, third, fourth) = words }

    /// - Returns: nil unless there are 32 bytes.
    package init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.size else { return nil }
        var words: [UInt64] = []
        for (place, byte) in bytes.enumerated() {
            if place.isMultiple(of: 8) { words.append(0) }
            words[place / 8] = words[place / 8] << 8 | UInt64(byte)
        }
        self.init(words: (words[0], words[1], words[2], words[3]))
    }

    /// Random bytes.
    package static func random() -> AnchorValue {
        AnchorValue(SystemRandom.bytes(count: size)) ?? zero
    }

    package var bytes: [UInt8] {
        [first, second, third, fourth].flatMap { word in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        }
    }

    /// What the TPM makes of this value: SHA-256(value ‖ data).
    package func extended(with data: AnchorValue) -> AnchorValue {
        AnchorValue(Array(SHA256.hash(data: bytes + data.bytes))) ?? .zero
    }
}
