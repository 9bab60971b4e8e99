// Writes DER without secrets in it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel

package enum DERElement {
    /// An element of less than 4 GiB: tag, length, contents.
    package static func bytes(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        let length: [UInt8] =
            switch count {
            case ..<0x80: [UInt8(count)]
            case ..<0x100: [0x81, UInt8(count)]
            case ..<0x10000: [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
            case ..<0x100_0000: [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xff), UInt8(count & 0xff)]
            default: [0x84] + UInt32(count).bigEndianBytes
            }
        return [tag] + length + contents
    }

    package static func sequence(_ contents: [UInt8]) -> [UInt8] { bytes(0x30, contents) }
    /// - Parameter contents: of the identifier, as X.690 has them.
    package static func objectIdentifier(_ contents: [UInt8]) -> [UInt8] { bytes(0x06, contents) }
    /// Whole bytes.
    package static func bitString(_ contents: [UInt8]) -> [UInt8] { bytes(0x03, [0] + contents) }
}
