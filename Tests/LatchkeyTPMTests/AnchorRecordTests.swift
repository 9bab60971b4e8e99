// What a keychain file holds of its anchor, and where the anchor is.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct AnchorRecordTests {
    @Test(arguments: try Vectors.all(AnchorVector.self, in: "anchor.json"))
    fileprivate func `the shared vectors are read or refused as the specification says`(vector: AnchorVector) throws {
        let read = Result { () throws(KeychainError) in try AnchorRecord(decoding: vector.encoded.bytes) }
        switch read {
        case .success(let record):
            #expect(vector.expect == .success)
            #expect(record.encoded == vector.encoded.bytes)
            #expect(record.current == record.previous.extended(with: record.extension))
        case .failure(let error): #expect(error.code == vector.expect.code)
        }
        let keychain = try #require(RowIdentifier(vector.place.keychain.bytes))
        #expect(AnchorPlace.handle(of: keychain) == vector.place.handle)
        let authorisation = AnchorPlace.authorisation(
            of: keychain, deviceKey: SecretBytes(recorded: vector.place.deviceKey.bytes))
        #expect(authorisation.inTest == vector.place.authorisation.bytes)
    }

    @Test func `a bit that is another is refused where the values depend on it`() throws {
        let vectors = try Vectors.all(AnchorVector.self, in: "anchor.json") { $0.id == "a record" }
        let whole = try #require(vectors.first).encoded.bytes
        for place in 0..<8 * whole.count {
            var bytes = whole
            bytes[place / 8] ^= 1 << (place % 8)
            let read = try? AnchorRecord(decoding: bytes)
            // The handle, rows and time are what they are; whoever changes them breaks the seal.
            let isFree = (1..<4).contains(place / 8) || place / 8 >= 100
            if !isFree { #expect(read == nil) }
            #expect(read == nil || read?.encoded == bytes)
        }
    }

    @Test func `the handles of keychains are the owner's, and spread`() {
        let handles = (0..<1000).map { _ in AnchorPlace.handle(of: .random()) }
        #expect(handles.allSatisfy(AnchorPlace.handles.contains))
        #expect(Set(handles).count > 990)
    }
}

private struct AnchorVector: Decodable, CustomTestStringConvertible, Sendable {
    let id: String
    let expect: VectorOutcome
    let encoded: Hex
    let place: Place

    struct Place: Decodable, Sendable {
        let keychain: Hex
        let handle: UInt32
        let deviceKey: Hex
        let authorisation: Hex
    }

    var testDescription: String { id }
}
