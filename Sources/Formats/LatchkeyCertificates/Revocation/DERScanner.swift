// Walks through DER that may be too long to be kept as objects.
// SPDX-License-Identifier: Apache-2.0

/// The elements of a part of some bytes, one after the other. Every length is definite and as short as can be.
struct DERScanner {
    private let bytes: [UInt8]
    private var place: Int
    private let end: Int

    struct Element {
        let tag: UInt8
        /// The place of its contents in the bytes.
        let contents: Range<Int>
        /// The same with tag and length.
        let whole: Range<Int>
    }

    /// - Parameter range: the part; it must lie within the bytes.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        self.bytes = bytes
        place = range.lowerBound
        end = range.upperBound
    }

    /// Nil at the end.
    /// - Throws: for what is no element, and for a tag of more than one byte.
    mutating func next() throws -> Element? {
        guard place < end else { return nil }
        let start = place
        let tag = bytes[start]
        guard tag & 0x1f != 0x1f, start + 1 < end else { throw malformed() }
        let first = Int(bytes[start + 1])
        var contents = start + 2
        var length = first
        if first >= 0x80 {
            let digits = first & 0x7f
            guard (1...4).contains(digits), contents + digits <= end, bytes[contents] != 0 else { throw malformed() }
            length = 0
            for digit in contents..<contents + digits { length = length << 8 | Int(bytes[digit]) }
            guard length >= 0x80 else { throw malformed() }
            contents += digits
        }
        guard length <= end - contents else { throw malformed() }
        place = contents + length
        return Element(tag: tag, contents: contents..<place, whole: start..<place)
    }

    /// The next element, which must be there and have this tag.
    mutating func required(_ tag: UInt8) throws -> Element {
        guard let element = try next(), element.tag == tag else { throw malformed() }
        return element
    }

    /// The next element if it has one of these tags; else it is still the next one.
    mutating func optional(_ tags: UInt8...) throws -> Element? {
        let start = place
        guard let element = try next() else { return nil }
        if tags.contains(element.tag) { return element }
        place = start
        return nil
    }

    /// - Throws: if there is more.
    func finish() throws {
        guard place == end else { throw malformed() }
    }
}
