// The bytes of an anchor's record, before they are sealed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

extension AnchorRecord {
    /// Bytes of the encoding.
    package static let size = 4 + 4 * AnchorValue.size + 8

    package var encoded: [UInt8] {
        index.bigEndianBytes + previous.bytes + current.bytes + `extension`.bytes + rows.bytes + time.bigEndianBytes
    }

    /// - Throws: `.decode` for another length, an index that is none of the owner's, and a value after the advance that
    ///   is not the one that follows from the others.
    package init(decoding bytes: some Collection<UInt8>) throws(KeychainError) {
        let bytes = Array(bytes)
        guard bytes.count == Self.size else { throw .damagedAnchor }
        func value(_ place: Int) throws(KeychainError) -> AnchorValue {
            let start = 4 + place * AnchorValue.size
            guard let value = AnchorValue(bytes[start..<start + AnchorValue.size]) else { throw .damagedAnchor }
            return value
        }
        let index = bytes[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard AnchorPlace.handles.contains(index) else { throw .damagedAnchor }
        self.init(
            index: index, previous: try value(0), extension: try value(2), rows: try value(3),
            time: bytes.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        guard try value(1) == current else { throw .damagedAnchor }
    }
}

extension KeychainError {
    fileprivate static let damagedAnchor = KeychainError(
        .decode, during: "reading the anchor of a keychain",
        hint: "the keychain file is damaged; run `latchkey doctor`")
}
