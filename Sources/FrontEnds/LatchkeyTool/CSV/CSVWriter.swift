// Writes one row of comma-separated values in wiped memory.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

package enum CSVWriter {
    /// The fields with commas between and LF at the end. Quotes stand only around what needs them.
    package static func row(_ fields: [ItemSecret]) -> SecretBytes {
        var count = 0
        emit(fields) { _ in count += 1 }
        return unsafe SecretBytes(count: count) { target in
            var index = 0
            emit(fields) { byte in
                unsafe target[index] = byte
                index += 1
            }
        }
    }

    private static func emit(_ fields: [ItemSecret], to sink: (UInt8) -> Void) {
        for (index, field) in fields.enumerated() {
            if index > 0 { sink(UInt8(ascii: ",")) }
            unsafe field.bytes.withUnsafeBytes { bytes in unsafe emit(bytes, to: sink) }
        }
        sink(UInt8(ascii: "\n"))
    }

    private static func emit(_ bytes: UnsafeRawBufferPointer, to sink: (UInt8) -> Void) {
        let quote = UInt8(ascii: "\"")
        let special = Array("\",\r\n".utf8)
        let blank = UInt8(ascii: " ")
        // A byte order mark at the start of a field could begin the file.
        let needsQuotes =
            unsafe bytes.first == blank || bytes.last == blank || bytes.first == 0xef
            || bytes.contains(where: special.contains)
        if needsQuotes { sink(quote) }
        for index in bytes.indices {
            let byte = unsafe bytes[index]
            if byte == quote { sink(quote) }
            sink(byte)
        }
        if needsQuotes { sink(quote) }
    }
}
