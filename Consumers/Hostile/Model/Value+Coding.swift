// Values as bytes in a pipe between two processes of this program.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension Value {
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        encode(into: &bytes)
        return bytes
    }

    private func encode(into bytes: inout [UInt8]) {
        switch self {
        case .text(let text): Self.put(1, Array(text.utf8), into: &bytes)
        case .data(let data): Self.put(2, Array(data), into: &bytes)
        case .number(let number): Self.put(3, UInt64(bitPattern: number), into: &bytes)
        case .boolean(let flag): Self.put(4, flag ? 1 : 0, into: &bytes)
        case .date(let seconds): Self.put(5, seconds.bitPattern, into: &bytes)
        case .control(let protection, let flags):
            Self.put(6, flags, into: &bytes)
            Self.put(1, Array(protection.utf8), into: &bytes)
        case .plainControl: bytes.append(7)
        case .null: bytes.append(8)
        case .list(let values):
            Self.put(9, UInt64(values.count), into: &bytes)
            for value in values { value.encode(into: &bytes) }
        case .map(let entries):
            Self.put(10, UInt64(entries.count), into: &bytes)
            for (key, value) in entries {
                Self.put(1, Array(key.utf8), into: &bytes)
                value.encode(into: &bytes)
            }
        case .object(let itemClass, let parts):
            Self.put(11, UInt64(parts.count), into: &bytes)
            Self.put(1, Array(itemClass.utf8), into: &bytes)
            for part in parts { Self.put(2, Array(part), into: &bytes) }
        }
    }

    private static func put(_ tag: UInt8, _ number: UInt64, into bytes: inout [UInt8]) {
        bytes.append(tag)
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    private static func put(_ tag: UInt8, _ content: [UInt8], into bytes: inout [UInt8]) {
        put(tag, UInt64(content.count), into: &bytes)
        bytes += content
    }

    /// - Throws: for anything that is not exactly one encoded value.
    init(decoding bytes: [UInt8]) throws {
        var reader = Reader(rest: bytes[...])
        self = try reader.value()
        guard reader.rest.isEmpty else { throw Violation("a message is too long") }
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func bytes(_ count: Int) throws -> ArraySlice<UInt8> {
            guard count >= 0, count <= rest.count else { throw Violation("a message is too short") }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        mutating func number() throws -> UInt64 { try bytes(8).reduce(0) { $0 << 8 | UInt64($1) } }
        mutating func count() throws -> Int { Int(clamping: try number()) }

        mutating func text() throws -> String {
            guard try bytes(1).first == 1 else { throw Violation("a message has no text where one must be") }
            return String(decoding: try bytes(count()), as: UTF8.self)
        }

        mutating func value() throws -> Value {
            switch try bytes(1).first {
            case 1: return .text(String(decoding: try bytes(count()), as: UTF8.self))
            case 2: return .data(Data(try bytes(count())))
            case 3: return .number(Int64(bitPattern: try number()))
            case 4: return .boolean(try number() == 1)
            case 5: return .date(Double(bitPattern: try number()))
            case 6:
                let flags = try number()
                return .control(protection: try text(), flags: flags)
            case 7: return .plainControl
            case 8: return .null
            case 9:
                var values: [Value] = []
                for _ in 0..<(try count()) { values.append(try value()) }
                return .list(values)
            case 10:
                var entries: Entries = [:]
                for _ in 0..<(try count()) { entries[try text()] = try value() }
                return .map(entries)
            case 11:
                let count = try count()
                let itemClass = try text()
                var parts: [Data] = []
                for _ in 0..<count { if let part = try value().bytes { parts.append(part) } }
                return .object(itemClass, parts)
            default: throw Violation("a message has a value of no kind")
            }
        }
    }
}
