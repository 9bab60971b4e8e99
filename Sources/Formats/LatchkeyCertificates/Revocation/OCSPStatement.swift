// What a response says about one certificate (RFC 6960, section 4.2.1).
// SPDX-License-Identifier: Apache-2.0

import Crypto
import SwiftASN1

package struct OCSPStatement: Hashable, Sendable {
    package let answer: Answer
    /// Seconds since 2001-01-01 UTC.
    package let thisUpdate: Double
    /// Until when another one is there; nil if it does not say.
    package let nextUpdate: Double?
    private let hash: ASN1ObjectIdentifier
    private let issuerName: [UInt8]
    private let issuerKey: [UInt8]
    private let serialNumber: [UInt8]

    package enum Answer: Hashable, Sendable {
        case good
        case revoked(RevocationReason)
        /// The responder does not know the certificate.
        case unknown
    }

    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        var identifier = try parts.required().children(of: .sequence).makeIterator()
        var algorithm = try identifier.required().children(of: .sequence).makeIterator()
        hash = try ASN1ObjectIdentifier(derEncoded: algorithm.required())
        issuerName = Array(try identifier.required().primitiveContents(of: .octetString))
        issuerKey = Array(try identifier.required().primitiveContents(of: .octetString))
        serialNumber = Array(try identifier.required().primitiveContents(of: .integer))
        guard identifier.next() == nil else { throw malformed() }
        answer = try Answer(parts.required())
        thisUpdate = try parts.required().generalizedTime()
        nextUpdate = try DER.optionalExplicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) {
            try $0.generalizedTime()
        }
        try parts.skipExtensions()
        guard parts.next() == nil else { throw malformed() }
    }

    /// Whether it is about a certificate of an issuer. By SHA-1 or SHA-2 of the issuer's name and key.
    package func isAbout(_ certificate: Certificate, of issuer: Certificate) -> Bool {
        guard serialNumber == certificate.serialNumber else { return false }
        let name = DERElement.sequence(certificate.issuer.contents)
        return digest(name) == issuerName && digest(issuer.publicKeyOctets) == issuerKey
    }

    private func digest(_ bytes: [UInt8]) -> [UInt8]? {
        switch hash {
        case [1, 3, 14, 3, 2, 26]: Array(Insecure.SHA1.hash(data: bytes))
        case [2, 16, 840, 1, 101, 3, 4, 2, 1]: Array(SHA256.hash(data: bytes))
        case [2, 16, 840, 1, 101, 3, 4, 2, 2]: Array(SHA384.hash(data: bytes))
        case [2, 16, 840, 1, 101, 3, 4, 2, 3]: Array(SHA512.hash(data: bytes))
        default: nil
        }
    }
}

extension OCSPStatement.Answer {
    fileprivate init(_ node: ASN1Node) throws {
        switch node.identifier {
        case .context(0), .context(2):
            guard try node.primitiveContents(of: node.identifier).isEmpty else { throw malformed() }
            self = node.identifier == .context(0) ? .good : .unknown
        case .context(1):
            var parts = try node.children(of: .context(1)).makeIterator()
            _ = try parts.required().generalizedTime()
            let reason = try DER.optionalExplicitlyTagged(&parts, tagNumber: 0, tagClass: .contextSpecific) { code in
                let contents = try code.primitiveContents(of: .enumerated)
                guard contents.count == 1, let number = contents.first else { throw malformed() }
                // Revoked is revoked, for whatever reason.
                return RevocationReason(rawValue: number) ?? .unspecified
            }
            guard parts.next() == nil else { throw malformed() }
            self = .revoked(reason ?? .unspecified)
        default: throw malformed()
        }
    }
}

extension ASN1Node {
    /// Seconds since 2001-01-01 UTC.
    func generalizedTime() throws -> Double {
        guard identifier == .generalizedTime else { throw malformed() }
        return try secondsSince2001()
    }
}

extension ASN1NodeCollection.Iterator {
    /// Extensions at [1]: none is known that decides anything here.
    /// - Throws: for one that is critical.
    mutating func skipExtensions() throws {
        _ = try DER.optionalExplicitlyTagged(&self, tagNumber: 1, tagClass: .contextSpecific) { list in
            for node in try list.children(of: .sequence) {
                var parts = try node.children(of: .sequence).makeIterator()
                _ = try ASN1ObjectIdentifier(derEncoded: parts.required())
                let value = try parts.required()
                guard try value.identifier != .boolean || !Bool(derEncoded: value) else { throw malformed() }
            }
        }
    }
}
