// One certificate of a list of revoked ones (RFC 5280, section 5.3).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// Its parts are places in the bytes of the list.
struct RevokedEntry {
    let serialNumber: Range<Int>
    private(set) var reason = RevocationReason.unspecified
    /// Who has issued the certificate, if that is not who has issued the one before; DER.
    private(set) var issuer: Range<Int>?
    private(set) var hasExtensions = false
    /// Whether an extension is critical that is not known.
    private(set) var hasUnknownDemand = false

    /// - Parameter range: the contents of its SEQUENCE.
    init(_ bytes: [UInt8], _ range: Range<Int>) throws {
        var parts = DERScanner(bytes, range)
        serialNumber = try parts.required(0x02).contents
        guard (1...Certificate.largestSerialNumber).contains(serialNumber.count) else { throw malformed() }
        guard let date = try parts.next(), Self.isDate(bytes, date) else { throw malformed() }
        if let list = try parts.optional(0x30) {
            hasExtensions = true
            try readExtensions(bytes, list.contents)
        }
        try parts.finish()
    }

    private mutating func readExtensions(_ bytes: [UInt8], _ range: Range<Int>) throws {
        var seen: Set<ArraySlice<UInt8>> = []
        var list = DERScanner(bytes, range)
        while let node = try list.next() {
            guard node.tag == 0x30 else { throw malformed() }
            var parts = DERScanner(bytes, node.contents)
            let type = bytes[try parts.required(0x06).contents]
            let flag = try parts.optional(0x01)
            let isCritical = flag.map { bytes[$0.contents].elementsEqual([0xff]) } ?? false
            guard flag.map({ isCritical || bytes[$0.contents].elementsEqual([0]) }) ?? true else { throw malformed() }
            let value = try parts.required(0x04).contents
            try parts.finish()
            guard seen.count < Self.mostExtensions, seen.insert(type).inserted else { throw malformed() }
            if type.elementsEqual(Self.reasonCode) {
                let code = bytes[value]
                guard code.count == 3, code.starts(with: [0x0a, 1]), let last = code.last else { throw malformed() }
                // Revoked is revoked, for whatever reason.
                reason = RevocationReason(rawValue: last) ?? .unspecified
            } else if type.elementsEqual(Self.certificateIssuer) {
                issuer = value
            } else if type.elementsEqual(Self.invalidityDate) {
                var date = DERScanner(bytes, value)
                _ = try date.required(0x18)
                try date.finish()
            } else if isCritical {
                hasUnknownDemand = true
            }
        }
        guard !seen.isEmpty else { throw malformed() }
    }

    /// A UTCTime or GeneralizedTime of the one form that RFC 5280 allows.
    private static func isDate(_ bytes: [UInt8], _ element: DERScanner.Element) -> Bool {
        let contents = bytes[element.contents]
        let digits = contents.dropLast()
        return (element.tag == 0x17 && digits.count == 12 || element.tag == 0x18 && digits.count == 14)
            && contents.last == UInt8(ascii: "Z")
            && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static let mostExtensions = 64
    // Below 2.5.29.
    private static let reasonCode: [UInt8] = [0x55, 0x1d, 21]
    private static let invalidityDate: [UInt8] = [0x55, 0x1d, 24]
    private static let certificateIssuer: [UInt8] = [0x55, 0x1d, 29]
}
