// What a server says about certificates: the bytes, and what is read of them (RFC 6960, section 4.2.1).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
import SwiftASN1

/// A response that was read. Nothing says that its signature is right. Equal when the bytes are.
package struct OCSPResponse: Sendable {
    package let der: [UInt8]
    package let responder: Responder
    /// Seconds since 2001-01-01 UTC.
    package let producedAt: Double
    package let statements: [OCSPStatement]
    /// Certificates that came with it; one that cannot be read is left out.
    package let certificates: [Certificate]
    /// What its responder has signed, with tag and length.
    package let signedPart: ArraySlice<UInt8>
    /// The AlgorithmIdentifier, DER. It is not signed.
    package let signatureAlgorithm: ArraySlice<UInt8>
    package let signature: ArraySlice<UInt8>

    /// Who says that it has signed.
    package enum Responder: Hashable, Sendable {
        case name(FoldedName)
        /// SHA-1 of the contents of the bit string of its key.
        case key([UInt8])
    }

    /// Longest response that is read, in bytes.
    package static let largestSize = 1 << 20
    /// Most certificates, and most statements, of a response that is read.
    package static let greatestCount = 1 << 10

    /// - Parameter bytes: DER, not PEM.
    /// - Throws: `.decode` for anything that is no response, for one that says no more than that there is none, and for
    ///   one with a critical extension that is not known.
    package init(der bytes: [UInt8]) throws(KeychainError) {
        guard bytes.count <= Self.largestSize else {
            throw KeychainError(.decode, during: "measuring an OCSP response")
        }
        self = try decoding("reading an OCSP response") { try OCSPResponse(bytes, DER.parse(bytes)) }
    }

    private init(_ bytes: [UInt8], _ node: ASN1Node) throws {
        der = bytes
        var outer = try node.children(of: .sequence).makeIterator()
        // Successful.
        guard try outer.required().primitiveContents(of: .enumerated).elementsEqual([0]) else { throw malformed() }
        let basic = try DER.explicitlyTagged(outer.required(), tagNumber: 0, tagClass: .contextSpecific) { node in
            var parts = try node.children(of: .sequence).makeIterator()
            guard try ASN1ObjectIdentifier(derEncoded: parts.required()) == .basicOCSPResponse else {
                throw malformed()
            }
            let contents = try parts.required().primitiveContents(of: .octetString)
            guard parts.next() == nil else { throw malformed() }
            return try DER.parse(contents)
        }
        guard outer.next() == nil else { throw malformed() }

        var parts = try basic.children(of: .sequence).makeIterator()
        let signed = try parts.required()
        signedPart = signed.encodedBytes
        let algorithm = try parts.required()
        _ = try algorithm.children(of: .sequence)
        signatureAlgorithm = algorithm.encodedBytes
        let signature = try ASN1BitString(derEncoded: parts.required())
        guard signature.paddingBits == 0 else { throw malformed() }
        self.signature = signature.bytes
        certificates =
            try DER.optionalExplicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) { list in
                try list.children(of: .sequence).prefix(Self.greatestCount).compactMap { node in
                    try? Certificate(der: Array(node.encodedBytes))
                }
            } ?? []
        guard parts.next() == nil else { throw malformed() }

        var fields = try signed.children(of: .sequence).makeIterator()
        let version = try DER.optionalExplicitlyTagged(&fields, tagNumber: 0, tagClass: .contextSpecific) {
            try Int(derEncoded: $0)
        }
        guard version ?? 0 == 0 else { throw malformed() }
        responder = try Responder(fields.required())
        producedAt = try fields.required().generalizedTime()
        let list = try Array(fields.required().children(of: .sequence).prefix(Self.greatestCount + 1))
        guard list.count <= Self.greatestCount else { throw malformed() }
        statements = try list.map(OCSPStatement.init)
        try fields.skipExtensions()
        guard fields.next() == nil else { throw malformed() }
    }
}

extension OCSPResponse.Responder {
    fileprivate init(_ node: ASN1Node) throws {
        var parts = try node.children(of: node.identifier).makeIterator()
        let contents = try parts.required()
        guard parts.next() == nil else { throw malformed() }
        switch node.identifier {
        case .context(1): self = .name(try DistinguishedName(contents).folded)
        case .context(2): self = .key(Array(try contents.primitiveContents(of: .octetString)))
        default: throw malformed()
        }
    }
}

extension ASN1ObjectIdentifier {
    fileprivate static let basicOCSPResponse: Self = [1, 3, 6, 1, 5, 5, 7, 48, 1, 1]
}

extension OCSPResponse: Hashable {
    package static func == (lhs: OCSPResponse, rhs: OCSPResponse) -> Bool { lhs.der == rhs.der }
    package func hash(into hasher: inout Hasher) { hasher.combine(der) }
}

extension OCSPResponse: CustomStringConvertible, CustomReflectable {
    package var description: String { "<OCSP response, \(der.count) bytes>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
