// The bytes of `device.tpm`.
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import LatchkeyPlatform
import LatchkeyModel
import LatchkeyTPM

extension SealedDeviceKey {
    /// Bytes of the longest file: the header, the longest Name, two keys, and the digest.
    package static let largestSize =
        DeviceKeyHeader.size + 1 + TPMName.sizes.upperBound + 1 + 2 * 2 * (2 + TPMObject.largestPart) + SHA256.byteCount

    package var encoded: [UInt8] {
        var bytes = DeviceKeyHeader.encoded(.tpm)
        bytes.append(UInt8(storageRoot.bytes.count))
        bytes += storageRoot.bytes
        let keys = [current] + [former].compactMap(\.self)
        bytes.append(UInt8(keys.count))
        for part in keys.flatMap({ [$0.privatePart, $0.publicPart] }) {
            bytes += UInt16(part.count).bigEndianBytes + part
        }
        return bytes + SHA256.hash(data: bytes)
    }

    /// - Throws: `.wrongVersion` if a newer version has made the file, `.notAvailable` if it is damaged.
    package init(decoding bytes: [UInt8]) throws(KeychainError) {
        guard bytes.count >= DeviceKeyHeader.size else { throw .damagedSealedKey }
        try DeviceKeyHeader.check(bytes[..<DeviceKeyHeader.size], isOf: .tpm, damage: .damagedSealedKey)
        guard bytes.count <= Self.largestSize, bytes.count >= DeviceKeyHeader.size + SHA256.byteCount else {
            throw .damagedSealedKey
        }
        let end = bytes.count - SHA256.byteCount
        // A damaged file would else be taken for one of a TPM that was cleared.
        guard SHA256.hash(data: bytes[..<end]).elementsEqual(bytes[end...]) else { throw .damagedSealedKey }
        var rest = bytes[DeviceKeyHeader.size..<end]
        func take(_ count: Int) throws(KeychainError) -> [UInt8] {
            guard rest.count >= count else { throw .damagedSealedKey }
            defer { rest.removeFirst(count) }
            return Array(rest.prefix(count))
        }
        func part() throws(KeychainError) -> [UInt8] {
            let size = try take(2).reduce(0) { $0 << 8 | Int($1) }
            guard (2...TPMObject.largestPart).contains(size) else { throw .damagedSealedKey }
            return try take(size)
        }
        guard let name = TPMName(try take(Int(try take(1)[0]))) else { throw .damagedSealedKey }
        let count = try take(1)[0]
        guard (1...2).contains(count) else { throw .damagedSealedKey }
        current = TPMObject(privatePart: try part(), publicPart: try part())
        former = count == 2 ? TPMObject(privatePart: try part(), publicPart: try part()) : nil
        storageRoot = name
        guard rest.isEmpty else { throw .damagedSealedKey }
    }
}

extension KeychainError {
    static let damagedSealedKey = KeychainError(
        .notAvailable, during: "reading the device key",
        hint: "device.tpm is damaged; put the right one back, or restore a backup")
}
