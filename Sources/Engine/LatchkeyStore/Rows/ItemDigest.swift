// The item digest: SHA-1 over the DER encoding of what describes an item.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import Glibc
package import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/SealedItem.md, section 6. SHA-1 because `kSecAttrSHA1` is; nothing relies on its
/// strength.
package enum ItemDigest {
    package static func digest(of attributes: AttributeValues, secret: ItemSecret?) -> [UInt8] {
        // The pairs one behind the other, in the order of the attributes, and where each of them is.
        var encoded: [UInt8] = []
        encoded.reserveCapacity(attributes.count * 40)
        var pairs: [Range<Int>] = []
        pairs.reserveCapacity(attributes.count)
        for (attribute, value) in attributes {
            let start = encoded.count
            append(attribute, value, to: &encoded)
            pairs.append(start..<encoded.count)
        }
        unsafe encoded.withUnsafeBytes { bytes in
            pairs.sort { unsafe precedes(bytes[$0], bytes[$1]) }
        }

        // The pair of the secret is hashed from wiped memory; its place among the others follows from its header.
        var head: [UInt8] = []
        if let secret {
            let name = "v_Data".utf8
            appendHeader(0x30, element(name.count) + element(secret.count), to: &head)
            appendHeader(0x0c, name.count, to: &head)
            head.append(contentsOf: name)
            appendHeader(0x04, secret.count, to: &head)
        }
        let split = unsafe encoded.withUnsafeBytes { bytes in
            unsafe head.withUnsafeBytes { head in
                pairs.firstIndex { unsafe !precedes(bytes[$0], head[...]) } ?? pairs.count
            }
        }
        var before: [UInt8] = []
        before.reserveCapacity(encoded.count + head.count + 8)
        appendHeader(0x31, encoded.count + head.count + (secret?.count ?? 0), to: &before)
        for pair in pairs[..<split] { before.append(contentsOf: encoded[pair]) }
        before.append(contentsOf: head)
        var after: [UInt8] = []
        for pair in pairs[split...] { after.append(contentsOf: encoded[pair]) }

        var hash = Insecure.SHA1()
        unsafe before.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        if let secret { unsafe secret.bytes.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) } }
        unsafe after.withUnsafeBytes { unsafe hash.update(bufferPointer: $0) }
        let digest = unsafe hash.finalize().withUnsafeBytes { unsafe Array($0) }
        // The block that is not full yet holds the end of the secret, and swift-crypto does not wipe it (Decision 27).
        hash.update(data: block)
        return digest
    }

    /// Bytes that take the place of whatever SHA-1 has not hashed yet.
    private static let block = [UInt8](repeating: 0, count: 64)

    private static func precedes(_ lhs: Slice<UnsafeRawBufferPointer>, _ rhs: Slice<UnsafeRawBufferPointer>) -> Bool {
        let (lhs, rhs) = unsafe (UnsafeRawBufferPointer(rebasing: lhs), UnsafeRawBufferPointer(rebasing: rhs))
        let common = min(lhs.count, rhs.count)
        guard common > 0, let left = lhs.baseAddress, let right = rhs.baseAddress else { return lhs.count < rhs.count }
        let order = unsafe memcmp(left, right, common)
        return order == 0 ? lhs.count < rhs.count : order < 0
    }

    /// SEQUENCE { UTF8String name, value }.
    private static func append(_ attribute: Attribute, _ value: AttributeValue, to bytes: inout [UInt8]) {
        let count = contentCount(of: value)
        appendHeader(0x30, element(4) + element(count), to: &bytes)
        appendHeader(0x0c, 4, to: &bytes)
        bytes.append(bigEndian: attribute.rawValue)
        switch value {
        case .string(let text):
            appendHeader(0x0c, count, to: &bytes)
            bytes.append(contentsOf: text.utf8)
        case .data(let data):
            appendHeader(0x04, count, to: &bytes)
            bytes.append(contentsOf: data)
        case .date(let seconds):
            appendHeader(0x04, count, to: &bytes)
            bytes.append(bigEndian: seconds.bitPattern)
        case .number(let number):
            appendHeader(0x02, count, to: &bytes)
            for index in (0..<count).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
        }
    }

    private static func contentCount(of value: AttributeValue) -> Int {
        switch value {
        case .string(let text): text.utf8.count
        case .data(let bytes): bytes.count
        case .date: 8
        // As few bytes as hold the number with its sign.
        case .number(let number): (64 - (number < 0 ? ~number : number).leadingZeroBitCount) / 8 + 1
        }
    }

    /// Bytes of an element with its header.
    private static func element(_ count: Int) -> Int {
        count < 0x80 ? 2 + count : 2 + (71 - count.leadingZeroBitCount) / 8 + count
    }

    /// Tag and definite length (X.690 §8.1.3).
    private static func appendHeader(_ tag: UInt8, _ count: Int, to bytes: inout [UInt8]) {
        bytes.append(tag)
        guard count >= 0x80 else { return bytes.append(UInt8(count)) }
        let size = (71 - count.leadingZeroBitCount) / 8
        bytes.append(0x80 | UInt8(size))
        for index in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: count >> (8 * index))) }
    }
}
