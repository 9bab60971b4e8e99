// What of a certificate its issuer has signed, and how.
// SPDX-License-Identifier: Apache-2.0

extension Certificate {
    /// The tbsCertificate, with tag and length. The rest of a certificate can be written in more than one way without
    /// its issuer: the algorithm beside the signature, and a signature of ECDSA.
    package var signedPart: ArraySlice<UInt8> { fields.signedPart }
    /// The AlgorithmIdentifier that is signed, DER.
    package var signatureAlgorithm: ArraySlice<UInt8> { fields.signedAlgorithm }
    /// Whether the algorithm beside the signature is byte for byte the one that is signed (RFC 5280, section 4.1.1.2).
    package var namesItsAlgorithm: Bool { fields.algorithm == fields.signedAlgorithm }
    package var signature: ArraySlice<UInt8> { fields.signature }
    package var extensions: CertificateExtensions { fields.extensions }
    /// Whether its issuer has its own name.
    package var isSelfIssued: Bool { issuer.folded == subject.folded }
}
