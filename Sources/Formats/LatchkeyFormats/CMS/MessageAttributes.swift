// What a new signature says beside the content (RFC 5652, section 11; RFC 8551, section 2.5).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyOpenSSL

package struct MessageAttributes: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The ciphers that the signer reads.
    package static let capabilities = MessageAttributes(rawValue: 1)
    /// Which certificate to encrypt for: the signer's.
    package static let encryptionCertificate = MessageAttributes(rawValue: 2)
    /// The same under a name of Microsoft's.
    package static let microsoftEncryptionCertificate = MessageAttributes(rawValue: 4)
    /// When it was signed.
    package static let signingTime = MessageAttributes(rawValue: 8)

    /// The attributes, DER one behind the other in DER's order.
    /// - Parameter date: seconds since 2001-01-01 UTC.
    func encoded(type: [UInt8], digest: [UInt8], of certificate: Certificate, at date: Double) -> [UInt8] {
        var attributes = [
            Self.attribute(MessageName.contentType, DERElement.objectIdentifier(type)),
            Self.attribute(MessageName.messageDigest, DERElement.bytes(BERNode.Tag.octetString, digest)),
        ]
        let identifier = CertificateIdentifier.encoded(certificate)
        if contains(.capabilities) {
            let ciphers = [BlockCipher.aes256, .aes128, .tripleDES].compactMap { cipher in
                MessageName.ciphers.first { $0.cipher == cipher }?.name
            }
            let list = ciphers.flatMap { DERElement.sequence(DERElement.objectIdentifier($0)) }
            attributes.append(Self.attribute(MessageName.capabilities, DERElement.sequence(list)))
        }
        if contains(.encryptionCertificate) {
            // [0], implicit.
            let value = [BERNode.Tag.context0] + identifier.dropFirst()
            attributes.append(Self.attribute(MessageName.encryptionCertificate, value))
        }
        if contains(.microsoftEncryptionCertificate) {
            attributes.append(Self.attribute(MessageName.microsoftEncryptionCertificate, identifier))
        }
        if contains(.signingTime) {
            attributes.append(Self.attribute(MessageName.signingTime, CertificateDate.bytes(date)))
        }
        // Of the elements of a SET the smaller comes first (X.690, section 11.6).
        return attributes.sorted { $0.lexicographicallyPrecedes($1) }.flatMap { $0 }
    }

    private static func attribute(_ name: [UInt8], _ value: [UInt8]) -> [UInt8] {
        DERElement.sequence(DERElement.objectIdentifier(name) + DERElement.bytes(BERNode.Tag.set, value))
    }
}
