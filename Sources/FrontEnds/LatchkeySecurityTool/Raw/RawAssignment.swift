// One `attr=value` of `security item`.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform
import LatchkeyTooling

/// A name and its value, which stays in wiped memory because it may be the secret of an item.
///
/// Assignments are separated by commas. A backslash in a value keeps the next byte, and a value that begins with `0x`
/// is hexadecimal.
package struct RawAssignment: Sendable {
    package let name: String
    /// Nil for a name without `=`.
    package let value: ItemSecret?
    package let isHexadecimal: Bool

    private static let secret: StaticString = "v_Data="

    /// The assignments of one word.
    package static func list(of word: ItemSecret) throws(CommandFailure) -> [RawAssignment] {
        var assignments: [RawAssignment] = []
        var reader = Reader(word)
        while let assignment = try reader.next() { assignments.append(assignment) }
        return assignments
    }

    /// Where the value of `v_Data` begins in `word`, or nil if it has none.
    package static func placeOfSecret(in word: ItemSecret) -> Int? {
        word.firstPlace(of: secret).map { $0 + secret.utf8CodeUnitCount }
    }

    private struct Reader {
        private let word: ItemSecret
        private var index = 0

        init(_ word: ItemSecret) { self.word = word }

        private var byte: UInt8? {
            let index = index
            return index < word.count ? unsafe word.bytes.withUnsafeBytes { unsafe $0[index] } : nil
        }

        mutating func next() throws(CommandFailure) -> RawAssignment? {
            guard byte != nil else { return nil }
            var name: [UInt8] = []
            while let byte, byte != UInt8(ascii: "="), byte != UInt8(ascii: ",") {
                name.append(byte)
                index += 1
            }
            let hasValue = byte == UInt8(ascii: "=")
            index += 1
            guard !name.isEmpty else { throw .usage("an attribute has a name: attr=value,...") }
            let text = String(decoding: name, as: UTF8.self)
            return hasValue
                ? try value(of: text) : RawAssignment(name: text, value: nil, isHexadecimal: false)
        }

        private mutating func value(of name: String) throws(CommandFailure) -> RawAssignment {
            let start = index
            var value = unsafe SecretBytes(count: word.count - start) { _ in }
            var count = 0
            while var next = byte, next != UInt8(ascii: ",") {
                index += 1
                if next == UInt8(ascii: "\\") {
                    guard let kept = byte else { throw .usage("nothing follows the last backslash") }
                    next = kept
                    index += 1
                }
                let position = count
                unsafe value.withUnsafeMutableBytes { unsafe $0[position] = next }
                count += 1
            }
            let end = index
            index += 1
            let isHexadecimal = unsafe word.bytes.withUnsafeBytes { bytes in
                unsafe bytes[start..<end].starts(with: [UInt8(ascii: "0"), UInt8(ascii: "x")])
            }
            let used = isHexadecimal ? 2..<count : 0..<count
            let bytes = unsafe value.withUnsafeBytes { bytes in
                unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[used]))
            }
            let read = isHexadecimal ? try Hexadecimal.decode(bytes) : ItemSecret(bytes)
            return RawAssignment(name: name, value: read, isHexadecimal: isHexadecimal)
        }
    }
}
