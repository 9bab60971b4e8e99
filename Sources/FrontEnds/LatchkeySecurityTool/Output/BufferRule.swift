// Prints bytes as the listings of `security` do (reference 6.7.5).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// Printable text stands in quotes; anything else in upper-case hexadecimal, followed by the text as far as there is
/// any.
package enum BufferRule {
    package static func text(of bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        emit(bytes) { text.append($0) }
        return text
    }

    /// A secret in the same form, still in wiped memory.
    package static func text(of secret: borrowing SecretBytes) -> SecretBytes {
        unsafe secret.withUnsafeBytes { bytes in fill { sink in unsafe emit(bytes, to: sink) } }
    }

    /// A secret for `-w`: as it is if every byte is printable, else in lower-case hexadecimal (reference 6.6.6).
    package static func plainText(of secret: borrowing SecretBytes) -> SecretBytes {
        unsafe secret.withUnsafeBytes { bytes in
            fill { sink in
                let isText = unsafe bytes.allSatisfy { (0x20...0x7e).contains($0) }
                for index in bytes.indices {
                    let byte = unsafe bytes[index]
                    if isText { sink(byte) } else { emit(hexadecimal: byte, digits: lowerDigits, to: sink) }
                }
            }
        }
    }

    /// A value as `security item` takes it: text with a backslash before what would end it, else hexadecimal after
    /// `0x`.
    package static func assignedText(of bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        emit(assigned: bytes) { text.append($0) }
        return text
    }

    /// A secret in the same form, still in wiped memory.
    package static func assignedText(of secret: borrowing SecretBytes) -> SecretBytes {
        unsafe secret.withUnsafeBytes { bytes in fill { sink in unsafe emit(assigned: bytes, to: sink) } }
    }

    private static func emit(assigned bytes: some Collection<UInt8>, to sink: (UInt8) -> Void) {
        let isText = bytes.allSatisfy { (0x20...0x7e).contains($0) }
        guard isText else {
            sink(UInt8(ascii: "0"))
            sink(UInt8(ascii: "x"))
            for byte in bytes { emit(hexadecimal: byte, digits: lowerDigits, to: sink) }
            return
        }
        if bytes.starts(with: "0x".utf8) { sink(UInt8(ascii: "\\")) }
        for byte in bytes {
            if byte == UInt8(ascii: "\\") || byte == UInt8(ascii: ",") { sink(UInt8(ascii: "\\")) }
            sink(byte)
        }
    }

    private static func emit(_ bytes: some Sequence<UInt8>, to sink: (UInt8) -> Void) {
        let isClean = bytes.allSatisfy(isPlain)
        let hasText = bytes.contains(where: isPlain)
        if !isClean {
            sink(UInt8(ascii: "0"))
            sink(UInt8(ascii: "x"))
            for byte in bytes { emit(hexadecimal: byte, digits: upperDigits, to: sink) }
            sink(UInt8(ascii: " "))
            if hasText { sink(UInt8(ascii: " ")) }
        }
        guard hasText else { return }
        sink(UInt8(ascii: "\""))
        for byte in bytes {
            if isPlain(byte) { sink(byte) } else { emit(octal: byte, to: sink) }
        }
        sink(UInt8(ascii: "\""))
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20...0x7e).contains(byte) && byte != UInt8(ascii: "\\")
    }

    private static func emit(hexadecimal byte: UInt8, digits: StaticString, to sink: (UInt8) -> Void) {
        unsafe sink(digits.utf8Start[Int(byte >> 4)])
        unsafe sink(digits.utf8Start[Int(byte & 0xf)])
    }

    private static func emit(octal byte: UInt8, to sink: (UInt8) -> Void) {
        sink(UInt8(ascii: "\\"))
        for shift in [6, 3, 0] { sink(UInt8(ascii: "0") + (byte >> UInt8(shift) & 7)) }
    }

    /// Runs `body` once to count and once to write, so that the memory has its final size from the start.
    private static func fill(_ body: ((UInt8) -> Void) -> Void) -> SecretBytes {
        var count = 0
        body { _ in count += 1 }
        return unsafe SecretBytes(count: count) { target in
            var index = 0
            body { byte in
                unsafe target[index] = byte
                index += 1
            }
        }
    }

    private static let upperDigits: StaticString = "0123456789ABCDEF"
    private static let lowerDigits: StaticString = "0123456789abcdef"
}
