// The certificates and keys that openssl made, and what they say.
// SPDX-License-Identifier: Apache-2.0

import Testing

package struct CertificateVector: Decodable, Sendable, CustomTestStringConvertible {
    package let id: String
    package let der: Hex
    package let expect: VectorOutcome
    package let version: Int?
    package let serial: Hex?
    package let pkhh: Hex?
    /// The name of the key's vector; nil for a kind of key that is not known.
    package let key: String?
    package let sha1: Hex?
    package let sha256: Hex?
    package let summary: String?
    package let commonName: String?
    package let emails: [String]?
    package let dnsNames: [String]?
    package let subject: Hex?
    package let issuer: Hex?
    package let skid: Hex?
    package let notBefore: Double?
    package let notAfter: Double?
    /// Bytes of the certificate, if others follow.
    package let cut: Int?
    package var testDescription: String { id }

    package static func all(_ outcome: VectorOutcome) throws -> [CertificateVector] {
        try Vectors.all(CertificateVector.self, in: "certificates.json") { $0.expect == outcome }
    }

    package static func named(_ id: String) throws -> CertificateVector {
        try #require(Vectors.all(CertificateVector.self, in: "certificates.json") { $0.id == id }.first)
    }
}

package struct KeyVector: Decodable, Sendable, CustomTestStringConvertible {
    package let id: String
    package let kind: String
    package let bits: Int
    /// The external representations.
    package let `public`: Hex
    package let `private`: Hex
    /// The application label.
    package let label: Hex
    package let pkcs8: Hex
    package let spki: Hex
    package let pkcs8PEM: String
    package let spkiPEM: String
    /// PKCS#1 or SEC 1, where the kind has one.
    package let traditional: Hex?
    package let traditionalPEM: String?
    package var testDescription: String { id }

    package static func all() throws -> [KeyVector] { try Vectors.all(KeyVector.self, in: "keys.json") }

    package static func named(_ id: String) throws -> KeyVector {
        try #require(Vectors.all(KeyVector.self, in: "keys.json") { $0.id == id }.first)
    }
}
