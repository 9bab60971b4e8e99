// Encryption, and agreement (reference 5.6).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import Testing

@Suite struct EncryptionTests {
    private static let kinds: [(KeyKind, Int)] = [
        (.rsa, 1023), (.rsa, 2056), (.rsa, 4096), (.p192, 0), (.p224, 0), (.p256, 0), (.p384, 0), (.p521, 0),
        (.x25519, 0), (.x448, 0),
    ]

    @Test(arguments: kinds)
    func `what is encrypted by any algorithm is decrypted, and nothing that was changed is`(kind: KeyKind, bits: Int)
        throws
    {
        let pair = try Pair(kind, bits: bits)
        let message = Array("sixteen letters.".utf8)
        var count = 0
        for name in KeyAlgorithm.names {
            let algorithm = try #require(KeyAlgorithm(named: name))
            guard case .encryption(let scheme) = algorithm, pair.publicKey.supports(.encrypt, algorithm) else {
                continue
            }
            let ciphertext = try pair.publicKey.encrypt(message, algorithm)
            let found = try pair.privateKey.decrypt(ciphertext, algorithm)
            count += 1
            switch scheme {
            case .rsaRaw(.bigEndian):
                #expect(found.suffix(16) == message[...] && found.dropLast(16).allSatisfy { $0 == 0 })
            case .rsaRaw(.words):
                #expect(found.prefix(16) == message[...] && found.dropFirst(16).allSatisfy { $0 == 0 })
            default:
                #expect(found == message, "\(name)")
                for place in [0, ciphertext.count - 1] {
                    var changed = ciphertext
                    changed[place] ^= 1
                    let refused = failure { () throws(KeychainError) in
                        _ = try pair.privateKey.decrypt(changed, algorithm)
                    }
                    // One padding of PKCS #1 in many thousands is one by chance.
                    #expect(refused == .parameter || scheme == .rsaPKCS1, "\(name)")
                }
                for length in [0, 1, ciphertext.count / 2, ciphertext.count - 1] {
                    let short = Array(ciphertext.prefix(length))
                    let refused = failure { () throws(KeychainError) in
                        _ = try pair.privateKey.decrypt(short, algorithm)
                    }
                    #expect(refused == .parameter || scheme == .rsaPKCS1, "\(name)")
                }
            }
        }
        #expect(count >= 9)
    }

    @Test func `a wrong padding of PKCS 1 is refused, and not answered with other bytes`() throws {
        let pair = try Pair(.rsa, bits: 1024)
        let ciphertext = try pair.publicKey.encrypt([1, 2, 3], .encryption(.rsaPKCS1))
        let refused = (0..<8).count { place in
            var changed = ciphertext
            changed[127 - place] ^= 1
            let code = failure { () throws(KeychainError) in
                _ = try pair.privateKey.decrypt(changed, .encryption(.rsaPKCS1))
            }
            return code == .parameter
        }
        // One padding in many thousands is right by chance.
        #expect(refused >= 7)
    }

    @Test(
        arguments: [
            (.rsaRaw(.bigEndian), 0), (.rsaPKCS1, 11), (.rsaOAEP(.sha1), 42), (.rsaOAEP(.sha256), 66),
        ] as [(EncryptionScheme, Int)])
    func `RSA takes as much as its padding leaves, and not a byte more`(scheme: EncryptionScheme, lost: Int) throws {
        let pair = try Pair(.rsa, bits: 2048)
        let most = [UInt8](repeating: 1, count: 256 - lost)
        #expect(try pair.publicKey.encrypt(most, .encryption(scheme)).count == 256)
        let code = failure { () throws(KeychainError) in _ = try pair.publicKey.encrypt(most + [1], .encryption(scheme))
        }
        #expect(code == .parameter)
    }

    @Test(arguments: [(KeyKind.p256, 65), (.p384, 97), (.p521, 133), (.p224, 57)])
    func `ECIES is a point, as many bytes as there were, and a tag`(kind: KeyKind, point: Int) throws {
        let pair = try Pair(kind)
        for count in [0, 1, 1000] {
            let ciphertext = try pair.publicKey.encrypt(
                [UInt8](repeating: 1, count: count), .encryption(.ecies(.sha256, derivesIV: false)))
            #expect(ciphertext.count == point + count + 16 && ciphertext.first == 4)
        }
    }

    @Test(arguments: [KeyKind.p192, .p224, .p256, .p384, .p521, .x25519, .x448])
    func `two keys agree, on any number of derived bytes too`(kind: KeyKind) throws {
        let (one, other) = (try Pair(kind), try Pair(kind))
        for (algorithm, size) in [
            (KeyAlgorithm.keyExchange(nil), nil), (.keyExchange(.sha1), 273), (.keyExchange(.sha512), 1),
        ] {
            let mine = try one.privateKey.sharedSecret(
                with: other.publicKey, algorithm, size: size, sharedInfo: [1, 2])
            let theirs = try other.privateKey.sharedSecret(
                with: one.publicKey, algorithm, size: size, sharedInfo: [1, 2])
            let same = mine.isEqual(to: theirs)
            #expect(same)
            #expect(mine.count == size ?? kind.fieldSize)
        }
        let info = try one.privateKey.sharedSecret(
            with: other.publicKey, .keyExchange(.sha1), size: 16, sharedInfo: [1])
        let without = try one.privateKey.sharedSecret(
            with: other.publicKey, .keyExchange(.sha1), size: 16, sharedInfo: [])
        let same = info.isEqual(to: without)
        #expect(!same)
    }

    @Test(arguments: [(1 << 20 + 1, 0), (16, 64 << 10 + 1), (1 << 20, 1 << 10 + 1), (1 << 14 + 1, 64 << 10), (-1, 0)])
    func `a derivation that would take long is refused`(size: Int, shared: Int) throws {
        let pair = try Pair(.p256)
        let code = failure { () throws(KeychainError) in
            _ = try pair.privateKey.sharedSecret(
                with: pair.publicKey, .keyExchange(.sha1), size: size,
                sharedInfo: [UInt8](repeating: 0, count: shared))
        }
        #expect(code == .parameter)
    }

    @Test func `a derivation without a size, and keys of two curves, are refused`() throws {
        let (one, other) = (try Pair(.p256), try Pair(.p384))
        let codes = [
            failure { () throws(KeychainError) in
                _ = try one.privateKey.sharedSecret(
                    with: one.publicKey, .keyExchange(.sha256), size: nil, sharedInfo: [])
            },
            failure { () throws(KeychainError) in
                _ = try one.privateKey.sharedSecret(with: one.publicKey, .keyExchange(.sha256), size: 0, sharedInfo: [])
            },
            failure { () throws(KeychainError) in
                _ = try one.privateKey.sharedSecret(with: other.publicKey, .keyExchange(nil), size: nil, sharedInfo: [])
            },
        ]
        #expect(codes.allSatisfy { $0 == .parameter })
    }
}
