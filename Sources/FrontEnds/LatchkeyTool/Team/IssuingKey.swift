// Lets the library of certificates sign with a key that stays in OpenSSL's memory.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LatchkeyFormats
import SwiftASN1
import X509

struct IssuingKey: CustomPrivateKey {
    private let key: PrivateKey
    let publicKey: X509.Certificate.PublicKey

    init(_ key: PrivateKey, _ publicKey: X509.Certificate.PublicKey) {
        self.key = key
        self.publicKey = publicKey
    }

    static var defaultPEMDiscriminator: String { "PRIVATE KEY" }

    var defaultSignatureAlgorithm: X509.Certificate.SignatureAlgorithm { .sha256WithRSAEncryption }
    var supportedSignatureAlgorithms: [X509.Certificate.SignatureAlgorithm] { [.sha256WithRSAEncryption] }

    func signSynchronously(
        bytes: some DataProtocol, signatureAlgorithm: X509.Certificate.SignatureAlgorithm
    ) throws -> X509.Certificate.Signature {
        guard signatureAlgorithm == .sha256WithRSAEncryption else { throw PKCS12Failure.keyFailed }
        let signature = try key.signature(over: Array(bytes))
        return try X509.Certificate.Signature(
            signatureAlgorithm: signatureAlgorithm, signatureBytes: ASN1BitString(bytes: signature[...]))
    }

    func signAsynchronously(
        bytes: some DataProtocol & Sendable, signatureAlgorithm: X509.Certificate.SignatureAlgorithm
    ) async throws -> X509.Certificate.Signature {
        try signSynchronously(bytes: bytes, signatureAlgorithm: signatureAlgorithm)
    }

    /// The key is never written by this way.
    func serialize(into coder: inout DER.Serializer) throws { throw PKCS12Failure.keyFailed }

    static func == (lhs: Self, rhs: Self) -> Bool { lhs.key === rhs.key }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(key)) }
}
