// Keys in Apple's external representation, and what they say.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct KeyTests {
    @Test(arguments: try KeyVector.all())
    func `a key knows its size, its label and its public half`(vector: KeyVector) throws {
        let (publicKey, privateKey) = try (vector.publicKey(), vector.privateKey())
        for key in [publicKey, privateKey] {
            #expect(key.sizeInBits == vector.bits)
            #expect(key.blockSize == (vector.bits + 7) / 8)
            #expect(key.applicationLabel == vector.label.bytes)
            #expect(key.publicOctets == vector.public.bytes)
            #expect(key.publicKey == publicKey)
        }
        #expect(privateKey != publicKey)
        #expect(privateKey.externalRepresentation.found == vector.private.bytes)
    }

    @Test(arguments: try KeyVector.all())
    func `a type that names no curve and the number of bytes make the same key`(vector: KeyVector) throws {
        let key = try vector.privateKey()
        #expect(try KeyData(of: key.kind.type, .private, key.externalRepresentation) == key)
        #expect(try KeyData(of: key.kind.type, .public, key.publicKey.externalRepresentation) == key.publicKey)
    }

    @Test(arguments: try KeyVector.all())
    func `the bytes of one half are not taken for the other`(vector: KeyVector) throws {
        let (publicKey, privateKey) = try (vector.publicKey(), vector.privateKey())
        // Both halves of Curve25519 and Curve448 are any bytes.
        guard publicKey.kind.type == .rsa || publicKey.kind.type == .ellipticCurve else { return }
        for (keyClass, other) in [(KeyClass.public, privateKey), (.private, publicKey)] {
            let code = failure { () throws(KeychainError) in
                _ = try KeyData(of: other.kind.type, keyClass, other.externalRepresentation)
            }
            #expect(code == .decode)
        }
    }

    @Test func `keys of different pairs differ`() throws {
        let keys = try KeyVector.all().map { try $0.privateKey() }
        #expect(Set(keys).count == keys.count)
    }

    @Test(arguments: ["p192", "p224", "p256", "p384", "p521"])
    func `a point off the curve is refused, and a scalar that is not its own`(id: String) throws {
        let vector = try KeyVector.named(id)
        var point = vector.public.bytes
        point[point.count - 1] ^= 1
        var pair = vector.private.bytes
        pair[pair.count - 1] ^= 1
        var zero = vector.private.bytes
        for place in vector.public.bytes.count..<zero.count { zero[place] = 0 }
        for (keyClass, bytes) in [(KeyClass.public, point), (.private, pair), (.private, zero)] {
            #expect(refusal(of: .ellipticCurve, keyClass, bytes) == .decode)
        }
    }

    @Test(arguments: ["rsa768", "rsa2048", "rsa3072", "rsa4096"])
    func `RSA numbers that do not fit together are refused`(id: String) throws {
        let vector = try KeyVector.named(id)
        // The last byte of the modulus of the public key, and places all over the private one.
        var even = vector.public.bytes
        even[even.count - 6] ^= 1
        #expect(refusal(of: .rsa, .public, even) == .decode)
        for place in stride(from: 20, to: vector.private.bytes.count, by: 97) {
            var bytes = vector.private.bytes
            bytes[place] ^= 0x10
            #expect(refusal(of: .rsa, .private, bytes) == .decode, "byte \(place)")
        }
    }

    @Test(arguments: [504, 8200])
    func `RSA keys of sizes that are not worked with are refused`(bits: Int) {
        let modulus = element(0x02, [0, 0x80] + [UInt8](repeating: 1, count: bits / 8 - 1))
        let bytes = element(0x30, modulus + element(0x02, [1, 0, 1]))
        #expect(refusal(of: .rsa, .public, bytes) == .decode)
    }

    @Test(arguments: try KeyVector.all())
    func `a key that ends early, or does not end, is refused`(vector: KeyVector) throws {
        let key = try vector.privateKey()
        for (keyClass, bytes) in [(KeyClass.public, vector.public.bytes), (.private, vector.private.bytes)] {
            for count in 0..<bytes.count {
                #expect(refusal(of: key.kind.type, keyClass, Array(bytes.prefix(count))) == .decode, "\(count) bytes")
            }
            #expect(refusal(of: key.kind.type, keyClass, bytes + [0]) == .decode)
        }
    }

    @Test func `a key that is too long is refused`() {
        let bytes = [UInt8](repeating: 0x30, count: KeyData.largestSize + 1)
        #expect(refusal(of: .rsa, .private, bytes) == .decode)
        #expect(failure { () throws(KeychainError) in _ = try KeyData(der: ItemSecret(unrecorded: bytes)) } == .decode)
    }

    @Test func `types have Apple's numbers, and DSA stands for elliptic curves`() {
        #expect(KeyType(number: 42) == .rsa)
        #expect(KeyType(number: 73) == .ellipticCurve)
        #expect(KeyType(number: 43) == .ellipticCurve)
        #expect(KeyType(number: 105) == .ed25519)
        #expect(KeyType(number: 106) == .x25519)
        #expect(KeyType(number: 107) == .ed448)
        #expect(KeyType(number: 111) == .mlDSA)
        // Kyber, the draft of ML-KEM.
        #expect(KeyType(number: 109) == nil)
    }

    @Test func `nothing that prints a key says what is in it`() throws {
        let key = try KeyVector.named("ed25519").privateKey()
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), dumped] {
            #expect(text.contains("<private ed25519 key of 256 bits>"))
            #expect(!text.contains("["))
        }
    }

    private func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        guard contents.count >= 128 else { return [tag, UInt8(contents.count)] + contents }
        let digits = [contents.count >> 8, contents.count & 0xff].map { UInt8($0) }.drop { $0 == 0 }
        return [tag, 0x80 + UInt8(digits.count)] + digits + contents
    }

    private func refusal(of type: KeyType, _ keyClass: KeyClass, _ bytes: [UInt8]) -> KeychainError.Code? {
        failure { () throws(KeychainError) in _ = try KeyData(of: type, keyClass, ItemSecret(unrecorded: bytes)) }
    }
}
