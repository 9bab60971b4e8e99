// The vectors of Wycheproof for keys.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct WycheproofTests {
    @Test(
        arguments: [
            ("ecdsa_secp256r1_sha256", .ecdsaDER, .sha256), ("ecdsa_secp384r1_sha384", .ecdsaDER, .sha384),
            ("ecdsa_secp521r1_sha512", .ecdsaDER, .sha512), ("ed25519", .ed25519, nil), ("ed448", .ed448, nil),
            ("rsa_pss_2048_sha256_mgf1_32", .rsaPSS, .sha256), ("rsa_signature_2048_sha256", .rsaPKCS1, .sha256),
            ("mldsa_65_verify", .mlDSA, nil),
        ] as [(String, SignatureScheme, KeyHash?)])
    func `valid signatures are verified, invalid ones are not`(file: String, scheme: SignatureScheme, hash: KeyHash?)
        throws
    {
        var tally = Tally(file)
        for group in try Wycheproof.groups(of: file) {
            let key: KeyData? =
                if let der = group.text("publicKeyDer") {
                    try? KeyData(der: ItemSecret(unrecorded: der), format: .subjectPublicKeyInfo, .public)
                } else { nil }
            let working = try key?.working()
            for test in group.tests {
                // A context is part of what is signed with ML-DSA, and Apple's algorithm has none.
                guard test.bytes("ctx")?.isEmpty ?? true else {
                    tally.skipped += 1
                    continue
                }
                let (message, signature) = (try #require(test.bytes("msg")), try #require(test.bytes("sig")))
                let isRight = working.map {
                    $0.refusal(of: signature, message, .signature(scheme, .message(hash))) == nil
                }
                tally.count(test, isRight ?? false)
            }
        }
        tally.finish()
    }

    @Test(
        arguments: [
            ("rsa_oaep_2048_sha256_mgf1sha256", .rsaOAEP(.sha256)), ("rsa_pkcs1_2048", .rsaPKCS1),
        ] as [(String, EncryptionScheme)])
    func `valid ciphertexts are decrypted, invalid ones are not`(file: String, scheme: EncryptionScheme) throws {
        var tally = Tally(file)
        for group in try Wycheproof.groups(of: file) {
            let der = try #require(group.text("privateKeyPkcs8"))
            let key = try KeyData(der: ItemSecret(recorded: der), format: .pkcs8, .private).working()
            for test in group.tests {
                guard test.bytes("label")?.isEmpty ?? true else {
                    tally.skipped += 1
                    continue
                }
                let (message, ciphertext) = (try #require(test.bytes("msg")), try #require(test.bytes("ct")))
                tally.count(test, (try? key.decrypt(ciphertext, .encryption(scheme))) == message)
            }
        }
        tally.finish()
    }

    @Test(
        arguments: [
            ("ecdh_secp256r1_ecpoint", .p256), ("ecdh_secp384r1_ecpoint", .p384), ("ecdh_secp521r1_ecpoint", .p521),
            ("x25519", .x25519), ("x448", .x448),
        ] as [(String, KeyKind)])
    func `keys agree on what they should`(file: String, kind: KeyKind) throws {
        var tally = Tally(file)
        for test in try Wycheproof.groups(of: file).flatMap(\.tests) {
            let (octets, secret) = (try #require(test.bytes("public")), try #require(test.bytes("private")))
            let shared = try #require(test.bytes("shared"))
            // Compressed points are not read, which is as well: they are "acceptable".
            let peer = try? KeyData(kind, .public, ItemSecret(unrecorded: octets)).working()
            let own = try Self.privateKey(kind, secret)
            let found = peer.flatMap { peer in
                try? own.sharedSecret(with: peer, .keyExchange(nil), size: nil, sharedInfo: []).declassified(
                    because: "a test looks at it")
            }
            tally.count(test, found == shared)
        }
        tally.finish()
    }

    @Test func `a seed of ML-KEM makes the key that it should, which gets the secret that it should`() throws {
        var tally = Tally("mlkem_768")
        for test in try Wycheproof.groups(of: "mlkem_768").flatMap(\.tests) {
            let (seed, bytes) = (try #require(test.bytes("seed")), try #require(test.bytes("c")))
            let representation = try? KeyMath.representation(.mlKEM768, ofSeed: ItemSecret(recorded: seed))
            let key = try representation.map { try KeyData(.mlKEM768, .private, $0) }
            let secret = key.flatMap { try? $0.working().decapsulate(bytes, .encapsulation) }
            let isKey = try test.bytes("ek").map { octets in try #require(key).publicOctets == octets } ?? true
            tally.count(test, isKey && secret == test.bytes("K"))
        }
        tally.finish()
    }

    /// The scalar, without the zeros before it or too few.
    private static func privateKey(_ kind: KeyKind, _ bytes: [UInt8]) throws -> WorkingKey {
        guard kind.type == .ellipticCurve, let size = kind.fieldSize else {
            return try KeyData(kind, .private, ItemSecret(recorded: bytes)).working()
        }
        let digits = Array(bytes.drop { $0 == 0 })
        let scalar = [UInt8](repeating: 0, count: size - digits.count) + digits
        let point = try unsafe scalar.withRawBytes { bytes throws(KeychainError) in
            try unsafe KeyMath.point(ofScalar: bytes, kind)
        }
        return try KeyData(kind, .private, ItemSecret(recorded: point + scalar)).working()
    }
}
