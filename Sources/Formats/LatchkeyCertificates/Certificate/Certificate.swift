// An X.509 certificate: the bytes, and what is read of them.
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import LatchkeyModel
package import LatchkeyPlatform
import SwiftASN1

/// A certificate that was read. Nothing says that anybody trusts it. Equal when the bytes are.
package struct Certificate: Sendable {
    /// The whole certificate, without what followed it.
    package let der: [UInt8]
    let fields: CertificateFields

    /// Longest certificate that is read, in bytes.
    package static let largestSize = 5 << 19
    /// Longest serial number that is read, in bytes of its contents (reference 5.8.1).
    package static let largestSerialNumber = 37

    /// - Parameter bytes: DER, not PEM. What follows the outermost SEQUENCE is cut off.
    /// - Throws: `.decode` for anything that is no certificate, for a longer serial number, and for a known critical
    ///   extension that cannot be read.
    package init(der bytes: [UInt8]) throws(KeychainError) {
        guard let size = outerSequenceSize(of: bytes), size <= Self.largestSize else {
            throw KeychainError(.decode, during: "looking for the SEQUENCE of a certificate")
        }
        let der = size == bytes.count ? bytes : Array(bytes[..<size])
        self.der = der
        fields = try decoding("reading a certificate") { try CertificateFields(DER.parse(der)) }
    }

    /// 1, 2 or 3.
    package var version: Int { fields.version }
    /// The contents of the INTEGER, a leading zero byte among them.
    package var serialNumber: [UInt8] { fields.serialNumber }
    package var issuer: DistinguishedName { fields.issuer }
    package var subject: DistinguishedName { fields.subject }
    /// The contents of the subject key identifier extension.
    package var subjectKeyID: [UInt8]? { extensions.subjectKeyID }
    /// The identifier of the issuer's key, of the authority key identifier extension.
    package var authorityKeyID: [UInt8]? { extensions.authorityKeyID }
    /// First and last second in which it is valid, since 2001-01-01 UTC.
    package var validity: (notBefore: Double, notAfter: Double) { (fields.notBefore, fields.notAfter) }

    /// The common name of the subject.
    package var commonName: String? { subject.commonName }
    /// The addresses of the alternative names, then those of the subject.
    package var emailAddresses: [String] { extensions.emailAddresses + subject.emailAddresses }
    /// The DNS names of the alternative names.
    package var dnsNames: [String] { extensions.dnsNames }

    /// What a user knows it by (reference 5.8.3), or nil if it names nothing.
    package var subjectSummary: String? {
        subject.commonNameSummary ?? emailAddresses.first ?? dnsNames.first ?? subject.summary
    }

    /// The kind of the public key, or nil for one that is not known here.
    package var publicKeyKind: KeyKind? { fields.publicKeyInfo.kind }
    /// The contents of the bit string of the public key.
    package var publicKeyOctets: [UInt8] { fields.publicKeyInfo.octets }
    /// SHA-1 of ``publicKeyOctets``, which is the application label of the key.
    package var publicKeyHash: [UInt8] { Array(Insecure.SHA1.hash(data: publicKeyOctets)) }

    /// The public key.
    /// - Throws: `.unimplemented` for a kind that is not known, `.decode` for octets that are no key of their kind.
    package func publicKey() throws(KeychainError) -> KeyData { try fields.publicKeyInfo.key() }

    /// SHA-1 of the certificate.
    package var sha1: [UInt8] { Array(Insecure.SHA1.hash(data: der)) }
    /// SHA-256 of the certificate.
    package var sha256: [UInt8] { Array(SHA256.hash(data: der)) }
}

extension Certificate: Hashable {
    package static func == (lhs: Certificate, rhs: Certificate) -> Bool { lhs.der == rhs.der }
    package func hash(into hasher: inout Hasher) { hasher.combine(der) }
}

extension Certificate: CustomStringConvertible, CustomReflectable {
    package var description: String { "<certificate, \(der.count) bytes>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
