// Signatures of ML-DSA and secrets of ML-KEM that another implementation made, by Apple's calls.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

@Suite struct LatticeVectorTests {
    struct Signature: Decodable, Sendable, CustomTestStringConvertible {
        let id: String
        let kind: String
        let `public`: Hex
        /// The message is this text, so many times.
        let text: String
        let times: Int
        let signature: Hex

        var testDescription: String { id }
        var message: Data { Data(String(repeating: text, count: times).utf8) }
    }

    struct Encapsulation: Decodable, Sendable, CustomTestStringConvertible {
        let id: String
        let kind: String
        let `public`: Hex
        let seed: Hex
        let ciphertext: Hex
        let secret: Hex
        /// What the ciphertext gives with the lowest bit of its first byte flipped.
        let secretOfChanged: Hex

        var testDescription: String { id }
    }

    private func key(_ bytes: [UInt8], _ type: CFString, _ keyClass: CFString) throws -> SecKey {
        let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass] as CFDictionary
        return try #require(SecKeyCreateWithData(Data(bytes) as CFData, attributes, nil) as SecKey?)
    }

    private func isRight(_ key: SecKey, _ message: Data, _ signature: [UInt8]) -> Bool {
        SecKeyVerifySignature(key, .mldsaSignatureMessage, message as CFData, Data(signature) as CFData, nil)
    }

    private func flipped(_ bytes: [UInt8], at place: Int) -> [UInt8] {
        var changed = bytes
        changed[place] ^= 1
        return changed
    }

    @Test(arguments: try Vectors.all(Signature.self, in: "lattice-signatures.json"))
    func `a signature is verified, and none with a flipped bit or of another message`(vector: Signature) throws {
        let publicKey = try key(vector.public.bytes, kSecAttrKeyTypeMLDSA, kSecAttrKeyClassPublic)
        let (message, signature) = (vector.message, vector.signature.bytes)
        #expect(isRight(publicKey, message, signature))
        // The challenge, the answer to it and the hints.
        for place in [0, 63, 64, signature.count / 2, signature.count - 60, signature.count - 1] {
            #expect(!isRight(publicKey, message, flipped(signature, at: place)), "a bit of byte \(place)")
        }
        #expect(!isRight(publicKey, message + [0], signature))
        #expect(message.isEmpty || !isRight(publicKey, Data(flipped(Array(message), at: 0)), signature))
        for wrong in [[], signature.dropLast(), signature + [0]] as [[UInt8]] {
            #expect(!isRight(publicKey, message, wrong))
        }
        for place in [0, 32, vector.public.bytes.count - 1] {
            let other = try key(flipped(vector.public.bytes, at: place), kSecAttrKeyTypeMLDSA, kSecAttrKeyClassPublic)
            #expect(!isRight(other, message, signature))
        }
    }

    @Test(arguments: try Vectors.all(Encapsulation.self, in: "lattice-encapsulations.json"))
    func `a secret is the one of who made it, also where its bytes were changed`(vector: Encapsulation) throws {
        SecretLedger.record(vector.seed.bytes)
        let privateKey = try key(
            vector.seed.bytes + vector.public.bytes, kSecAttrKeyTypeMLKEM, kSecAttrKeyClassPrivate)
        func secret(_ ciphertext: [UInt8]) -> Data? {
            SecKeyCreateDecapsulatedKey(privateKey, .kemmlkem, Data(ciphertext) as CFData, nil) as Data?
        }
        let ciphertext = vector.ciphertext.bytes
        // Compared first: the test does not print secrets.
        let isSame = secret(ciphertext) == Data(vector.secret.bytes)
        let isSameOfChanged = secret(flipped(ciphertext, at: 0)) == Data(vector.secretOfChanged.bytes)
        #expect(isSame && isSameOfChanged)
        #expect(secret(ciphertext.dropLast()) == nil && secret(ciphertext + [0]) == nil)
    }
}
