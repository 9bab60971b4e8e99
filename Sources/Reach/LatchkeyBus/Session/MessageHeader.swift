// The header of a message, read from the bytes of a bus.
// SPDX-License-Identifier: Apache-2.0

/// Texts are ranges of the bytes that it was read from, and empty if the header has none.
struct MessageHeader {
    enum Kind: UInt8 { case call = 1, result, error, signal }

    /// Nil for a kind that a later version of D-Bus may have.
    private(set) var kind: Kind?
    let isBigEndian: Bool
    let flags: UInt8
    let serial: UInt32
    /// Bytes of the body.
    let bodyCount: Int
    /// Bytes of the header, with what fills it up to the body.
    let count: Int
    private(set) var path = 0..<0
    private(set) var interface = 0..<0
    private(set) var member = 0..<0
    private(set) var errorName = 0..<0
    private(set) var destination = 0..<0
    private(set) var sender = 0..<0
    private(set) var replySerial: UInt32 = 0
    private(set) var descriptors: UInt32 = 0
    /// Whether a field has a type that is not read here. What comes after it is not known.
    private(set) var isStrange = false

    /// The bytes in front of the fields.
    static let fixedCount = 16
    /// Bytes of a whole message (D-Bus specification, "Message Format").
    private static let longestMessage = 128 << 20
    private static let longestFields = 64 << 20

    /// Reads the part in front of the fields, which tells how long everything is.
    /// - Precondition: there are ``fixedCount`` bytes from `start` on.
    init(fixedPart bytes: Span<UInt8>, at start: Int) throws(FramerFailure) {
        switch UnicodeScalar(bytes[start]) {
        case "l": isBigEndian = false
        case "B": isBigEndian = true
        default: throw .header
        }
        guard bytes[start + 1] != 0, bytes[start + 3] == 1 else { throw .header }
        kind = Kind(rawValue: bytes[start + 1])
        flags = bytes[start + 2]
        bodyCount = Int(Self.number(bytes, at: start + 4, isBigEndian))
        serial = Self.number(bytes, at: start + 8, isBigEndian)
        let fieldsCount = Int(Self.number(bytes, at: start + 12, isBigEndian))
        count = Self.fixedCount + (fieldsCount + 7) & ~7
        guard serial != 0, fieldsCount <= Self.longestFields, count + bodyCount <= Self.longestMessage else {
            throw .header
        }
        fieldsEnd = start + Self.fixedCount + fieldsCount
    }

    private let fieldsEnd: Int

    /// Reads the fields.
    /// - Precondition: there are ``count`` bytes from the start on.
    mutating func readFields(_ bytes: Span<UInt8>, at start: Int) throws(FramerFailure) {
        var place = start + Self.fixedCount
        var known = 0
        var hasSignature = false
        while place < fieldsEnd {
            // Each field begins at a multiple of eight bytes, with zeros before it.
            let next = start + (place - start + 7) & ~7
            try Self.checkZeros(bytes, place..<min(next, fieldsEnd))
            place = next
            guard place + 4 <= fieldsEnd, bytes[place + 1] != 0 else { throw .header }
            let code = bytes[place]
            guard code != 0 else { throw .header }
            guard bytes[place + 1] == 1 else {
                isStrange = true
                return
            }
            let type = UnicodeScalar(bytes[place + 2])
            guard bytes[place + 3] == 0 else { throw .header }
            place += 4
            let value: Value
            switch type {
            case "s", "o": value = .text(try text(bytes, &place))
            case "g": value = .text(try signature(bytes, &place))
            case "u":
                guard place + 4 <= fieldsEnd else { throw .header }
                value = .number(Self.number(bytes, at: place, isBigEndian))
                place += 4
            default:
                guard code > Self.lastCode else { throw .header }
                isStrange = true
                return
            }
            guard code <= Self.lastCode else { continue }
            guard known & 1 << Int(code) == 0 else { throw .header }
            known |= 1 << Int(code)
            if code == 8 { hasSignature = true }
            try take(value, type, of: code, in: bytes)
        }
        try Self.checkZeros(bytes, fieldsEnd..<start + count)
        guard bodyCount == 0 || hasSignature else { throw .header }
        try checkRequired()
    }

    private static let lastCode: UInt8 = 9

    private enum Value {
        case text(Range<Int>)
        case number(UInt32)
    }

    private mutating func take(
        _ value: Value, _ type: UnicodeScalar, of code: UInt8, in bytes: Span<UInt8>
    ) throws(FramerFailure) {
        switch (code, type, value) {
        case (1, "o", .text(let range)) where BusSyntax.isPath(bytes, range): path = range
        case (2, "s", .text(let range)) where BusSyntax.isInterface(bytes, range): interface = range
        case (3, "s", .text(let range)) where BusSyntax.isMember(bytes, range): member = range
        case (4, "s", .text(let range)) where BusSyntax.isInterface(bytes, range): errorName = range
        case (5, "u", .number(let number)) where number != 0: replySerial = number
        case (6, "s", .text(let range)) where BusSyntax.isBusName(bytes, range): destination = range
        case (7, "s", .text(let range)) where BusSyntax.isBusName(bytes, range): sender = range
        case (8, "g", .text(let range)) where BusSyntax.isSignature(bytes, range): return
        case (9, "u", .number(let number)): descriptors = number
        default: throw .header
        }
    }

    private func checkRequired() throws(FramerFailure) {
        // A bus says of everything that it passes on who sent it.
        var isComplete = !sender.isEmpty
        switch kind {
        case .call: isComplete = isComplete && !path.isEmpty && !member.isEmpty
        case .signal: isComplete = isComplete && !path.isEmpty && !interface.isEmpty && !member.isEmpty
        case .error: isComplete = isComplete && !errorName.isEmpty && replySerial != 0
        case .result: isComplete = isComplete && replySerial != 0
        case nil: break
        }
        guard isComplete else { throw .header }
    }

    /// A text: four bytes that count, the bytes, and a zero.
    private func text(_ bytes: Span<UInt8>, _ place: inout Int) throws(FramerFailure) -> Range<Int> {
        guard place + 4 <= fieldsEnd else { throw .header }
        let count = Int(Self.number(bytes, at: place, isBigEndian))
        let start = place + 4
        guard count < fieldsEnd - start, bytes[start + count] == 0 else { throw .header }
        place = start + count + 1
        return start..<start + count
    }

    private func signature(_ bytes: Span<UInt8>, _ place: inout Int) throws(FramerFailure) -> Range<Int> {
        guard place < fieldsEnd else { throw .header }
        let count = Int(bytes[place])
        let start = place + 1
        guard count < fieldsEnd - start, bytes[start + count] == 0 else { throw .header }
        place = start + count + 1
        return start..<start + count
    }

    private static func checkZeros(_ bytes: Span<UInt8>, _ range: Range<Int>) throws(FramerFailure) {
        for place in range where bytes[place] != 0 { throw .header }
    }

    private static func number(_ bytes: Span<UInt8>, at place: Int, _ isBigEndian: Bool) -> UInt32 {
        var number: UInt32 = 0
        for offset in 0..<4 {
            number = number << 8 | UInt32(bytes[isBigEndian ? place + offset : place + 3 - offset])
        }
        return number
    }
}
