// The item digest: SHA-1 over the DER encoding of what describes an item.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
package import KeychainModel

/// Documentation/Formats/SealedItem.md, section 6. SHA-1 because `kSecAttrSHA1` is; nothing relies on its strength.
package enum ItemDigest {
    package static func digest(of attributes: AttributeValues, secret: ItemSecret?) -> [UInt8] {
        var pairs: [[UInt8]] = attributes.map { attribute, value in
            sequence(element(0x0c, Array(attribute.code.utf8)) + encode(value))
        }
        var hash = Insecure.SHA1()
        guard let secret else {
            hash.update(data: element(0x31, pairs.sorted(by: lexicographic).flatMap(\.self)))
            return Array(hash.finalize())
        }
        // The pair of the secret is hashed from wiped memory; its place among the others follows from its header.
        let name = element(0x0c, Array("v_Data".utf8))
        let valueHeader = header(0x04, secret.count)
        let pairHeader = header(0x30, name.count + valueHeader.count + secret.count) + name + valueHeader
        pairs.sort(by: lexicographic)
        let split = pairs.firstIndex { !$0.lexicographicallyPrecedes(pairHeader) } ?? pairs.count
        let total = pairs.reduce(pairHeader.count + secret.count) { $0 + $1.count }
        hash.update(data: header(0x31, total))
        for pair in pairs[..<split] { hash.update(data: pair) }
        hash.update(data: pairHeader)
        unsafe secret.bytes.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        for pair in pairs[split...] { hash.update(data: pair) }
        return Array(hash.finalize())
    }

    private static func lexicographic(_ lhs: [UInt8], _ rhs: [UInt8]) -> Bool { lhs.lexicographicallyPrecedes(rhs) }

    private static func encode(_ value: AttributeValue) -> [UInt8] {
        switch value {
        case .string(let text): return element(0x0c, Array(text.utf8))
        case .data(let bytes): return element(0x04, bytes)
        case .date(let seconds): return element(0x04, seconds.bitPattern.bigEndianBytes)
        case .number(let number):
            var bytes = number.bigEndianBytes
            while bytes.count > 1, bytes[0] == (bytes[1] & 0x80 == 0 ? 0x00 : 0xff) { bytes.removeFirst() }
            return element(0x02, bytes)
        }
    }

    private static func sequence(_ content: [UInt8]) -> [UInt8] { element(0x30, content) }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { header(tag, content.count) + content }

    /// Tag and definite length (X.690 §8.1.3).
    private static func header(_ tag: UInt8, _ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [tag, UInt8(count)] }
        let length = Array(UInt64(count).bigEndianBytes.drop { $0 == 0 })
        return [tag, 0x80 | UInt8(length.count)] + length
    }
}
