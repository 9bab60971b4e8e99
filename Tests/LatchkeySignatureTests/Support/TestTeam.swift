// A team of the tests: an authority and a signer, with keys that live as long as the test.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyCertificates
import LatchkeySignature

/// Certificates as a team may have them, right and wrong.
struct TestTeam {
    let root: Certificate
    let signer: Certificate
    private let key: Curve25519.Signing.PrivateKey
    private let rootKey: Curve25519.Signing.PrivateKey

    /// What is particular to one.
    struct Traits {
        /// The organisational units of the authority and of the signer; the team where they are nil.
        var rootUnits: [String]?
        var signerUnits: [String]?
        var isAuthority = true
        var rootKeyUsage = KeyUsage.keyCertSign
        /// Whether the signer's certificate is signed by the authority's key.
        var isIssuedByRoot = true
        /// The last bytes of the purposes; 3 is the signing of code.
        var usages: [UInt8]? = [3]
        var keyUsage = KeyUsage.digitalSignature
        /// Seconds since 2001-01-01 UTC.
        var validity = (from: 700_000_000.0, to: 900_000_000.0)
    }

    init(_ team: String = "TEAM123456", _ configure: (inout Traits) -> Void = { _ in }) throws {
        var traits = Traits()
        configure(&traits)
        rootKey = Curve25519.Signing.PrivateKey()
        key = Curve25519.Signing.PrivateKey()
        let rootName = Self.name("Authority of \(team)", traits.rootUnits ?? [team])
        root = try Self.certificate(
            of: rootKey, named: rootName, by: rootKey, named: rootName, validity: 600_000_000...1_000_000_000,
            extensions: [
                CertificateDraft.basicConstraints(isAuthority: traits.isAuthority),
                CertificateDraft.keyUsage(traits.rootKeyUsage),
            ])
        let purposes = traits.usages.map { CertificateDraft.extendedKeyUsage($0, isCritical: false) }
        signer = try Self.certificate(
            of: key, named: Self.name("Signer of \(team)", traits.signerUnits ?? [team]),
            by: traits.isIssuedByRoot ? rootKey : Curve25519.Signing.PrivateKey(), named: rootName,
            validity: traits.validity.from...traits.validity.to,
            extensions: [
                CertificateDraft.basicConstraints(isAuthority: false), CertificateDraft.keyUsage(traits.keyUsage),
            ] + [purposes].compactMap { $0 })
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

    private static func name(_ commonName: String, _ units: [String]) -> [UInt8] {
        CertificateDraft.name([(.commonName, commonName)] + units.map { (.organizationalUnit, $0) })
    }

    private static func certificate(
        of key: Curve25519.Signing.PrivateKey, named subject: [UInt8], by issuerKey: Curve25519.Signing.PrivateKey,
        named issuer: [UInt8], validity: ClosedRange<Double>, extensions: [[UInt8]]
    ) throws -> Certificate {
        let algorithm = SigningAlgorithm.ed25519.identifier
        let draft = CertificateDraft(
            serialNumber: [UInt8.random(in: 1...0x7f)] + (0..<8).map { _ in .random(in: 0...255) }, issuer: issuer,
            subject: subject, validity: validity,
            publicKeyInfo: DERElement.sequence(
                algorithm + DERElement.bitString(Array(key.publicKey.rawRepresentation))),
            algorithm: algorithm, extensions: extensions)
        return try draft.certificate(signature: Array(issuerKey.signature(for: draft.signedPart)))
    }
}
