// Signatures of every kind of key.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import Testing

@Suite struct SignatureTests {
    private static let message = Array("a message that is signed".utf8)

    private static let kinds: [(KeyKind, Int)] = [
        (.rsa, 512), (.rsa, 1023), (.rsa, 2056), (.p192, 0), (.p224, 0), (.p256, 0), (.p384, 0), (.p521, 0),
        (.ed25519, 0),
        (.ed448, 0), (.mlDSA65, 0), (.mlDSA87, 0),
    ]

    @Test(arguments: kinds)
    func `what a key signs by any algorithm is verified, and nothing else is`(kind: KeyKind, bits: Int) throws {
        let pair = try Pair(kind, bits: bits)
        var count = 0
        for name in KeyAlgorithm.names {
            let algorithm = try #require(KeyAlgorithm(named: name))
            guard case .signature(_, let input) = algorithm, pair.privateKey.supports(.sign, algorithm) else {
                continue
            }
            var bytes = Self.message
            if case .digest(let hash?) = input { bytes = [UInt8](repeating: 7, count: hash.size) }
            let signature = try pair.privateKey.sign(bytes, algorithm)
            #expect(pair.publicKey.refusal(of: signature, bytes, algorithm) == nil, "\(name)")
            var (other, changed) = (bytes, signature)
            other[0] ^= 1
            changed[changed.count / 2] ^= 1
            #expect(pair.publicKey.refusal(of: signature, other, algorithm) == .verifyFailed, "\(name)")
            #expect(pair.publicKey.refusal(of: changed, bytes, algorithm) == .verifyFailed, "\(name)")
            #expect(pair.publicKey.refusal(of: [], bytes, algorithm) == .verifyFailed, "\(name)")
            #expect(pair.publicKey.refusal(of: signature + [0], bytes, algorithm) == .verifyFailed, "\(name)")
            count += 1
        }
        #expect(count > 0)
    }

    @Test func `several threads sign and verify with one key at a time`() async throws {
        let pair = try Pair(.rsa, bits: 1024)
        let ways: [KeyAlgorithm] = KeyHash.allCases.flatMap { hash in
            [.signature(.rsaPKCS1, .message(hash)), .signature(.rsaPSS, .message(hash))]
        }
        let right = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<200 {
                let algorithm = ways[number % ways.count]
                guard pair.privateKey.supports(.sign, algorithm) else { continue }
                group.addTask {
                    guard let signature = try? pair.privateKey.sign(Self.message, algorithm) else { return false }
                    return pair.publicKey.refusal(of: signature, Self.message, algorithm) == nil
                        && pair.publicKey.refusal(of: signature, [1], algorithm) == .verifyFailed
                }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }
        #expect(right.count > 150 && right.allSatisfy(\.self))
    }

    @Test func `a digest of another length is refused`() throws {
        let pair = try Pair(.p256)
        let algorithm = KeyAlgorithm.signature(.ecdsaDER, .digest(.sha256))
        let signature = try pair.privateKey.sign([UInt8](repeating: 1, count: 32), algorithm)
        for count in [0, 31, 33] {
            let digest = [UInt8](repeating: 1, count: count)
            #expect(
                failure { () throws(KeychainError) in _ = try pair.privateKey.sign(digest, algorithm) } == .parameter)
            #expect(pair.publicKey.refusal(of: signature, digest, algorithm) == .parameter)
        }
    }

    @Test(arguments: [0, 1, 20, 32, 33, 200])
    func `ECDSA over bare digests takes any length, and looks at the first bits`(count: Int) throws {
        let pair = try Pair(.p256)
        let algorithm = KeyAlgorithm.signature(.ecdsaFixed, .digest(nil))
        let digest = [UInt8](repeating: 0xa5, count: count)
        let signature = try pair.privateKey.sign(digest, algorithm)
        #expect(signature.count == 64)
        #expect(pair.publicKey.refusal(of: signature, digest, algorithm) == nil)
        if count >= 32 { #expect(pair.publicKey.refusal(of: signature, Array(digest.prefix(32)), algorithm) == nil) }
    }

    @Test(arguments: [(1023, false), (1024, false), (1039, true), (1040, true)])
    func `PSS with SHA-512 needs a modulus of 130 bytes`(bits: Int, isSupported: Bool) throws {
        let pair = try Pair(.rsa, bits: bits)
        let algorithm = KeyAlgorithm.signature(.rsaPSS, .message(.sha512))
        #expect(pair.privateKey.supports(.sign, algorithm) == isSupported)
        #expect(pair.publicKey.supports(.verify, algorithm) == isSupported)
        guard isSupported else {
            #expect(failure { () throws(KeychainError) in _ = try pair.privateKey.sign([], algorithm) } == .parameter)
            return
        }
        #expect(pair.publicKey.refusal(of: try pair.privateKey.sign([], algorithm), [], algorithm) == nil)
    }

    @Test func `the number of a bare RSA signature may be in words`() throws {
        let pair = try Pair(.rsa, bits: 1023)
        let (bytes, words) = (
            KeyAlgorithm.signature(.rsaRaw(.bigEndian), .digest(nil)),
            KeyAlgorithm.signature(.rsaRaw(.words), .digest(nil))
        )
        let number = [UInt8](1...127)
        let signature = try pair.privateKey.sign(number, bytes)
        let other = try pair.privateKey.sign(number.reversed() + [0], words)
        #expect(signature.count == 128 && Array(other.reversed()) == signature)
        #expect(pair.publicKey.refusal(of: other, number.reversed() + [0], words) == nil)
        let large = [UInt8](repeating: 0xff, count: 128)
        for bytes in [large, large + [0]] {
            let code = failure { () throws(KeychainError) in
                _ = try pair.privateKey.sign(bytes, .signature(.rsaRaw(.bigEndian), .digest(nil)))
            }
            #expect(code == .parameter)
        }
    }
}
