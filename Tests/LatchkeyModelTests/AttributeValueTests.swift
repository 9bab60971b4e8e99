// What each kind of attribute accepts, and the bytes that stand for a value.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

/// One cell of the table of conversions; `result` is nil if the kind refuses the value.
private struct Conversion: CustomTestStringConvertible, Sendable {
    let kind: AttributeKind
    let value: AttributeValue
    let result: AttributeValue?
    let name: String

    init(_ kind: AttributeKind, _ name: String, _ value: AttributeValue, _ result: AttributeValue?) {
        self.kind = kind
        self.value = value
        self.result = result
        self.name = name
    }

    var testDescription: String { "\(kind): \(name)" }
}

private let uuid = AttributeValue.data(.init(repeating: 7, count: 16))
private let sha1 = AttributeValue.data(.init(repeating: 7, count: 20))
private let text = AttributeValue.string("text")
private let number = AttributeValue.number(5)
private let date = AttributeValue.date(1.5)
private let notText = AttributeValue.data([0xff, 0xfe])

private let conversions: [Conversion] = [
    .init(.string, "text", text, text),
    .init(.string, "UTF-8 data", .data([0xc3, 0xbc]), .string("ü")),
    .init(.string, "other data", notText, nil),
    .init(.string, "number", number, nil),
    .init(.string, "date", date, nil),
    .init(.blob, "text", text, text),
    .init(.blob, "data", notText, notText),
    .init(.blob, "number", .number(1 << 40), .number(1 << 40)),
    .init(.blob, "date", date, nil),
    .init(.data, "data", notText, notText),
    .init(.data, "text", .string("ü"), .data([0xc3, 0xbc])),
    .init(.data, "number", .number(0x0102_0304), .data([4, 3, 2, 1])),
    .init(.data, "negative number", .number(-2), .data([0xfe, 0xff, 0xff, 0xff])),
    .init(.data, "number beyond 32 bits", .number(1 << 31), nil),
    .init(.data, "date", date, nil),
    .init(.number, "number", .number(.min), .number(.min)),
    .init(.number, "decimal text", .string("-42"), .number(-42)),
    .init(.number, "text with a plus", .string("+42"), .string("+42")),
    .init(.number, "text with a zero before", .string("042"), .string("042")),
    .init(.number, "text beyond 64 bits", .string("9223372036854775808"), .string("9223372036854775808")),
    .init(.number, "other text", .string("http"), .string("http")),
    .init(.number, "empty text", .string(""), .string("")),
    .init(.number, "data", .data([1]), nil),
    .init(.number, "date", date, nil),
    .init(.flag, "0", .number(0), .number(0)),
    .init(.flag, "another number", .number(-7), .number(1)),
    .init(.flag, "text 0", .string("0"), .number(0)),
    .init(.flag, "text 1", .string("1"), .number(1)),
    .init(.flag, "other text", .string("syna"), nil),
    .init(.flag, "data", .data([1]), nil),
    .init(.flag, "date", date, nil),
    .init(.accessible, "a class", .string("akpu"), .string("akpu")),
    .init(.accessible, "other text", .string("AK"), nil),
    .init(.accessible, "empty text", .string(""), nil),
    .init(.accessible, "number", .number(6), nil),
    .init(.accessible, "data", .data(Array("ak".utf8)), nil),
    .init(.date, "date", date, date),
    .init(.date, "number", number, nil),
    .init(.date, "text", text, nil),
    .init(.date, "data", .data([]), nil),
    .init(.uuid, "16 bytes", uuid, uuid),
    .init(.uuid, "no bytes", .data([]), .data([])),
    .init(.uuid, "15 bytes", .data(.init(repeating: 7, count: 15)), nil),
    .init(.uuid, "text", text, nil),
    .init(.uuid, "number", number, nil),
    .init(.sha1, "20 bytes", sha1, sha1),
    .init(.sha1, "no bytes", .data([]), nil),
    .init(.sha1, "16 bytes", uuid, nil),
    .init(.sha1, "text", text, nil),
    .init(.accessControl, "data", sha1, nil),
    .init(.accessControl, "text", text, nil),
]

@Suite struct AttributeValueTests {
    @Test(arguments: conversions)
    fileprivate func `a value is converted as the reference says, or refused`(conversion: Conversion) {
        var result: AttributeValue?
        let code = failure { result = try conversion.value.converted(to: conversion.kind) }
        let isEqual = result == conversion.result  // compared here, because the values do not print
        #expect(isEqual)
        #expect(code == (conversion.result == nil ? .parameter : nil))
    }

    @Test(arguments: ProtectionClass.allCases)
    func `every protection class is an accessible value`(protection: ProtectionClass) throws {
        let value = AttributeValue.string(protection.rawValue)
        #expect(try value.converted(to: .accessible) == value)
    }

    @Test func `text and data with the same bytes stand for the same value`() {
        #expect(AttributeValue.string("ü").canonicalBytes(for: .blob) == [0xc3, 0xbc])
        #expect(AttributeValue.data([0xc3, 0xbc]).canonicalBytes(for: .blob) == [0xc3, 0xbc])
    }

    @Test func `text in another normalisation stands for another value`() {
        let composed = AttributeValue.string("\u{fc}").canonicalBytes(for: .string)
        let decomposed = AttributeValue.string("u\u{308}").canonicalBytes(for: .string)
        #expect(composed != decomposed)
    }

    @Test func `a number stands for 4 little-endian bytes in a blob and for 8 big-endian ones elsewhere`() {
        let small = AttributeValue.number(0x0102_0304)
        #expect(small.canonicalBytes(for: .blob) == [4, 3, 2, 1])
        #expect(small.canonicalBytes(for: .number) == [0, 0, 0, 0, 1, 2, 3, 4])
        #expect(AttributeValue.number(1 << 32).canonicalBytes(for: .blob) == [0, 0, 0, 1, 0, 0, 0, 0])
    }

    @Test func `a date stands for its 8 bytes, most significant first`() {
        #expect(AttributeValue.date(-0.5).canonicalBytes(for: .date) == [0xbf, 0xe0, 0, 0, 0, 0, 0, 0])
    }

    @Test func `dates are equal when their bytes are, as for the digests of them`() {
        #expect(AttributeValue.date(0) != .date(-0.0))
        #expect(Set([AttributeValue.date(0), .date(-0.0), .date(0)]).count == 2)
    }

    @Test func `only text and data without bytes are empty`() {
        #expect(AttributeValue.string("").isEmpty && AttributeValue.data([]).isEmpty)
        #expect(!AttributeValue.number(0).isEmpty && !AttributeValue.date(0).isEmpty)
        #expect(!AttributeValue.string("\0").isEmpty)
    }
}
