// The keyed digests by which items of the Secret Service are found.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// What a search of the Secret Service asks of an item. Each has digests of its own.
package enum SearchTerm: Sendable {
    /// Nothing: every item has it.
    case any
    /// One name with its value.
    case pair(SearchAttributes.Pair)
    /// All its attributes are these.
    case exactly(SearchAttributes)
}

extension UnlockedKeybag {
    /// The first 16 bytes of HMAC-SHA-256(index key, `ssat` ‖ kind ‖ what is asked). `ssat` is no item class, so that
    /// it is never the digest of an attribute.
    ///
    /// Documentation/Reference/Formats/Database.md, section 16.
    package func searchDigest(of term: SearchTerm) throws(KeychainError) -> [UInt8] {
        switch term {
        case .any: return try searchDigest("item", of: [], size: Self.digestSize)
        case .pair(let pair):
            var bytes = UInt32(pair.name.utf8.count).bigEndianBytes
            bytes += pair.name.utf8
            bytes += pair.value.utf8
            return try searchDigest("pair", of: bytes, size: Self.digestSize)
        case .exactly(let attributes):
            return try searchDigest("list", of: attributes.encoded, size: Self.digestSize)
        }
    }

    /// What follows in the table: the first 8 bytes of HMAC-SHA-256(index key, `ssatagrp` ‖ group).
    package func searchDigest(of group: AccessGroup) throws(KeychainError) -> [UInt8] {
        try searchDigest("agrp", of: Array(group.rawValue.utf8), size: Self.searchGroupSize)
    }

    /// Bytes of the digest of a group.
    package static let searchGroupSize = 8

    private func searchDigest(_ kind: String, of bytes: [UInt8], size: Int) throws(KeychainError) -> [UInt8] {
        unsafe try Array("ssat\(kind)".utf8).withRawBytes { name throws(KeychainError) in
            unsafe try bytes.withRawBytes { bytes throws(KeychainError) in
                unsafe try keyedDigest(of: name, bytes, size: size)
            }
        }
    }
}
