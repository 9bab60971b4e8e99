// Reads the parts of a certificate (RFC 5280, section 4.1).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import SwiftASN1

/// The fields of a certificate that the keychain has a use for. Signatures are not looked at.
struct CertificateFields: Sendable {
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
        _ = try parts.required().children(of: .sequence)
        // Every signature is whole bytes. Zeros at its end must not make another certificate of this one, which nobody
        // denies.
        let signature = try ASN1BitString(derEncoded: parts.required())
        guard signature.paddingBits == 0, parts.next() == nil else { throw malformed() }

        var fields = try signed.children(of: .sequence).makeIterator()
        let coded = try DER.optionalExplicitlyTagged(&fields, tagNumber: 0, tagClass: .contextSpecific) {
            try Int(derEncoded: $0)
        }
        guard let version = Optional(coded ?? 0), (0...2).contains(version) else { throw malformed() }
        self.version = version + 1

        serialNumber = try Array(fields.required().primitiveContents(of: .integer))
        guard (1...Certificate.largestSerialNumber).contains(serialNumber.count) else { throw malformed() }
        _ = try fields.required().children(of: .sequence)
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
