// Certificates that are none of the test's making, with their private keys, and what they say (reference 5.8.2).
// SPDX-License-Identifier: Apache-2.0

import Foundation

struct ModelPair {
    let certificate: Data
    /// What a certificate is given where the caller gives nothing.
    let attributes: Value.Entries
    /// The text that is searched with `kSecMatchSubjectContains`, and the label.
    let summary: String
    let key: Data
    let keyType: Int64
    let hash: Data

    /// `v_Ref` of an item with these bytes.
    var certificateObject: Value { .object("cert", [certificate]) }
    var keyObject: Value { .object("keys", [key]) }
    var identityObject: Value { .object("idnt", [certificate, key]) }

    /// Those of one part of the keychain. No other part has a key of theirs.
    /// - Parameter partition: the number of the part, or nil for a keychain that has no others.
    static func load(partition: Int?) throws -> [ModelPair] {
        // What the whole keychain was tested with before is still there when its parts are.
        guard let partition else { return try [pair("openssl p256"), pair("version 1"), pair("openssl rsa2048")] }
        let names = ["openssl p384", "openssl p521", "openssl rsa3072", "openssl rsa4096"]
        return [try pair(names[partition % names.count])]
    }

    private struct Vectors<Vector: Decodable>: Decodable {
        let vectors: [Vector]

        static func read(_ name: String) throws -> [Vector] {
            let file = URL(fileURLWithPath: "Tests/Vectors/\(name).json")
            return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file)).vectors
        }
    }

    private struct Certificate: Decodable {
        let id, der: String
        let key, serial, pkhh, summary: String?
        let version: Int64?
    }

    private struct Key: Decodable {
        let id, kind, `private`: String
    }

    private static func pair(_ name: String) throws -> ModelPair {
        let certificates = try Vectors<Certificate>.read("certificates")
        guard let certificate = certificates.first(where: { $0.id == name }), let summary = certificate.summary,
            let key = try Vectors<Key>.read("keys").first(where: { $0.id == certificate.key }),
            let hash = certificate.pkhh.map(bytes), let serial = certificate.serial.map(bytes),
            let version = certificate.version
        else { throw Violation("the vectors have no certificate \(name)") }
        // The country CH if there is one, as printable text, then the common name, as UTF-8.
        let country = version == 3 ? bytes("310b300906035504061302") + Data("CH".utf8) : Data()
        let size = UInt8(summary.utf8.count)
        let subject =
            country + Data([0x31, size + 9, 0x30, size + 7]) + bytes("06035504030c") + Data([size]) + Data(summary.utf8)
        var attributes: Value.Entries = [
            "ctyp": .number(version), "cenc": .number(3), "subj": .data(subject), "issr": .data(subject),
            "slnr": .data(serial), "pkhh": .data(hash), "labl": .text(summary),
        ]
        if version == 3 { attributes["skid"] = .data(hash) }
        return ModelPair(
            certificate: bytes(certificate.der), attributes: attributes, summary: summary, key: bytes(key.private),
            keyType: key.kind == "rsa" ? 42 : 73, hash: hash)
    }

    private static func bytes(_ hex: String) -> Data {
        let digits = Array(hex)
        return Data(
            stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) })
    }
}
