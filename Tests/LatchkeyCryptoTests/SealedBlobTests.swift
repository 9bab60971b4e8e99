// Sealed blobs: the shared vectors, and every way in which one does not open.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private struct BlobVector: Decodable, Sendable, CustomTestStringConvertible {
    struct Place: Decodable, Sendable {
        let purpose: String
        let keychain: Hex
        let itemClass: String?
        let row: Hex?
        let protection: String?
        let binding: Hex
    }

    let id: String
    let expect: VectorOutcome
    let key: Hex
    let place: Place
    let nonce: Hex
    let plaintext: Hex
    let blob: Hex
    var testDescription: String { id }

    func blobPlace() throws -> BlobPlace {
        BlobPlace(
            try #require(BlobPlace.Purpose(rawValue: place.purpose)),
            keychain: try #require(RowIdentifier(place.keychain.bytes)),
            itemClass: try place.itemClass.map { try #require(ItemClass(rawValue: $0)) },
            row: try place.row.map { try #require(RowIdentifier($0.bytes)) },
            protection: try place.protection.map { try #require(ProtectionClass(rawValue: $0)) },
            binding: place.binding.bytes)
    }
}

@Suite struct SealedBlobTests {
    private static let keychain = RowIdentifier.random()
    private static let row = RowIdentifier.random()
    private static let place = BlobPlace(
        .itemMetadata, keychain: keychain, itemClass: .genericPassword, row: row, protection: .ak)
    private let key = [UInt8](repeating: 5, count: 32)
    private let plaintext = Array("plain".utf8)

    @Test(arguments: try Vectors.all(BlobVector.self, in: "sealed-blob.json"))
    fileprivate func `the shared vectors open or are refused`(vector: BlobVector) throws {
        let place = try vector.blobPlace()
        switch vector.expect {
        case .success:
            #expect(try openBlob(vector.blob.bytes, key: vector.key.bytes, place: place) == vector.plaintext.bytes)
            let sealed = try sealBlob(
                vector.plaintext.bytes, key: vector.key.bytes, place: place, nonce: vector.nonce.bytes)
            #expect(sealed == vector.blob.bytes)
        case .wrongVersion:
            #expect(
                failure { _ = try openBlob(vector.blob.bytes, key: vector.key.bytes, place: place) } == .wrongVersion)
        case .decode:
            #expect(failure { _ = try openBlob(vector.blob.bytes, key: vector.key.bytes, place: place) } == .decode)
        case .authFailed, .notAvailable:
            Issue.record("no sealed blob fails like that")
        }
    }

    @Test(arguments: [0, 1, 15, 16, 17, 4096])
    func `what is sealed opens, 42 bytes longer, and is never sealed alike`(count: Int) throws {
        let plaintext = [UInt8](repeating: 9, count: count)
        let blob = try sealBlob(plaintext, key: key, place: Self.place)
        #expect(blob.count == count + 42 && SealedBlob.overhead == 42)
        #expect(try openBlob(blob, key: key, place: Self.place) == plaintext)
        #expect(try sealBlob(plaintext, key: key, place: Self.place) != blob)
    }

    @Test func `one flipped bit anywhere is refused`() throws {
        let blob = try sealBlob(plaintext, key: key, place: Self.place)
        for bit in 0..<blob.count * 8 {
            var changed = blob
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            let code = failure { _ = try openBlob(changed, key: key, place: Self.place) }
            #expect(code == (bit < 16 ? .wrongVersion : .decode), "bit \(bit)")
        }
    }

    @Test func `every shorter piece and one byte more are refused`() throws {
        let blob = try sealBlob(plaintext, key: key, place: Self.place)
        for count in 0..<blob.count {
            #expect(failure { _ = try openBlob(Array(blob.prefix(count)), key: key, place: Self.place) } == .decode)
        }
        #expect(failure { _ = try openBlob(blob + [0], key: key, place: Self.place) } == .decode)
    }

    @Test(arguments: [
        BlobPlace(.itemSecret, keychain: keychain, itemClass: .genericPassword, row: row, protection: .ak),
        BlobPlace(.itemMetadata, keychain: .random(), itemClass: .genericPassword, row: row, protection: .ak),
        BlobPlace(.itemMetadata, keychain: keychain, itemClass: .internetPassword, row: row, protection: .ak),
        BlobPlace(.itemMetadata, keychain: keychain, row: row, protection: .ak),
        BlobPlace(.itemMetadata, keychain: keychain, itemClass: .genericPassword, row: .random(), protection: .ak),
        BlobPlace(.itemMetadata, keychain: keychain, itemClass: .genericPassword, protection: .ak),
        BlobPlace(.itemMetadata, keychain: keychain, itemClass: .genericPassword, row: row, protection: .aku),
        BlobPlace(.itemMetadata, keychain: keychain, itemClass: .genericPassword, row: row),
    ])
    func `a blob opens at its own place only`(other: BlobPlace) throws {
        let blob = try sealBlob(plaintext, key: key, place: Self.place)
        #expect(failure { _ = try openBlob(blob, key: key, place: other) } == .decode)
        let moved = try sealBlob(plaintext, key: key, place: other)
        #expect(failure { _ = try openBlob(moved, key: key, place: Self.place) } == .decode)
        #expect(try openBlob(moved, key: key, place: other) == plaintext)
    }

    @Test func `another key does not open`() throws {
        let blob = try sealBlob(plaintext, key: key, place: Self.place)
        for offset in key.indices {
            var other = key
            other[offset] ^= 1
            #expect(failure { _ = try openBlob(blob, key: other, place: Self.place) } == .decode)
        }
    }
}
