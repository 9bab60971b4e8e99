// Certificates written in another way without their issuer.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyTestSupport

extension Certificate {
    /// With the other signature that is as good where the first is one of ECDSA over P-256: (r, n - s) for (r, s).
    func withOtherSignature() throws -> Certificate {
        let parts = Self.elements(of: Self.contents(of: der))
        // Behind the tag, the length and the number of unused bits.
        let numbers = Self.elements(of: Self.contents(of: Array(Self.contents(of: parts[2]).dropFirst())))
        var s = Self.contents(of: numbers[1])
        s = Array(repeating: 0, count: max(0, 32 - s.count)) + s.suffix(32)
        let signature = Self.element(0x30, numbers[0] + Self.element(0x02, Self.positive(Self.order(less: s))))
        return try Certificate(der: Self.element(0x30, parts[0] + parts[1] + Self.element(0x03, [0] + signature)))
    }

    /// With another algorithm beside the signature: `change` gets its contents.
    func withAlgorithm(_ change: ([UInt8]) -> [UInt8]) throws -> Certificate {
        let parts = Self.elements(of: Self.contents(of: der))
        let algorithm = Self.element(0x30, change(Self.contents(of: parts[1])))
        return try Certificate(der: Self.element(0x30, parts[0] + algorithm + parts[2]))
    }

    /// The order of P-256 less a number of 32 bytes.
    private static func order(less number: [UInt8]) -> [UInt8] {
        let order: [UInt8] = [
            0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xbc, 0xe6, 0xfa, 0xad,
            0xa7, 0x17, 0x9e, 0x84, 0xf3, 0xb9, 0xca, 0xc2, 0xfc, 0x63, 0x25, 0x51,
        ]
        var borrow = 0
        var rest: [UInt8] = []
        for (one, other) in zip(order, number).reversed() {
            let difference = Int(one) - Int(other) - borrow
            borrow = difference < 0 ? 1 : 0
            rest.append(UInt8(truncatingIfNeeded: difference))
        }
        return rest.reversed()
    }

    private static func positive(_ number: [UInt8]) -> [UInt8] {
        let short = Array(number.drop { $0 == 0 })
        return short.first.map { $0 < 0x80 } ?? false ? short : [0] + short
    }

    private static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        let length: [UInt8] =
            count < 0x80
            ? [UInt8(count)] : count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xff)]
        return [tag] + length + contents
    }

    private static func header(of element: ArraySlice<UInt8>) -> (size: Int, count: Int) {
        let first = Int(element[element.startIndex + 1])
        guard first >= 0x80 else { return (2, first) }
        let digits = element[(element.startIndex + 2)..<(element.startIndex + 2 + first - 0x80)]
        return (2 + digits.count, digits.reduce(0) { $0 << 8 | Int($1) })
    }

    private static func contents(of element: [UInt8]) -> [UInt8] {
        Array(element.dropFirst(header(of: element[...]).size))
    }

    private static func elements(of contents: [UInt8]) -> [[UInt8]] {
        var rest = contents[...]
        var found: [[UInt8]] = []
        while !rest.isEmpty {
            let header = header(of: rest)
            found.append(Array(rest.prefix(header.size + header.count)))
            rest = rest.dropFirst(header.size + header.count)
        }
        return found
    }
}
