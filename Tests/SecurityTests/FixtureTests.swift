// Keychains that earlier builds wrote open in this one.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

/// One after the other: an unlocked fixture is unlocked for every copy of it in the login session.
@Suite(.serialized) struct FixtureTests {
    /// One line of `items.jsonl`, written by the independent reader.
    private struct ExpectedItem: Decodable {
        let table: String
        let persistref: String
        let state: String
        /// Nil for what was stored without one.
        let secret: Sealed?
        let attributes: [String: Sealed]

        enum Sealed: Decodable, Hashable {
            case text(String)
            case number(Int64)
            case data([UInt8])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                if let text = try? container.decode(String.self) {
                    self = .text(text)
                } else if let number = try? container.decode(Int64.self) {
                    self = .number(number)
                } else {
                    let digits = try container.decode([String: String].self)["hex"] ?? "not there"
                    self = .data(try #require(Hex(digits)).bytes)
                }
            }

            /// What was sealed, of text and of data.
            var bytes: [UInt8] {
                switch self {
                case .text(let text): Array(text.utf8)
                case .data(let bytes): bytes
                case .number: []
                }
            }
        }
    }

    /// Another line of it: the halves of an identity, by the references of their rows.
    private struct ExpectedIdentity: Decodable {
        let certificate: String
        let key: String
    }

    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/Database").standardized

    private func items(of client: KeychainClient) throws -> [ReturnedItem] {
        try [ItemClass.genericPassword, .internetPassword, .certificate, .key].flatMap { try items($0, of: client) }
    }

    private func items(_ itemClass: ItemClass, of client: KeychainClient) throws -> [ReturnedItem] {
        var query = ItemQuery(itemClass: itemClass)
        query.synchronizable = .any
        query.limit = .all
        // The bytes of a key that is not extractable are for objects alone.
        query.returning = itemClass == .key ? [.reference, .attributes] : [.data, .attributes]
        do {
            guard case .items(let items) = try client.perform(.copy(query)) else { return [] }
            return items
        } catch {
            guard error.code == .itemNotFound else { throw error }
            return []
        }
    }

    /// A copy of a fixture, unlocked.
    private func open(_ name: String) throws -> TemporaryHome {
        let fixture = Self.directory.appending(path: name)
        let home = try TemporaryHome(groups: ["TEAM123456.test", "*"])
        for file in ["login.keychain-db", "device.key"] {
            try FileManager.default.copyItem(atPath: fixture.appending(path: file).path, toPath: home.path + "/" + file)
            // A checkout does not keep the mode, and a device key that others may read is refused.
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home.path + "/" + file)
        }
        if let password = FileManager.default.contents(atPath: fixture.appending(path: "password").path) {
            #expect(throws: KeychainError(.interactionNotAllowed, during: "")) { try items(of: home.client) }
            _ = try home.client.perform(.unlock(password: ItemSecret(recorded: Array(password.dropLast()))))
        }
        return home
    }

    /// The lines of `items.jsonl`: those of items that are no tombstones, and those of identities.
    private func expectations(_ name: String) throws -> (items: [ExpectedItem], identities: [ExpectedIdentity]) {
        let file = Self.directory.appending(path: name + "/items.jsonl")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { Data($0.utf8) }
        let items = lines.compactMap { try? JSONDecoder().decode(ExpectedItem.self, from: $0) }
        let identities = lines.compactMap { try? JSONDecoder().decode(ExpectedIdentity.self, from: $0) }
        #expect(items.count + identities.count == lines.count)
        return (items.filter { $0.state == "open" }, identities)
    }

    @Test(arguments: [
        ("0001/with-password", 4), ("0001/without-password", 4), ("0001/identities", 8), ("0002/with-password", 4),
        ("0002/without-password", 4), ("0002/identities", 8), ("0002/secret-service", 5),
    ])
    func `a keychain of every version of the format opens with all its items`(name: String, count: Int) throws {
        let home = try open(name)
        let expected = try expectations(name).items
        let found = try items(of: home.client)
        #expect(found.count == count)
        #expect(found.count == expected.count)
        for (item, expectation) in zip(found, expected) {
            #expect(item.reference.itemClass.rawValue == expectation.table)
            #expect(item.reference.identifier.hexadecimal == expectation.persistref)
            let secret = expectation.secret.map { ItemSecret(recorded: $0.bytes) }
            #expect(item.secret == (item.stayingKey == nil ? secret : nil))
            let isOfSecretService = expectation.attributes["ssat"] != nil
            for (code, value) in expectation.attributes where !["cdat", "mdat", "accc", "tchk"].contains(code) {
                guard !isOfSecretService || !["ssat", "sscn", "vwht"].contains(code) else {
                    #expect(Attribute(code: code).flatMap { item.attributes[$0] } == nil)
                    continue
                }
                let own = Attribute(code: code).flatMap { item.attributes[$0] }
                switch value {
                case .text("2001-01-01T00:00:00Z") where ["sdat", "edat"].contains(code): #expect(own == .date(0))
                case .text(let text): #expect(own == .string(text), "\(code)")
                case .number(let number): #expect(own == .number(number), "\(code)")
                case .data(let bytes): #expect(own == .data(bytes), "\(code)")
                }
            }
        }
        _ = try home.client.perform(.lock)
    }

    @Test(arguments: ["0001/identities", "0002/identities"])
    func `the certificates, keys and identities of a fixture come back as objects`(name: String) throws {
        let home = try open(name)
        let (items, identities) = try expectations(name)
        let secrets = Dictionary(items.map { ($0.persistref, $0.secret?.bytes ?? []) }) { first, _ in first }
        func found(_ itemClass: CFString) throws -> [Value] {
            let query: Entries = [kSecClass: .constant(itemClass), kSecReturnRef: true, kSecMatchLimit: all]
            var result: AnyObject?
            let status = unsafe ItemCalls(client: home.client).copyMatching(query.dictionary, &result)
            #expect(status == errSecSuccess)
            return try #require(Answer(status: status, object: result).elements)
        }

        let certificates = try found(kSecClassCertificate).compactMap {
            if case .certificate(let object) = $0 { object } else { nil }
        }
        #expect(certificates.map { [UInt8](SecCertificateCopyData($0) as Data) } == bytes(of: "cert", in: items))
        let keys = try found(kSecClassKey).compactMap { if case .key(let object) = $0 { object } else { nil } }
        let wanted = bytes(of: "keys", in: items)
        #expect(keys.count == wanted.count && keys.contains { !$0.isExtractable })
        for (key, bytes) in zip(keys, wanted) { try expect(key, toHave: bytes) }

        #expect(identities.count == 3)
        let objects = try found(kSecClassIdentity).compactMap {
            if case .identity(let object) = $0 { object } else { nil }
        }
        #expect(objects.count == identities.count)
        for (object, expectation) in zip(objects, identities) {
            var certificate: SecCertificate?
            var key: SecKey?
            #expect(unsafe SecIdentityCopyCertificate(object, &certificate) == errSecSuccess)
            #expect(unsafe SecIdentityCopyPrivateKey(object, &key) == errSecSuccess)
            let data = SecCertificateCopyData(try #require(certificate)) as Data
            #expect([UInt8](data) == secrets[expectation.certificate])
            try expect(#require(key), toHave: secrets[expectation.key] ?? [])
        }
        _ = try home.client.perform(.lock)
    }

    private func bytes(of table: String, in items: [ExpectedItem]) -> [[UInt8]] {
        items.filter { $0.table == table }.compactMap { $0.secret?.bytes }
    }

    /// A key gives its bytes; one that is not extractable does not, and signs as the key of these bytes does.
    private func expect(_ key: SecKey, toHave bytes: [UInt8]) throws {
        SecretLedger.record(bytes)
        let data = SecKeyCopyExternalRepresentation(key, nil) as Data?
        guard !key.isExtractable else {
            #expect(data.map { [UInt8]($0) } == bytes)
            return
        }
        #expect(data == nil)
        let attributes = try #require(SecKeyCopyAttributes(key) as? [CFString: Any])
        let same = try #require(SecKeyCreateWithData(Data(bytes) as CFData, attributes as CFDictionary, nil) as SecKey?)
        let half = try #require(SecKeyCopyPublicKey(same))
        #expect(SecKeyCopyPublicKey(key) == half)
        let algorithms: [SecKeyAlgorithm] = [
            .rsaSignatureMessagePKCS1v15SHA256, .ecdsaSignatureMessageX962SHA256,
            .edDSASignatureMessageCurve25519SHA512,
        ]
        let algorithm = try #require(algorithms.first { SecKeyIsAlgorithmSupported(key, .sign, $0) })
        let message = Data("message".utf8) as CFData
        let signature = try #require(SecKeyCreateSignature(key, algorithm, message, nil) as CFData?)
        let isRight = SecKeyVerifySignature(half, algorithm, message, signature, nil)
        #expect(isRight)
    }
}
