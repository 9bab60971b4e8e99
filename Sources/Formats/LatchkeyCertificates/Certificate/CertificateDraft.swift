// Writes a certificate of version 3 (RFC 5280, section 4.1).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// What its issuer signs. Nothing is checked.
package struct CertificateDraft: Sendable {
    /// The contents of the INTEGER.
    package var serialNumber: [UInt8]
    package var issuer: [UInt8]
    package var subject: [UInt8]
    /// Whole seconds since 2001-01-01 UTC, of the years 1950 to 9999.
    package var validity: ClosedRange<Double>
    /// A SubjectPublicKeyInfo, DER.
    package var publicKeyInfo: [UInt8]
    /// The AlgorithmIdentifier of the signature, DER.
    package var algorithm: [UInt8]
    /// As ``CertificateDraft/extension(_:isCritical:_:)`` writes them.
    package var extensions: [[UInt8]]

    /// - Parameters:
    ///   - issuer: a name as ``CertificateDraft/name(_:)`` writes it.
    ///   - subject: the same.
    package init(
        serialNumber: [UInt8], issuer: [UInt8], subject: [UInt8], validity: ClosedRange<Double>,
        publicKeyInfo: [UInt8], algorithm: [UInt8], extensions: [[UInt8]]
    ) {
        self.serialNumber = serialNumber
        self.issuer = issuer
        self.subject = subject
        self.validity = validity
        self.publicKeyInfo = publicKeyInfo
        self.algorithm = algorithm
        self.extensions = extensions
    }

    /// The tbsCertificate, which is to be signed.
    package var signedPart: [UInt8] {
        let version = DERElement.bytes(0xa0, [0x02, 1, 2])
        let dates = CertificateDate.bytes(validity.lowerBound) + CertificateDate.bytes(validity.upperBound)
        let list = DERElement.bytes(0xa3, DERElement.sequence(extensions.flatMap { $0 }))
        return DERElement.sequence(
            version + DERElement.bytes(0x02, serialNumber) + algorithm + issuer + DERElement.sequence(dates) + subject
                + publicKeyInfo + (extensions.isEmpty ? [] : list))
    }

    /// - Parameter signature: the issuer's, over ``signedPart``.
    /// - Throws: `.decode` if what was put together is no certificate.
    package func certificate(signature: [UInt8]) throws(KeychainError) -> Certificate {
        try Certificate(der: DERElement.sequence(signedPart + algorithm + DERElement.bitString(signature)))
    }

    /// A name of one attribute a level.
    package static func name(_ attributes: [(type: NameType, text: String)]) -> [UInt8] {
        DERElement.sequence(
            attributes.flatMap { attribute in
                DERElement.bytes(
                    0x31,
                    DERElement.sequence(
                        DERElement.objectIdentifier([0x55, 4, attribute.type.rawValue])
                            + DERElement.bytes(0x0c, Array(attribute.text.utf8))))
            })
    }

    /// The last byte of the object identifier.
    package enum NameType: UInt8, Sendable {
        case commonName = 3, organization = 10, organizationalUnit = 11
    }

    /// - Parameter type: the last byte of the object identifier below 2.5.29.
    /// - Parameter value: DER.
    package static func `extension`(_ type: UInt8, isCritical: Bool, _ value: [UInt8]) -> [UInt8] {
        DERElement.sequence(
            DERElement.objectIdentifier([0x55, 29, type]) + (isCritical ? [0x01, 1, 0xff] : [])
                + DERElement.bytes(0x04, value))
    }

    package static func basicConstraints(isAuthority: Bool, pathLength: UInt8? = nil) -> [UInt8] {
        let length: [UInt8] = pathLength.map { [0x02, 1, $0] } ?? []
        return `extension`(19, isCritical: true, DERElement.sequence((isAuthority ? [0x01, 1, 0xff] : []) + length))
    }

    package static func keyUsage(_ usage: KeyUsage) -> [UInt8] {
        // The bits that are not used are those behind the last one that is set.
        let byte = UInt8(usage.rawValue >> 8)
        return `extension`(15, isCritical: true, [0x03, 2, UInt8(byte.trailingZeroBitCount & 7), byte])
    }

    /// - Parameter purposes: the last bytes of the object identifiers below 1.3.6.1.5.5.7.3.
    package static func extendedKeyUsage(_ purposes: [UInt8], isCritical: Bool = true) -> [UInt8] {
        let names = purposes.flatMap { DERElement.objectIdentifier([0x2b, 6, 1, 5, 5, 7, 3, $0]) }
        return `extension`(37, isCritical: isCritical, DERElement.sequence(names))
    }
}
