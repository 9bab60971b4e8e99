// Private keys over lattices in PKCS#8 (RFC 9881, RFC 9935), against OpenSSL's.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct LatticeKeyFormatTests {
    private func key(_ vector: LatticeKeyVector) throws -> KeyData {
        let kind = try #require(KeyKind.allCases.first { "\($0)" == vector.id })
        return try KeyData(kind, .private, ItemSecret(recorded: vector.representation))
    }

    private func read(_ form: Hex) throws -> KeyData {
        try KeyData(der: ItemSecret(recorded: form.bytes), format: .pkcs8, .private)
    }

    private func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        guard contents.count >= 128 else { return [tag, UInt8(contents.count)] + contents }
        let digits = [contents.count >> 8, contents.count & 0xff].map { UInt8($0) }.drop { $0 == 0 }
        return [tag, 0x80 + UInt8(digits.count)] + digits + contents
    }

    /// PKCS#8 with other contents than the vector's.
    private func pkcs8(_ vector: LatticeKeyVector, _ contents: [UInt8]) -> [UInt8] {
        element(0x30, Array(vector.pkcs8.bytes[2..<18]) + element(0x04, contents))
    }

    /// The expanded key of a vector, without what is around it.
    private func expanded(_ vector: LatticeKeyVector) -> [UInt8] { Array(vector.expanded.bytes.dropFirst(28)) }

    /// A sequence of octet strings: the seed and the expanded key if both are there.
    private func sequence(_ strings: [UInt8]...) -> [UInt8] {
        element(0x30, strings.flatMap { element(0x04, $0) })
    }

    /// The code that some bytes, which are damaged, are refused with.
    private func refusal(_ bytes: [UInt8]) -> KeychainError.Code? {
        failure { () throws(KeychainError) in
            _ = try KeyData(der: ItemSecret(unrecorded: bytes), format: .pkcs8, .private)
        }
    }

    @Test(arguments: try LatticeKeyVector.all())
    func `a private key is read by its seed, with the public half that the seed makes`(vector: LatticeKeyVector) throws
    {
        let found = try read(vector.pkcs8)
        #expect("\(found.kind)" == vector.id && found.keyClass == .private)
        #expect(found.publicOctets == vector.public.bytes)
        #expect(found.applicationLabel == vector.label.bytes)
        #expect(found.externalRepresentation == ItemSecret(recorded: vector.representation))
        #expect(try found == key(vector))
        let secret = ItemSecret(recorded: vector.pkcs8.bytes)
        #expect(try KeyData(der: secret) == found)
        let blocks = try PEMBlock.blocks(in: ItemSecret(recorded: Array(vector.pkcs8PEM.utf8)))
        #expect(try blocks.map { try $0.key() } == [found])
        let half = try KeyData(
            der: ItemSecret(unrecorded: vector.spki.bytes), format: .subjectPublicKeyInfo, .public)
        #expect(found.publicKey == half)
    }

    @Test(arguments: try LatticeKeyVector.all())
    func `a private key is written as openssl writes it, byte for byte`(vector: LatticeKeyVector) throws {
        let key = try key(vector)
        #expect(try key.der(.pkcs8).found == vector.pkcs8.bytes)
        #expect(try String(decoding: PEMBlock(key, .pkcs8).text.found, as: UTF8.self) == vector.pkcs8PEM)
        for format in [KeyFormat.pkcs1, .sec1, .subjectPublicKeyInfo] {
            #expect(failure { () throws(KeychainError) in _ = try key.der(format) } == .unimplemented)
        }
    }

    @Test(arguments: try LatticeKeyVector.all())
    func `a seed beside its expanded key makes the same key as the seed`(vector: LatticeKeyVector) throws {
        #expect(try read(vector.both) == key(vector))
        // What the other tests make of the parts is what the vector has.
        #expect(pkcs8(vector, sequence(vector.seed.bytes, expanded(vector))) == vector.both.bytes)
    }

    @Test(arguments: try LatticeKeyVector.all())
    func `an expanded key alone is refused for want of its seed`(vector: LatticeKeyVector) throws {
        let secret = ItemSecret(recorded: vector.expanded.bytes)
        for isNamed in [true, false] {
            do throws(KeychainError) {
                _ = try isNamed ? KeyData(der: secret, format: .pkcs8, .private) : KeyData(der: secret)
                Issue.record("a key came of it")
            } catch {
                #expect(error.code == .unimplemented)
                let hint = error.hint.map { "\($0)" } ?? ""
                #expect(hint.contains("seed"))
            }
        }
    }

    @Test(arguments: try LatticeKeyVector.all())
    func `a seed beside the expanded key of another is refused`(vector: LatticeKeyVector) throws {
        let seed = vector.seed.bytes
        // With the last byte of a seed of ML-KEM the public key stays.
        for place in [0, seed.count - 1] {
            var other = seed
            other[place] ^= 1
            #expect(refusal(pkcs8(vector, sequence(other, expanded(vector)))) == .decode, "byte \(place) of the seed")
        }
        let end = expanded(vector).count
        let publicSize = vector.public.bytes.count
        // Of ML-KEM the public key, its hash and the second half of the seed; of ML-DSA the beginning of the public
        // key.
        let places = seed.count == 64 ? [end - 64 - publicSize, end - 65, end - 64, end - 33, end - 1] : [0, 31]
        for place in places {
            var other = expanded(vector)
            other[place] ^= 1
            #expect(refusal(pkcs8(vector, sequence(seed, other))) == .decode, "byte \(place) of the expanded key")
        }
    }

    @Test(arguments: try LatticeKeyVector.all())
    func `parts of other lengths, in other places or too many are refused`(vector: LatticeKeyVector) throws {
        let (seed, key) = (vector.seed.bytes, expanded(vector))
        let (shortSeed, shortKey) = (Array(seed.dropLast()), Array(key.dropLast()))
        let (longSeed, longKey) = (seed + [0], key + [0])
        let damaged: [(String, [UInt8])] = [
            ("nothing", []), ("no seed", element(0x80, [])), ("a seed without a header", seed),
            ("a short seed", element(0x80, shortSeed)), ("a long seed", element(0x80, longSeed)),
            ("another tag", element(0x81, seed)), ("a string in the tag", element(0xa0, element(0x04, seed))),
            ("a seed as a string", element(0x04, seed)),
            ("a short key", element(0x04, shortKey)), ("a long key", element(0x04, longKey)),
            ("a short seed of both", sequence(shortSeed, key)), ("a long seed of both", sequence(longSeed, key)),
            ("a short key of both", sequence(seed, shortKey)), ("a long key of both", sequence(seed, longKey)),
            ("both the other way", sequence(key, seed)), ("one of both", sequence(seed)),
            ("three", sequence(seed, key, seed)),
        ]
        for (name, contents) in damaged {
            #expect(refusal(pkcs8(vector, contents)) == .decode, "\(name)")
        }
        for whole in [element(0x80, seed), element(0x04, key), sequence(seed, key)] {
            #expect(refusal(pkcs8(vector, whole + [0])) == .decode)
        }
        #expect(refusal(vector.pkcs8.bytes + [0]) == .decode)
        for count in 0..<vector.pkcs8.bytes.count {
            #expect(refusal(Array(vector.pkcs8.bytes.prefix(count))) == .decode, "\(count) bytes")
        }
    }

    @Test func `a kind that is named with parameters is not known`() throws {
        let vector = try LatticeKeyVector.named("mlDSA65")
        let name = Array(vector.pkcs8.bytes[7..<18])
        let version: [UInt8] = [2, 1, 0]
        let algorithm = element(0x30, name + [5, 0])
        let form = element(0x30, version + algorithm + element(0x04, element(0x80, vector.seed.bytes)))
        #expect(refusal(form) == .unimplemented)
    }
}
