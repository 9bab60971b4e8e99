// Certificates as a test wants them, with keys that live as long as the test.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyCertificates

/// Whoever issues certificates: a name, a key, and the certificate of both.
struct TestAuthority {
    let certificate: Certificate
    private let name: [UInt8]
    private let key: P256.Signing.PrivateKey

    static let authority: [[UInt8]] = [
        CertificateDraft.basicConstraints(isAuthority: true), CertificateDraft.keyUsage([.keyCertSign, .cRLSign]),
    ]
    /// 2026-01-01 to 2026-12-31.
    static let year = 788_918_400.0...820_454_399.0
    /// ecdsa-with-SHA256.
    private static let algorithm = DERElement.sequence(
        DERElement.objectIdentifier([0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2]))

    /// One that issues itself.
    init(root text: String, extensions: [[UInt8]] = authority, validity: ClosedRange<Double> = year) throws {
        let key = P256.Signing.PrivateKey()
        let name = CertificateDraft.name([(.commonName, text)])
        self.key = key
        self.name = name
        certificate = try Self.certificate(name, key, extensions, validity, by: name, key)
    }

    private init(_ certificate: Certificate, _ name: [UInt8], _ key: P256.Signing.PrivateKey) {
        self.certificate = certificate
        self.name = name
        self.key = key
    }

    /// A certificate of this authority, and its key.
    /// - Parameter name: DER; nil for the text as a common name.
    /// - Parameter other: whose key the new one has; nil for one of its own.
    func issue(
        _ text: String, name: [UInt8]? = nil, key other: TestAuthority? = nil, extensions: [[UInt8]] = [],
        validity: ClosedRange<Double> = year
    ) throws -> TestAuthority {
        let key = other?.key ?? P256.Signing.PrivateKey()
        let name = name ?? CertificateDraft.name([(.commonName, text)])
        let certificate = try Self.certificate(name, key, extensions, validity, by: self.name, self.key)
        return TestAuthority(certificate, name, key)
    }

    private static func certificate(
        _ subject: [UInt8], _ key: P256.Signing.PrivateKey, _ extensions: [[UInt8]], _ validity: ClosedRange<Double>,
        by issuer: [UInt8], _ issuerKey: P256.Signing.PrivateKey
    ) throws -> Certificate {
        let draft = CertificateDraft(
            serialNumber: [UInt8.random(in: 1...0x7f)] + (0..<8).map { _ in .random(in: 0...255) }, issuer: issuer,
            subject: subject, validity: validity, publicKeyInfo: Array(key.publicKey.derRepresentation),
            algorithm: algorithm, extensions: extensions)
        let signature = try issuerKey.signature(for: draft.signedPart).derRepresentation
        return try draft.certificate(signature: Array(signature))
    }
}

/// Extensions that ``CertificateDraft`` has no name for.
enum TestExtension {
    /// Alternative names, as context tags with contents: 1 e-mail, 2 DNS, 6 URI, 7 address.
    static func names(_ names: (tag: UInt8, text: [UInt8])..., isCritical: Bool = false) -> [UInt8] {
        CertificateDraft.extension(
            17, isCritical: isCritical, DERElement.sequence(names.flatMap { DERElement.bytes(0x80 | $0.tag, $0.text) }))
    }

    /// Names of servers.
    static func hosts(_ hosts: String...) -> [UInt8] {
        CertificateDraft.extension(
            17, isCritical: false, DERElement.sequence(hosts.flatMap { DERElement.bytes(0x82, Array($0.utf8)) }))
    }

    /// Name constraints: general names, DER.
    static func constraints(permitted: [[UInt8]] = [], excluded: [[UInt8]] = []) -> [UInt8] {
        func trees(_ tag: UInt8, _ names: [[UInt8]]) -> [UInt8] {
            names.isEmpty ? [] : DERElement.bytes(tag, names.flatMap(DERElement.sequence))
        }
        return CertificateDraft.extension(
            30, isCritical: true, DERElement.sequence(trees(0xa0, permitted) + trees(0xa1, excluded)))
    }

    static func keyID(_ identifier: [UInt8]) -> [UInt8] {
        CertificateDraft.extension(14, isCritical: false, DERElement.bytes(0x04, identifier))
    }

    static func authorityKeyID(_ identifier: [UInt8]) -> [UInt8] {
        CertificateDraft.extension(35, isCritical: false, DERElement.sequence(DERElement.bytes(0x80, identifier)))
    }
}
