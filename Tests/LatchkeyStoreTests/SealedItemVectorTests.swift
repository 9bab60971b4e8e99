// Attribute lists, secrets, access controls, buckets and digests against the shared vectors.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
@testable import LatchkeyStore
import LatchkeyTestSupport
import Testing

private struct ItemVector: Decodable, Sendable, CustomTestStringConvertible {
    let kind: Kind
    let id: String
    let expect: VectorOutcome
    var encoded: Hex?
    var plaintext: Hex?
    var entries: [Entry]?
    var length: Int?
    var bucket: Int?
    var `protection`: String?
    var flags: Hex?
    var indexKey: Hex?
    var `class`: String?
    var column: String?
    var type: String?
    var value: Value?
    var bytes: Hex?
    var folded: Hex?
    var digest: Hex?
    var testDescription: String { id }

    enum Kind: String, Decodable, Sendable { case attributes, secret, bucket, accessControl, digest }

    struct Value: Decodable, Sendable {
        let type: String
        let value: String

        func attributeValue() throws -> AttributeValue {
            switch type {
            case "text": .string(value)
            case "data": .data(try #require(Hex(value)).bytes)
            case "number": .number(try #require(Int64(value)))
            default: .date(try #require(Double(value)))
            }
        }
    }

    struct Entry: Decodable, Sendable {
        let name: String
        let type: String
        let value: String
    }

    func attributes() throws -> AttributeValues {
        var attributes: AttributeValues = [:]
        for entry in entries ?? [] {
            attributes[try #require(Attribute(code: entry.name))] =
                try Value(type: entry.type, value: entry.value).attributeValue()
        }
        return attributes
    }

    static func all(_ kind: Kind) throws -> [ItemVector] {
        try Vectors.all(ItemVector.self, in: "sealed-item.json") { $0.kind == kind }
    }
}

@Suite struct SealedItemVectorTests {
    @Test(arguments: try ItemVector.all(.attributes))
    fileprivate func `attribute lists decode and encode as the specification says`(vector: ItemVector) throws {
        let bytes = try #require(vector.encoded).bytes
        guard vector.expect == .success else {
            #expect(failure { _ = try decode(bytes) } == vector.expect.code)
            return
        }
        let decoded = try decode(bytes)
        let expected = try vector.attributes()
        #expect(decoded == expected)
        #expect(AttributeList.encode(decoded) == bytes && AttributeList.encode(expected) == bytes)
    }

    @Test(arguments: try ItemVector.all(.secret))
    fileprivate func `secrets decode and encode as the specification says`(vector: ItemVector) throws {
        let bytes = try #require(vector.plaintext).bytes
        guard vector.expect == .success else {
            let code = failure { _ = try SecretPlaintext(decoding: SecretBytes(unrecorded: bytes)) }
            #expect(code == vector.expect.code)
            return
        }
        var expected = try vector.attributes()
        let secret = try SecretPlaintext(decoding: SecretBytes(recorded: bytes))
        #expect(expected.removeValue(forKey: .tamperCheck) == .data(secret.tamperCheck))
        let data = secret.secret?.bytes.declassified(because: "it is test data")
        #expect(expected.removeValue(forKey: .secretData) == data.map(AttributeValue.data))
        #expect(expected == secret.fields)
        #expect(secret.encoded().declassified(because: "it is test data") == bytes)
    }

    @Test(arguments: try ItemVector.all(.bucket))
    fileprivate func `buckets are those of the specification`(vector: ItemVector) throws {
        #expect(Padding.paddedCount(for: try #require(vector.length)) == vector.bucket)
    }

    @Test(arguments: try ItemVector.all(.accessControl))
    fileprivate func `access controls decode and encode as the specification says`(vector: ItemVector) throws {
        let bytes = try #require(vector.encoded).bytes
        guard vector.expect == .success else {
            #expect(failure { _ = try AccessControl(decoding: bytes) } == .decode)
            return
        }
        let control = try AccessControl(decoding: bytes)
        #expect(
            control.protection.rawValue == vector.protection && control.flags?.bigEndianBytes == vector.flags?.bytes)
        #expect(control.encoded == bytes)
    }

    @Test(arguments: try ItemVector.all(.digest))
    fileprivate func `digests of columns are those of the specification`(vector: ItemVector) throws {
        var keys = UnlockedKeybag(keychain: .random())
        keys.install(SecretBytes(recorded: try #require(vector.indexKey).bytes), as: .indexKey)
        let itemClass = try #require(vector.class.flatMap(ItemClass.init(rawValue:)))
        let attribute = try #require(vector.column.flatMap(Attribute.init(code:)))
        let description = try #require(itemClass.description(of: attribute))
        let value = try #require(vector.value).attributeValue()
        let digest = try #require(vector.digest).bytes
        #expect(try keys.column(for: value, of: description, in: itemClass) == .blob(digest))
        guard let folded = vector.folded?.bytes else { return }
        let bytes = value.canonicalBytes(for: description.kind)
        #expect(TextFolding.fold(bytes) == folded)
        // What differs in case only lies between the two.
        for value in [bytes, folded].map(AttributeValue.data) {
            let range = try keys.foldedColumns(for: value, of: description, in: itemClass)
            let start = Array(digest[..<8])
            let end = start + [UInt8](repeating: 0xff, count: 16)
            #expect(range == [SQLValue.blob(start), SQLValue.blob(end)])
        }
    }

    private func decode(_ bytes: [UInt8]) throws(KeychainError) -> AttributeValues {
        let secret = SecretBytes(unrecorded: bytes)
        return unsafe try secret.withUnsafeBytes { bytes throws(KeychainError) in unsafe try AttributeList.decode(bytes)
        }
    }
}
