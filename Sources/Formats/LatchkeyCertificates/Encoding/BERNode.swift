// Reads BER in memory that is wiped (X.690, section 8): files of keys have lengths that DER does not allow.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// One element, as a range of bytes that it shares with all others. Nothing is copied until somebody asks for octets.
package struct BERNode: Sendable {
    /// The identifier octet. Longer identifiers are refused; no file of keys has one.
    package let tag: UInt8
    private let source: ItemSecret
    private let contents: Range<Int>
    /// With the header, and with the end where the length is indefinite.
    private let whole: Range<Int>
    /// Levels that are left below this one.
    private let room: Int

    /// Most levels of elements in elements.
    package static let greatestDepth = 24
    /// Most elements in one.
    package static let greatestCount = 10_000

    /// - Parameter allowsMore: whether bytes may follow the element.
    /// - Throws: `.decode` for anything but an element.
    package init(reading source: ItemSecret, allowsMore: Bool = false) throws(KeychainError) {
        var place = 0
        guard
            let node = unsafe source.bytes.withUnsafeBytes({ bytes in
                unsafe Element(in: bytes, at: &place, before: bytes.count, room: Self.greatestDepth)
            }), allowsMore || place == source.count
        else { throw Self.refusal }
        self.init(node, in: source, room: Self.greatestDepth)
    }

    private init(_ element: Element, in source: ItemSecret, room: Int) {
        tag = element.tag
        contents = element.contents
        whole = element.whole
        self.source = source
        self.room = room
    }

    /// The elements in this one.
    /// - Throws: `.decode` for a primitive element, and for contents that are no elements.
    package func children() throws(KeychainError) -> [BERNode] {
        guard tag & 0x20 != 0, room > 0 else { throw Self.refusal }
        let elements = unsafe source.bytes.withUnsafeBytes { bytes -> [Element]? in
            var elements: [Element] = []
            var place = contents.lowerBound
            while place < contents.upperBound {
                guard elements.count < Self.greatestCount,
                    let element = unsafe Element(in: bytes, at: &place, before: contents.upperBound, room: room - 1)
                else { return nil }
                elements.append(element)
            }
            return elements
        }
        guard let elements else { throw Self.refusal }
        return elements.map { BERNode($0, in: source, room: room - 1) }
    }

    /// The elements of an element of this tag.
    package func children(of tag: UInt8) throws(KeychainError) -> [BERNode] {
        guard self.tag == tag else { throw Self.refusal }
        return try children()
    }

    /// The one element in an element of this tag.
    package func onlyChild(of tag: UInt8) throws(KeychainError) -> BERNode {
        let children = try children(of: tag)
        guard children.count == 1 else { throw Self.refusal }
        return children[0]
    }

    /// The octets of a string, which BER may have in pieces.
    /// - Parameter tag: that of the string where it is primitive.
    package func octets(of tag: UInt8 = Tag.octetString) throws(KeychainError) -> ItemSecret {
        var pieces: [Range<Int>] = []
        try appendPieces(of: tag, to: &pieces)
        let count = pieces.reduce(0) { $0 + $1.count }
        return ItemSecret(
            unsafe SecretBytes(count: count) { target in
                unsafe source.bytes.withUnsafeBytes { bytes in
                    var place = 0
                    for piece in pieces {
                        unsafe UnsafeMutableRawBufferPointer(rebasing: target[place..<place + piece.count])
                            .copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[piece]))
                        place += piece.count
                    }
                }
            })
    }

    private func appendPieces(of tag: UInt8, to pieces: inout [Range<Int>]) throws(KeychainError) {
        if self.tag == tag & ~0x20 {
            guard pieces.count < Self.greatestCount else { throw Self.refusal }
            pieces.append(contents)
        } else {
            guard self.tag == tag | 0x20 else { throw Self.refusal }
            for piece in try children() { try piece.appendPieces(of: Tag.octetString, to: &pieces) }
        }
    }

    /// The contents of an object identifier, its first octets those of its name.
    package func objectIdentifier() throws(KeychainError) -> [UInt8] {
        guard tag == Tag.objectIdentifier, (1...32).contains(contents.count) else { throw Self.refusal }
        return publicContents
    }

    /// A whole number that is not negative.
    /// - Throws: `.decode` for a negative number, and for one beyond `limit`.
    package func number(upTo limit: Int) throws(KeychainError) -> Int {
        guard tag == Tag.integer, (1...8).contains(contents.count) else { throw Self.refusal }
        let bytes = publicContents
        guard bytes[0] < 0x80 else { throw Self.refusal }
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard number <= UInt64(limit) else { throw Self.refusal }
        return Int(number)
    }

    /// The element with its header, as it stands.
    package func encoded() -> ItemSecret {
        ItemSecret(
            unsafe source.bytes.withUnsafeBytes { bytes in
                unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[whole]))
            })
    }

    /// Bytes of the element, its header among them.
    package var size: Int { whole.count }

    /// The contents, where they are public.
    package var publicContents: [UInt8] {
        unsafe source.bytes.withUnsafeBytes { bytes in unsafe Array(bytes[contents]) }
    }

    package static var refusal: KeychainError {
        KeychainError(.decode, during: "reading the elements of a file of keys")
    }

    /// The identifier octets that files of keys have.
    package enum Tag {
        package static let integer: UInt8 = 0x02
        package static let octetString: UInt8 = 0x04
        package static let null: UInt8 = 0x05
        package static let objectIdentifier: UInt8 = 0x06
        package static let bmpString: UInt8 = 0x1e
        package static let sequence: UInt8 = 0x30
        package static let set: UInt8 = 0x31
        /// `[0]`, constructed.
        package static let context0: UInt8 = 0xa0
        /// `[1]`, constructed.
        package static let context1: UInt8 = 0xa1
    }
}

extension BERNode: CustomStringConvertible, CustomReflectable {
    package var description: String { "<element, \(contents.count) bytes>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Where an element stands.
private struct Element {
    let tag: UInt8
    let contents: Range<Int>
    let whole: Range<Int>

    /// Nil for what is no element that ends before `end`. `place` is behind it afterwards.
    init?(in bytes: UnsafeRawBufferPointer, at place: inout Int, before end: Int, room: Int) {
        guard room >= 0, end - place >= 2 else { return nil }
        let beginning = place
        let tag = unsafe bytes[place]
        guard tag & 0x1f != 0x1f, tag != 0 else { return nil }
        let first = Int(unsafe bytes[place + 1])
        place += 2
        self.tag = tag
        guard first != 0x80 else {
            // Of indefinite length: it ends with two zero bytes after its elements.
            guard tag & 0x20 != 0 else { return nil }
            let start = place
            var count = 0
            while true {
                guard end - place >= 2, count <= BERNode.greatestCount else { return nil }
                if unsafe bytes[place] == 0, unsafe bytes[place + 1] == 0 { break }
                guard unsafe Element(in: bytes, at: &place, before: end, room: room - 1) != nil else { return nil }
                count += 1
            }
            contents = start..<place
            place += 2
            whole = beginning..<place
            return
        }
        var length = first
        if first > 0x80 {
            let digits = first & 0x7f
            guard digits <= 4, end - place >= digits else { return nil }
            length = 0
            for _ in 0..<digits {
                length = length << 8 | Int(unsafe bytes[place])
                place += 1
            }
        }
        guard length <= end - place else { return nil }
        contents = place..<place + length
        place += length
        whole = beginning..<place
    }
}
