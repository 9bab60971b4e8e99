// Reads the parts of a certificate (RFC 5280, section 4.1).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import SwiftASN1

/// The fields of a certificate that the keychain has a use for. Nobody says that the signature is right.
struct CertificateFields: Sendable {
    /// The tbsCertificate, with tag and length: what the issuer has signed.
    let signedPart: ArraySlice<UInt8>
    /// The AlgorithmIdentifier beside the signature, which is not signed.
    let algorithm: ArraySlice<UInt8>
    /// The AlgorithmIdentifier that is signed.
    let signedAlgorithm: ArraySlice<UInt8>
    let signature: ArraySlice<UInt8>
    let version: Int
    let serialNumber: [UInt8]
    let issuer: DistinguishedName
    /// Seconds since 2001-01-01 UTC.
    let notBefore: Double
    let notAfter: Double
    let subject: DistinguishedName
    let publicKeyInfo: PublicKeyInfo
    let extensions: CertificateExtensions

    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        let signed = try parts.required()
        let named = try parts.required()
        _ = try named.children(of: .sequence)
        // Every signature is whole bytes. Zeros at its end must not make another certificate of this one, which nobody
        // denies.
        let signature = try ASN1BitString(derEncoded: parts.required())
        guard signature.paddingBits == 0, parts.next() == nil else { throw malformed() }
        signedPart = signed.encodedBytes
        algorithm = named.encodedBytes
        self.signature = signature.bytes

        var fields = try signed.children(of: .sequence).makeIterator()
        let coded = try DER.optionalExplicitlyTagged(&fields, tagNumber: 0, tagClass: .contextSpecific) {
            try Int(derEncoded: $0)
        }
        // Version 1 is not written, but left out.
        guard coded.map({ (1...2).contains($0) }) ?? true else { throw malformed() }
        version = (coded ?? 0) + 1

        serialNumber = try Array(fields.required().primitiveContents(of: .integer))
        guard (1...Certificate.largestSerialNumber).contains(serialNumber.count) else { throw malformed() }
        let algorithm = try fields.required()
        _ = try algorithm.children(of: .sequence)
        signedAlgorithm = algorithm.encodedBytes
        issuer = try DistinguishedName(fields.required())

        var validity = try fields.required().children(of: .sequence).makeIterator()
        notBefore = try validity.required().secondsSince2001()
        notAfter = try validity.required().secondsSince2001()
        guard validity.next() == nil else { throw malformed() }

        subject = try DistinguishedName(fields.required())
        publicKeyInfo = try PublicKeyInfo(fields.required())
        extensions = try CertificateExtensions(remaining: &fields)
    }
}
