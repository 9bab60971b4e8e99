// Reads the fields of a header or an entry, and nothing beyond them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// Goes through bytes that someone else keeps for the length of a call. Every read is bounded by what is left.
@safe
struct ByteReader {
    private let bytes: UnsafeRawBufferPointer
    private(set) var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { unsafe self.bytes = bytes }

    /// Bytes that were not read yet.
    var remaining: Int { unsafe bytes.count - offset }

    /// - Throws: `.decode` if something is left.
    func requireEnd() throws(KeychainError) {
        guard remaining == 0 else { throw .damagedBackup }
    }

    mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(KeychainError) -> Number {
        let size = MemoryLayout<Number>.size
        guard remaining >= size else { throw .damagedBackup }
        let value = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Number.self)
        offset += size
        return Number(bigEndian: value)
    }

    mutating func identifier() throws(KeychainError) -> RowIdentifier {
        unsafe try lend(RowIdentifier.byteCount) { bytes throws(KeychainError) in
            guard let identifier = unsafe RowIdentifier(bytes) else { throw .damagedBackup }
            return identifier
        }
    }

    mutating func itemClass() throws(KeychainError) -> ItemClass {
        let code = try number(UInt32.self)
        guard let itemClass = ItemClass.allCases.first(where: { $0.code == code }) else { throw .damagedBackup }
        return itemClass
    }

    mutating func protection() throws(KeychainError) -> ProtectionClass {
        guard let protection = ProtectionClass(number: try number(UInt8.self)) else { throw .damagedBackup }
        return protection
    }

    mutating func array(_ count: Int) throws(KeychainError) -> [UInt8] {
        unsafe try lend(count) { bytes throws(KeychainError) in unsafe Array(bytes) }
    }

    /// Goes from wiped memory to wiped memory.
    mutating func secret(_ count: Int) throws(KeychainError) -> ItemSecret {
        unsafe try lend(count) { bytes throws(KeychainError) in unsafe ItemSecret(SecretBytes(copying: bytes)) }
    }

    mutating func text(_ count: Int) throws(KeychainError) -> String {
        unsafe try lend(count) { bytes throws(KeychainError) in
            guard let text = unsafe String(validating: bytes, as: UTF8.self) else { throw .damagedBackup }
            return text
        }
    }

    /// Lends the next `count` bytes for the length of `body`.
    private mutating func lend<R>(
        _ count: Int, _ body: (UnsafeRawBufferPointer) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard count >= 0, count <= remaining else { throw .damagedBackup }
        let start = offset
        offset += count
        return unsafe try body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + count]))
    }
}

extension [UInt8] {
    /// Appends a number, most significant byte first.
    mutating func append(bigEndian number: some FixedWidthInteger) {
        unsafe Swift.withUnsafeBytes(of: number.bigEndian) { unsafe append(contentsOf: $0) }
    }
}
