// The certificates and keys of a new team.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import LatchkeyCertificates
import LatchkeyFormats
import LatchkeySignature
import SwiftASN1
import X509

struct TeamCertificates {
    let rootKey: PrivateKey
    let root: LatchkeyCertificates.Certificate
    let signerKey: PrivateKey
    let signer: LatchkeyCertificates.Certificate

    private static let keyBits = 3072
    /// Seconds in which the authority is valid: twenty years.
    private static let rootValidity: TimeInterval = 20 * 365 * 86400

    init(team: TeamIdentifier, name: String, days: Int) throws(PKCS12Failure) {
        rootKey = try PrivateKey(newRSAKeyOfBits: Self.keyBits)
        signerKey = try PrivateKey(newRSAKeyOfBits: Self.keyBits)
        // A certificate holds whole seconds; an hour for clocks that go behind.
        let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down) - 3600)
        do {
            let rootName = Self.name("\(name) Authority", name, team)
            let issuer = X509.Certificate.PrivateKey(IssuingKey(rootKey, try Self.publicKey(of: rootKey)))
            let root = try X509.Certificate(
                version: .v3, serialNumber: .init(), publicKey: try Self.publicKey(of: rootKey), notValidBefore: start,
                notValidAfter: start + Self.rootValidity, issuer: rootName, subject: rootName,
                signatureAlgorithm: .sha256WithRSAEncryption,
                extensions: .init {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 1))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                }, issuerPrivateKey: issuer)
            let signer = try X509.Certificate(
                version: .v3, serialNumber: .init(), publicKey: try Self.publicKey(of: signerKey),
                notValidBefore: start,
                notValidAfter: min(start + TimeInterval(days) * 86400, start + Self.rootValidity), issuer: rootName,
                subject: Self.name("\(name) Code Signing", name, team),
                signatureAlgorithm: .sha256WithRSAEncryption,
                extensions: .init {
                    Critical(BasicConstraints.notCertificateAuthority)
                    Critical(KeyUsage(digitalSignature: true))
                    try Critical(ExtendedKeyUsage([.codeSigning]))
                }, issuerPrivateKey: issuer)
            self.root = try Self.read(root)
            self.signer = try Self.read(signer)
        } catch {
            throw .keyFailed
        }
    }

    /// Ten characters at random, without those that are easily mistaken for others.
    static func randomTeam() -> String {
        let characters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        return String((0..<TeamIdentifier.size).compactMap { _ in characters.randomElement() })
    }

    private static func name(_ common: String, _ organization: String, _ team: TeamIdentifier) -> X509.DistinguishedName
    {
        X509.DistinguishedName([
            .init([.init(type: .RDNAttributeType.organizationName, utf8String: organization)]),
            .init([.init(type: .RDNAttributeType.organizationalUnitName, utf8String: team.text)]),
            .init([.init(type: .RDNAttributeType.commonName, utf8String: common)]),
        ])
    }

    private static func publicKey(of key: PrivateKey) throws -> X509.Certificate.PublicKey {
        try X509.Certificate.PublicKey(derEncoded: key.publicKeyInfo())
    }

    private static func read(_ certificate: X509.Certificate) throws -> LatchkeyCertificates.Certificate {
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return try LatchkeyCertificates.Certificate(der: serializer.serializedBytes)
    }
}
