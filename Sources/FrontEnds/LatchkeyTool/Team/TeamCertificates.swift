// The certificates and keys of a new team.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyPlatform
import LatchkeySignature

struct TeamCertificates {
    let rootKey: PrivateKey
    let root: Certificate
    let signerKey: PrivateKey
    let signer: Certificate

    private static let keyBits = 3072
    private static let day = 86_400.0
    /// Seconds in which the authority is valid: twenty years.
    private static let rootValidity = 20 * 365 * day
    private static let secondsFrom1970To2001 = 978_307_200.0

    init(team: TeamIdentifier, name: String, days: Int) throws(PKCS12Failure) {
        rootKey = try PrivateKey(newRSAKeyOfBits: Self.keyBits)
        signerKey = try PrivateKey(newRSAKeyOfBits: Self.keyBits)
        // A certificate holds whole seconds; an hour for clocks that go behind.
        let start = Double(time(nil)) - Self.secondsFrom1970To2001 - 3600
        let rootName = Self.name("\(name) Authority", name, team)
        root = try Self.certificate(
            of: rootKey, named: rootName, by: rootKey, named: rootName, validity: start...start + Self.rootValidity,
            extensions: [
                CertificateDraft.basicConstraints(isAuthority: true, pathLength: 1),
                CertificateDraft.keyUsage([.keyCertSign, .cRLSign]),
            ])
        signer = try Self.certificate(
            of: signerKey, named: Self.name("\(name) Code Signing", name, team), by: rootKey, named: rootName,
            validity: start...min(start + Double(days) * Self.day, start + Self.rootValidity),
            extensions: [
                CertificateDraft.basicConstraints(isAuthority: false),
                CertificateDraft.keyUsage(.digitalSignature),
                // The signing of code.
                CertificateDraft.extendedKeyUsage([3]),
            ])
    }

    /// Ten characters at random, without those that are easily mistaken for others.
    static func randomTeam() -> String {
        let characters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
        return String((0..<TeamIdentifier.size).compactMap { _ in characters.randomElement() })
    }

    private static func name(_ common: String, _ organization: String, _ team: TeamIdentifier) -> [UInt8] {
        CertificateDraft.name([
            (.organization, organization), (.organizationalUnit, team.text), (.commonName, common),
        ])
    }

    private static func certificate(
        of key: PrivateKey, named subject: [UInt8], by issuerKey: PrivateKey, named issuer: [UInt8],
        validity: ClosedRange<Double>, extensions: [[UInt8]]
    ) throws(PKCS12Failure) -> Certificate {
        let draft = CertificateDraft(
            serialNumber: serialNumber(), issuer: issuer, subject: subject, validity: validity,
            publicKeyInfo: try key.publicKeyInfo(), algorithm: SigningAlgorithm.rsaSHA256.identifier,
            extensions: extensions)
        let signature = try issuerKey.signature(over: draft.signedPart)
        do throws(KeychainError) {
            return try draft.certificate(signature: signature)
        } catch {
            throw .keyFailed
        }
    }

    /// Positive, of twenty bytes.
    private static func serialNumber() -> [UInt8] {
        [UInt8.random(in: 0x40...0x7f)] + (1..<20).map { _ in UInt8.random(in: 0...255) }
    }
}
