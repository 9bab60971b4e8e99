// A list of revoked certificates: the bytes, and what is read of them (RFC 5280, section 5.1).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
import SwiftASN1

/// A list that was read. Nothing says that its signature is right. Equal when the bytes are. Its entries are read anew
/// whenever one is looked for: there may be very many.
package struct RevocationList: Sendable {
    package let der: [UInt8]
    package let issuer: DistinguishedName
    /// Seconds since 2001-01-01 UTC.
    package let thisUpdate: Double
    /// Until when another one is there; nil if it does not say.
    package let nextUpdate: Double?
    package let extensions: RevocationListExtensions
    /// Whether it or one of its entries demands what is not known here: then it says nothing.
    package let hasUnknownDemand: Bool
    private let signedRange: Range<Int>
    private let algorithmRange: Range<Int>
    private let signedAlgorithmRange: Range<Int>
    private let signatureRange: Range<Int>
    private let entries: Range<Int>

    /// Longest list that is read, in bytes.
    package static let largestSize = 16 << 20
    /// Longest name, and longest extensions, in bytes: they are kept as objects.
    private static let largestPart = 1 << 16

    /// - Parameter bytes: DER, not PEM.
    /// - Throws: `.decode` for anything that is no list.
    package init(der bytes: [UInt8]) throws(KeychainError) {
        guard bytes.count <= Self.largestSize else {
            throw KeychainError(.decode, during: "measuring a list of revoked certificates")
        }
        self = try decoding("reading a list of revoked certificates") { try RevocationList(reading: bytes) }
    }

    private init(reading bytes: [UInt8]) throws {
        der = bytes
        var outermost = DERScanner(bytes, 0..<bytes.count)
        var parts = DERScanner(bytes, try outermost.required(0x30).contents)
        try outermost.finish()
        let signed = try parts.required(0x30)
        signedRange = signed.whole
        algorithmRange = try parts.required(0x30).whole
        let signature = try parts.required(0x03).contents
        guard let first = signature.first, bytes[first] == 0 else { throw malformed() }
        signatureRange = first + 1..<signature.upperBound
        try parts.finish()

        var fields = DERScanner(bytes, signed.contents)
        let version = try fields.optional(0x02)
        // Version 1 is not written, but left out.
        guard version.map({ bytes[$0.contents].elementsEqual([1]) }) ?? true else { throw malformed() }
        signedAlgorithmRange = try fields.required(0x30).whole
        issuer = try DistinguishedName(Self.parse(bytes, fields.required(0x30).whole))
        guard !issuer.folded.isEmpty, let this = try fields.optional(0x17, 0x18) else { throw malformed() }
        thisUpdate = try DER.parse(bytes[this.whole]).secondsSince2001()
        nextUpdate = try fields.optional(0x17, 0x18).map { try DER.parse(bytes[$0.whole]).secondsSince2001() }
        entries = try fields.optional(0x30)?.contents ?? signed.contents.upperBound..<signed.contents.upperBound
        if let list = try fields.optional(0xa0) {
            guard version != nil else { throw malformed() }
            extensions = try RevocationListExtensions(Self.parse(bytes, list.contents))
        } else {
            extensions = RevocationListExtensions()
        }
        try fields.finish()

        let isIndirect = extensions.distributionPoint?.isIndirect ?? false
        var demands = extensions.hasUnknownDemand
        var list = DERScanner(bytes, entries)
        while let node = try list.next() {
            guard node.tag == 0x30 else { throw malformed() }
            let entry = try RevokedEntry(bytes, node.contents)
            guard version != nil || !entry.hasExtensions else { throw malformed() }
            if entry.hasUnknownDemand { demands = true }
            if let range = entry.issuer {
                guard isIndirect else { throw malformed() }
                _ = try Self.names(bytes, range)
            }
        }
        hasUnknownDemand = demands
    }

    /// Why a certificate is in the list; nil if it is not.
    /// - Parameter hasTime: asked now and then; if there is none left, the rest is not looked at.
    package func reason(
        forSerialNumber serialNumber: [UInt8], issuedBy name: FoldedName, while hasTime: () -> Bool = { true }
    ) -> RevocationReason? {
        var issuers = [issuer.folded]
        var found: RevocationReason?
        var list = DERScanner(der, entries)
        let isIndirect = extensions.distributionPoint?.isIndirect ?? false
        var count = 0
        // All of it was read before.
        while let node = try? list.next() {
            count += 1
            guard count % 1024 != 0 || hasTime() else { break }
            if !isIndirect {
                var parts = DERScanner(der, node.contents)
                guard let number = try? parts.next(), der[number.contents].elementsEqual(serialNumber) else { continue }
            }
            guard let entry = try? RevokedEntry(der, node.contents) else { continue }
            if let range = entry.issuer { issuers = (try? Self.names(der, range)) ?? [] }
            guard der[entry.serialNumber].elementsEqual(serialNumber), issuers.contains(name) else { continue }
            if entry.reason != .removeFromList { return entry.reason }
            found = entry.reason
        }
        return found
    }

    private static func parse(_ bytes: [UInt8], _ range: Range<Int>) throws -> ASN1Node {
        guard range.count <= largestPart else { throw malformed() }
        return try DER.parse(bytes[range])
    }

    /// The names of a certificate issuer extension.
    private static func names(_ bytes: [UInt8], _ range: Range<Int>) throws -> [FoldedName] {
        try GeneralName.list(parse(bytes, range).children(of: .sequence)).compactMap(\.directoryName)
    }
}

extension RevocationList {
    /// What its issuer has signed, with tag and length.
    package var signedPart: ArraySlice<UInt8> { der[signedRange] }
    /// The AlgorithmIdentifier that is signed, DER.
    package var signatureAlgorithm: ArraySlice<UInt8> { der[signedAlgorithmRange] }
    /// Whether the algorithm beside the signature is byte for byte the one that is signed (section 5.1.1.2).
    package var namesItsAlgorithm: Bool { der[algorithmRange] == der[signedAlgorithmRange] }
    package var signature: ArraySlice<UInt8> { der[signatureRange] }
}

extension RevocationList: Hashable {
    package static func == (lhs: RevocationList, rhs: RevocationList) -> Bool { lhs.der == rhs.der }
    package func hash(into hasher: inout Hasher) { hasher.combine(der) }
}

extension RevocationList: CustomStringConvertible, CustomReflectable {
    package var description: String { "<list of revoked certificates, \(der.count) bytes>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
