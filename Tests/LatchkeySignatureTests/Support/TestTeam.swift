// A team of the tests: an authority and a signer, with keys that live as long as the test.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
import LatchkeyCertificates
import LatchkeySignature
import SwiftASN1
import X509

/// Certificates as a team may have them, right and wrong.
struct TestTeam {
    let root: LatchkeyCertificates.Certificate
    let signer: LatchkeyCertificates.Certificate
    private let key: Curve25519.Signing.PrivateKey
    private let rootKey: Curve25519.Signing.PrivateKey

    /// What is particular to one.
    struct Traits {
        /// The organisational units of the authority and of the signer; the team where they are nil.
        var rootUnits: [String]?
        var signerUnits: [String]?
        var isAuthority = true
        var rootKeyUsage = KeyUsage(keyCertSign: true)
        /// Whether the signer's certificate is signed by the authority's key.
        var isIssuedByRoot = true
        var usages: [ExtendedKeyUsage.Usage]? = [.codeSigning]
        var keyUsage = KeyUsage(digitalSignature: true)
        /// Seconds since 2001-01-01 UTC.
        var validity = (from: 700_000_000.0, to: 900_000_000.0)
    }

    init(_ team: String = "TEAM123456", _ configure: (inout Traits) -> Void = { _ in }) throws {
        var traits = Traits()
        configure(&traits)
        rootKey = Curve25519.Signing.PrivateKey()
        key = Curve25519.Signing.PrivateKey()
        let rootName = Self.name("Authority of \(team)", traits.rootUnits ?? [team])
        let root = try X509.Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(rootKey.publicKey),
            notValidBefore: Date(timeIntervalSinceReferenceDate: 600_000_000),
            notValidAfter: Date(timeIntervalSinceReferenceDate: 1_000_000_000), issuer: rootName, subject: rootName,
            signatureAlgorithm: .ed25519,
            extensions: .init {
                Critical(
                    traits.isAuthority
                        ? BasicConstraints.isCertificateAuthority(maxPathLength: nil) : .notCertificateAuthority)
                Critical(traits.rootKeyUsage)
            }, issuerPrivateKey: .init(rootKey))
        let issuing = traits.isIssuedByRoot ? rootKey : Curve25519.Signing.PrivateKey()
        let signer = try X509.Certificate(
            version: .v3, serialNumber: .init(), publicKey: .init(key.publicKey),
            notValidBefore: Date(timeIntervalSinceReferenceDate: traits.validity.from),
            notValidAfter: Date(timeIntervalSinceReferenceDate: traits.validity.to), issuer: rootName,
            subject: Self.name("Signer of \(team)", traits.signerUnits ?? [team]), signatureAlgorithm: .ed25519,
            extensions: .init {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(traits.keyUsage)
                if let usages = traits.usages { try ExtendedKeyUsage(usages) }
            }, issuerPrivateKey: .init(issuing))
        self.root = try Self.read(root)
        self.signer = try Self.read(signer)
    }

    /// Signs with the key of this team.
    func codeSigner() throws(CodeSigner.Refusal) -> CodeSigner {
        try CodeSigner(certificates: [signer]) { bytes throws(CodeSigner.Refusal) in
            guard let signature = try? key.signature(for: bytes) else { throw .wrongKey }
            return Array(signature)
        }
    }

    /// A message over any directory, also one that ``CodeSigner`` would not sign.
    func message(over directory: CodeDirectory) throws -> SignedMessage {
        try SignedMessage(
            .ed25519, certificates: [signer], signature: Array(key.signature(for: directory.encoded)))
    }

    /// A message that the authority signed itself.
    func messageOfRoot(over directory: CodeDirectory) throws -> SignedMessage {
        try SignedMessage(
            .ed25519, certificates: [root], signature: Array(rootKey.signature(for: directory.encoded)))
    }

    private static func name(_ commonName: String, _ units: [String]) -> X509.DistinguishedName {
        X509.DistinguishedName(
            [.init([.init(type: .RDNAttributeType.commonName, utf8String: commonName)])]
                + units.map { .init([.init(type: .RDNAttributeType.organizationalUnitName, utf8String: $0)]) })
    }

    private static func read(_ certificate: X509.Certificate) throws -> LatchkeyCertificates.Certificate {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return try LatchkeyCertificates.Certificate(der: serializer.serializedBytes)
    }
}
