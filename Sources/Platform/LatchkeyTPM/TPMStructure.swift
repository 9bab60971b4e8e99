// The bytes of structures of the TPM 2.0 specification.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// Numbers of TPM_ALG_ID and TPM_ECC_CURVE.
enum TPMAlgorithm {
    static let aes: UInt16 = 0x0006
    static let keyedHash: UInt16 = 0x0008
    static let sha256: UInt16 = 0x000B
    static let none: UInt16 = 0x0010
    static let ecdsa: UInt16 = 0x0018
    static let ecc: UInt16 = 0x0023
    static let cfb: UInt16 = 0x0043
    /// The curve, not an algorithm.
    static let p256: UInt16 = 0x0003
}

extension FixedWidthInteger where Self: UnsignedInteger {
    /// Big-endian, as everything of a TPM.
    var tpmBytes: [UInt8] {
        stride(from: bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}

extension [UInt8] {
    /// The bytes as a TPM2B: behind their number.
    var sized: [UInt8] { UInt16(count).tpmBytes + self }

    /// A number with zeros in front; nil if it is longer.
    func padded(to size: Int) -> [UInt8]? {
        count > size ? nil : [UInt8](repeating: 0, count: size - count) + self
    }
}

/// Reads a structure from its beginning. Nothing is read behind the end.
struct TPMReader {
    private let bytes: [UInt8]
    private var place = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { place == bytes.count }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number? {
        let size = Number.bitWidth / 8
        guard bytes.count - place >= size else { return nil }
        defer { place += size }
        return bytes[place..<place + size].reduce(0) { $0 << 8 | Number($1) }
    }

    /// The contents of a TPM2B.
    mutating func sized() -> [UInt8]? {
        guard let size = number(UInt16.self).map(Int.init), bytes.count - place >= size else { return nil }
        defer { place += size }
        return Array(bytes[place..<place + size])
    }
}

/// TPM2B_SENSITIVE_CREATE: what authorises a new object, and what it holds.
func sensitivePart(authorisation: borrowing SecretBytes, contents: borrowing SecretBytes) -> SecretBytes {
    let inner = 2 + authorisation.count + 2 + contents.count
    return unsafe SecretBytes(count: 2 + inner) { target in
        var place = 0
        func append(_ number: Int) {
            unsafe target[place] = UInt8(truncatingIfNeeded: number >> 8)
            unsafe target[place + 1] = UInt8(truncatingIfNeeded: number)
            place += 2
        }
        func append(_ bytes: UnsafeRawBufferPointer) {
            append(bytes.count)
            unsafe UnsafeMutableRawBufferPointer(rebasing: target[place..<place + bytes.count]).copyMemory(from: bytes)
            place += bytes.count
        }
        append(inner)
        unsafe authorisation.withUnsafeBytes { unsafe append($0) }
        unsafe contents.withUnsafeBytes { unsafe append($0) }
    }
}
