// What the kinds of keys can do (reference 5.6.1).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import Testing

@Suite struct SupportTests {
    private func operations(_ key: WorkingKey) -> Set<KeyOperation> {
        Set(
            KeyOperation.allCases.filter { operation in
                KeyAlgorithm.names.contains { KeyAlgorithm(named: $0).map { key.supports(operation, $0) } ?? false }
            })
    }

    @Test(
        arguments: [
            (.rsa, [.verify, .encrypt, .decrypt], [.sign, .verify, .decrypt]),
            (.p256, [.verify, .encrypt], [.sign, .decrypt, .keyExchange]),
            (.p192, [.verify, .encrypt], [.sign, .decrypt, .keyExchange]),
            (.ed25519, [.verify], [.sign]), (.ed448, [.verify], [.sign]),
            (.x25519, [.encrypt], [.decrypt, .keyExchange]),
            (.x448, [.encrypt], [.decrypt, .keyExchange]), (.mlDSA65, [.verify], [.sign]),
            (.mlDSA87, [.verify], [.sign]),
            (.mlKEM768, [.encapsulate], [.decapsulate]), (.mlKEM1024, [.encapsulate], [.decapsulate]),
        ] as [(KeyKind, Set<KeyOperation>, Set<KeyOperation>)])
    func `halves of keys do what those of Apple's do`(
        kind: KeyKind, ofPublic: Set<KeyOperation>, ofPrivate: Set<KeyOperation>
    ) throws {
        let pair = try Pair(kind, bits: 2048)
        #expect(operations(pair.publicKey) == ofPublic)
        #expect(operations(pair.privateKey) == ofPrivate)
    }

    @Test func `what a key cannot do is refused when it is asked for`() throws {
        let (pair, other) = (try Pair(.p256), try Pair(.rsa, bits: 1024))
        let signing = KeyAlgorithm.signature(.ecdsaDER, .message(.sha256))
        let codes = [
            failure { () throws(KeychainError) in _ = try pair.publicKey.sign([1], signing) },
            failure { () throws(KeychainError) in _ = try other.privateKey.sign([1], signing) },
            failure { () throws(KeychainError) in _ = try other.privateKey.encrypt([1], .encryption(.rsaPKCS1)) },
            failure { () throws(KeychainError) in _ = try pair.privateKey.encrypt([1], .encryption(.rsaPKCS1)) },
            failure { () throws(KeychainError) in _ = try pair.publicKey.decrypt([1], .encryption(.rsaPKCS1)) },
            pair.privateKey.refusal(of: [1], [1], .signature(.rsaPKCS1, .message(.sha256))),
        ]
        #expect(codes.allSatisfy { $0 == .parameter })
        #expect(pair.privateKey.refusal(of: [1], [1], signing) == .verifyFailed)
    }

    @Test(arguments: [(KeyKind.rsa, 504), (.rsa, 8193), (.rsa, 0), (.rsa, -1)])
    func `RSA keys of other sizes are not made`(kind: KeyKind, bits: Int) {
        #expect(failure { () throws(KeychainError) in _ = try KeyMath.newKey(kind, bits: bits) } == .parameter)
    }

    @Test(arguments: [512, 768, 1023, 1025, 2047, 2049, 2056, 3001])
    func `RSA keys of odd sizes are made and sign`(bits: Int) throws {
        let pair = try Pair(.rsa, bits: bits)
        let signing = KeyAlgorithm.signature(.rsaPKCS1, .message(.sha1))
        let signature = try pair.privateKey.sign([1, 2, 3], signing)
        #expect(signature.count == (bits + 7) / 8)
        #expect(pair.publicKey.refusal(of: signature, [1, 2, 3], signing) == nil)
    }
}
