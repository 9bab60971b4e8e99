// The certificates and keys that openssl made, and what they say.
// SPDX-License-Identifier: Apache-2.0

import KeychainCertificates
import KeychainModel
import TestSupport
import Testing

struct CertificateVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let der: Hex
    let expect: VectorOutcome
    let version: Int?
    let serial: Hex?
    let pkhh: Hex?
    /// The name of the key's vector; nil for a kind of key that is not known.
    let key: String?
    let sha1: Hex?
    let sha256: Hex?
    let summary: String?
    let commonName: String?
    let emails: [String]?
    let dnsNames: [String]?
    let subject: Hex?
    let issuer: Hex?
    let skid: Hex?
    let notBefore: Double?
    let notAfter: Double?
    /// Bytes of the certificate, where others follow.
    let cut: Int?
    var testDescription: String { id }

    static func all(_ outcome: VectorOutcome) throws -> [CertificateVector] {
        try Vectors.all(CertificateVector.self, in: "certificates.json") { $0.expect == outcome }
    }

    static func named(_ id: String) throws -> CertificateVector {
        try #require(Vectors.all(CertificateVector.self, in: "certificates.json") { $0.id == id }.first)
    }
}

struct KeyVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let kind: String
    let bits: Int
    /// The external representations.
    let `public`: Hex
    let `private`: Hex
    /// The application label.
    let label: Hex
    let pkcs8: Hex
    let spki: Hex
    let pkcs8PEM: String
    let spkiPEM: String
    /// PKCS#1 or SEC 1, where the kind has one.
    let traditional: Hex?
    let traditionalPEM: String?
    var testDescription: String { id }

    static func all() throws -> [KeyVector] { try Vectors.all(KeyVector.self, in: "keys.json") }

    static func named(_ id: String) throws -> KeyVector {
        try #require(Vectors.all(KeyVector.self, in: "keys.json") { $0.id == id }.first)
    }

    func keyKind() throws -> KeyKind { try #require(KeyKind.allCases.first { "\($0)" == kind }) }

    func publicKey() throws -> KeyData { try KeyData(keyKind(), .public, ItemSecret(recorded: self.public.bytes)) }
    func privateKey() throws -> KeyData { try KeyData(keyKind(), .private, ItemSecret(recorded: self.private.bytes)) }

    var traditionalFormat: KeyFormat { kind == "rsa" ? .pkcs1 : .sec1 }
}

extension ItemSecret {
    /// The bytes, for comparison.
    var found: [UInt8] { bytes.declassified(because: "a test looks at it") }
}

/// The code that `body` fails with, or nil.
func failure(_ body: () throws(KeychainError) -> Void) -> KeychainError.Code? {
    do throws(KeychainError) {
        try body()
        return nil
    } catch {
        return error.code
    }
}
