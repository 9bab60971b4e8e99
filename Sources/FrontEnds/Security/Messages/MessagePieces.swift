// The bytes of a message as they come in.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform

/// Any number of pieces, in wiped memory. Each is at least as long as all that follow it, or joined with the next: so
/// there are few of them, and no byte is copied often.
struct MessagePieces {
    private var pieces: [ItemSecret] = []
    private(set) var size = 0

    /// Most bytes.
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    /// - Throws: `.parameter` for a negative number; `errSecUnknownFormat` for too many.
    mutating func append(_ start: UnsafeRawPointer, _ count: Int) throws(KeychainError) {
        guard count >= 0 else { throw KeychainError(.parameter, during: "reading the bytes of a message") }
        guard count <= limit - size else {
            throw KeychainError(.init(rawValue: errSecUnknownFormat), during: "measuring a message")
        }
        guard count > 0 else { return }
        size += count
        pieces.append(ItemSecret(unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: start, count: count))))
        while pieces.count > 1, pieces[pieces.count - 2].count <= 2 * pieces[pieces.count - 1].count {
            let last = pieces.removeLast()
            pieces.append(Self.joined([pieces.removeLast(), last]))
        }
    }

    /// All of them.
    var whole: ItemSecret { Self.joined(pieces) }

    private static func joined(_ parts: [ItemSecret]) -> ItemSecret {
        ItemSecret(
            unsafe SecretBytes(count: parts.reduce(0) { $0 + $1.count }) { target in
                var place = 0
                for part in parts {
                    unsafe part.bytes.withUnsafeBytes { bytes in
                        unsafe UnsafeMutableRawBufferPointer(rebasing: target[place...]).copyMemory(from: bytes)
                    }
                    place += part.count
                }
            })
    }
}
