// XAES-256-GCM and what it is made of, against published vectors.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import CryptoExtras
import Foundation
@testable import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private struct XAESVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let key: Hex
    let nonce: Hex
    let plaintext: Hex
    let aad: Hex
    let derivedKey: Hex
    let sealed: Hex
    var testDescription: String { id }
}

private struct Accumulated: Decodable, Sendable {
    struct Expected: Decodable, Sendable {
        let iterations: Int
        let digest: Hex
    }
    struct Section: Decodable, Sendable { let results: [Expected] }
    let accumulated: Section
}

private struct MACVector: Decodable, Sendable, CustomTestStringConvertible {
    let tcId: Int
    let key: Hex
    let msg: Hex
    let tag: Hex
    let result: String
    var testDescription: String { "\(tcId)" }
}

private func derive(_ key: [UInt8], _ nonce: [UInt8]) throws(KeychainError) -> [UInt8] {
    unsafe try SecretBytes(recorded: key).withUnsafeBytes { key throws(KeychainError) in
        unsafe try nonce.withRawBytes { nonce throws(KeychainError) in
            unsafe try XAES256GCM.withDerivedKey(from: key, nonce: nonce) { unsafe Array($0) }
        }
    }
}

@Suite struct XAESVectorTests {
    @Test(arguments: try Vectors.all(XAESVector.self, in: "xaes-256-gcm.json"))
    fileprivate func `the published vectors seal, derive and open`(vector: XAESVector) throws {
        #expect(try derive(vector.key.bytes, vector.nonce.bytes) == vector.derivedKey.bytes)
        let sealed = try seal(
            vector.plaintext.bytes, key: vector.key.bytes, nonce: vector.nonce.bytes, aad: vector.aad.bytes)
        #expect(sealed == vector.sealed.bytes)
        let opened = try open(sealed, key: vector.key.bytes, nonce: vector.nonce.bytes, aad: vector.aad.bytes)
        #expect(opened == vector.plaintext.bytes)
    }

    @Test(arguments: try Vectors.all(XAESVector.self, in: "xaes-256-gcm.json"))
    fileprivate func `a published vector with another key, nonce, or additional data does not open`(
        vector: XAESVector
    ) {
        let (key, nonce, aad) = (vector.key.bytes, vector.nonce.bytes, vector.aad.bytes)
        let sealed = vector.sealed.bytes
        #expect(failure { _ = try open(sealed, key: key, nonce: nonce, aad: aad + [0]) } == .decode)
        for offset in nonce.indices {
            var other = nonce
            other[offset] ^= 1
            #expect(failure { _ = try open(sealed, key: key, nonce: other, aad: aad) } == .decode)
        }
        var otherKey = key
        otherKey[31] ^= 1
        #expect(failure { _ = try open(sealed, key: otherKey, nonce: nonce, aad: aad) } == .decode)
        #expect(failure { _ = try open(sealed.dropLast(), key: key, nonce: nonce, aad: aad) } == .decode)
    }

    @Test(arguments: [(31, 24), (33, 24), (16, 24), (0, 24), (32, 23), (32, 25), (32, 12), (32, 0)])
    func `a key or nonce of another size is refused`(keySize: Int, nonceSize: Int) {
        let key = [UInt8](repeating: 1, count: keySize)
        let nonce = [UInt8](repeating: 2, count: nonceSize)
        #expect(failure { _ = try seal([1], key: key, nonce: nonce, aad: []) } == .parameter)
        let sealed = [UInt8](repeating: 3, count: 40)
        #expect(failure { _ = try open(sealed, key: key, nonce: nonce, aad: []) } == .decode)
    }

    @Test func `10 000 seals accumulate to the published digest`() throws { try accumulate(10_000) }

    @Test(.enabled(if: ProcessInfo.processInfo.environment["LATCHKEY_SLOW_TESTS"] == "1", "some minutes"))
    func `a million seals accumulate to the published digest`() throws { try accumulate(1_000_000) }

    private func accumulate(_ iterations: Int) throws {
        let results = try Vectors.load(Accumulated.self, from: "xaes-256-gcm.json").accumulated.results
        let expected = try #require(results.first { $0.iterations == iterations })
        var source = Shake128()
        var sink = Shake128()
        for _ in 0..<iterations {
            let key = source.squeeze(32)
            let nonce = source.squeeze(24)
            let plaintext = source.squeeze(Int(source.squeeze(1)[0]))
            let aad = source.squeeze(Int(source.squeeze(1)[0]))
            sink.absorb(try seal(plaintext, key: key, nonce: nonce, aad: aad))
        }
        #expect(sink.squeeze(32) == expected.digest.bytes)
    }
}

@Suite struct XAESPartsTests {
    @Test func `the key of a nonce is two CMACs`() throws {
        for _ in 0..<200 {
            let key = SystemRandom.bytes(count: 32)
            let nonce = SystemRandom.bytes(count: 24)
            let halves = try [UInt8(1), 2].flatMap { half in
                var mac = try AES.CMAC(key: SymmetricKey(data: key))
                mac.update(data: [0, half, 0x58, 0] + nonce[..<12])
                return Array(mac.finalize())
            }
            #expect(try derive(key, nonce) == halves)
        }
    }

    @Test(
        arguments: try Vectors.wycheproof(MACVector.self, in: "aes_cmac_test.json") {
            $0.keySize == 256 && $0.tagSize == 128
        })
    fileprivate func `that CMAC agrees with Wycheproof`(vector: MACVector) throws {
        var mac = try AES.CMAC(key: SymmetricKey(data: vector.key.bytes))
        mac.update(data: vector.msg.bytes)
        #expect((Array(mac.finalize()) == vector.tag.bytes) == (vector.result == "valid"))
    }
}

@Suite struct Shake128Tests {
    @Test(
        arguments: [
            (0, "7f9c2ba4e88f827d616045507605853ed73b8093f6efbc88eb1a6eacfa66ef26"),
            (200, "0c4234ca1e31801ae606f8b8d8e0665c66f42a21d601c2681858a92c79ad5d69"),
            (168, "f15277eb61c4908d44a2853f3cde071ae2ed7a23461fbe162a1a98cf6875059c"),
            (167, "1e552791cc4e93a0d4a8dc47ae49228c2faa869e40e628f6ace477aec3f1ca7a"),
            (1000, "39414e9af7fae8cafe10e160cbfadd54e883fdab9a5686e1330451a277359edd"),
        ] as [(Int, Hex)])
    func `the digests of the tests come from a SHAKE128 that agrees with known answers`(count: Int, answer: Hex) {
        var shake = Shake128()
        let input = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        shake.absorb(Array(input.prefix(count / 3)))
        shake.absorb(Array(input.dropFirst(count / 3)))
        let output = shake.squeeze(7) + shake.squeeze(25)
        #expect(output == answer.bytes)
        #expect(shake.squeeze(400).count == 400)
    }
}
