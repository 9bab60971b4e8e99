// Times signatures by keys in memory and by keys of the keychain, beside OpenSSL in the process and `openssl speed`.
// SPDX-License-Identifier: Apache-2.0

import CLimits
import Foundation
import Security

/// A kind of keys, and how it signs.
private struct SigningKey {
    let key: StoredKey
    let algorithm: SecKeyAlgorithm
    /// As `openssl speed` calls it, or nil if that does not measure it.
    let speed: String?

    static let all =
        [2048, 3072, 4096].map { bits in
            SigningKey(
                "RSA-\(bits)", kSecAttrKeyTypeRSA, bits, .rsaSignatureDigestPKCS1v15SHA256, speed: "rsa\(bits)")
        } + [
            SigningKey("RSA-2048 PSS", kSecAttrKeyTypeRSA, 2048, .rsaSignatureDigestPSSSHA256, speed: nil)
        ]
        + [192, 224, 256, 384, 521].map { bits in
            SigningKey(
                "P-\(bits)", kSecAttrKeyTypeECSECPrimeRandom, bits, .ecdsaSignatureDigestX962SHA256,
                speed: "ecdsap\(bits)")
        } + [
            SigningKey(
                "Ed25519", kSecAttrKeyTypeEd25519, 0, .edDSASignatureMessageCurve25519SHA512, speed: "ed25519"),
            SigningKey("Ed448", kSecAttrKeyTypeEd448, 0, .edDSASignatureMessageCurve448SHAKE256, speed: "ed448"),
        ]

    init(_ name: String, _ type: CFString, _ bits: Int, _ algorithm: SecKeyAlgorithm, speed: String?) {
        key = StoredKey(name: name, type: type, bits: bits)
        self.algorithm = algorithm
        self.speed = speed
    }

    func sign(_ key: SecKey, _ digest: CFData) -> CFData {
        guard let signature = SecKeyCreateSignature(key, algorithm, digest, nil) else { self.key.fail("signing") }
        return signature
    }

    func verify(_ key: SecKey, _ digest: CFData, _ signature: CFData) {
        guard SecKeyVerifySignature(key, algorithm, digest, signature, nil) else { self.key.fail("verifying") }
    }
}

/// What was measured of signing or verifying, in µs.
private struct Operation {
    /// With a key that the program holds, and OpenSSL with a context that is made once.
    var held: (ours: Double, limit: Double)
    /// With a key that is read anew, and OpenSSL with one that it makes anew from bytes in memory.
    var fetched: (ours: Double, limit: Double)
    var speed: Double?

    static let titles = ["held", "limit", "ratio", "fetched", "anew", "adds", "speed"]

    var cells: [String] {
        [
            KeyTable.time(held.ours), KeyTable.time(held.limit), KeyTable.ratio(held.ours, held.limit),
            KeyTable.time(fetched.ours), KeyTable.time(fetched.limit), KeyTable.time(fetched.ours - fetched.limit),
            KeyTable.time(speed),
        ]
    }
}

/// - Parameters:
///   - count: how many of each operation of each kind.
///   - only: how the names of the keys begin that are measured.
func timeSignatures(count: Int, only: String) {
    print(
        """
        signatures over 32 bytes, medians of \(count) in µs
        limit: OpenSSL alone; fetched: with a key read anew; anew: OpenSSL with a key made anew from bytes; adds: fetched - anew;
        speed: openssl speed
        """)
    print(KeyTable.header("key", Operation.titles, under: ["sign", "verify"]))
    for kind in SigningKey.all where kind.key.name.hasPrefix(only) {
        let (sign, verify) = measure(kind, count)
        print(KeyTable.line(kind.key.name, sign.cells + verify.cells))
    }
}

private func measure(_ kind: SigningKey, _ count: Int) -> (sign: Operation, verify: Operation) {
    let digest = Data(repeating: 7, count: 32) as CFData
    let stored = kind.key
    func medians(_ body: () -> Void, limit: () -> Int32) -> (ours: Double, limit: Double) {
        let (ours, theirs) = Samples.pair(count: count) { _ in
            body()
        } _: { _ in
            stored.require(limit())
        }
        return (ours.percentile(50), theirs.percentile(50))
    }
    stored.make()
    stored.require(limits_key(stored.name))
    let privateHalf = stored.query(kSecAttrKeyClassPrivate)
    let publicHalf = stored.query(kSecAttrKeyClassPublic)
    let signature = kind.sign(stored.fetch(privateHalf), digest)
    // The limit verifies what it signed last.
    stored.require(limits_sign())

    // As long as nobody holds a key, each fetch makes one.
    let fetchedSign = medians({ _ = kind.sign(stored.fetch(privateHalf), digest) }, limit: limits_sign_anew)
    let fetchedVerify = medians(
        { kind.verify(stored.fetch(publicHalf), digest, signature) }, limit: limits_verify_anew)
    let key = stored.fetch(privateHalf)
    let publicKey = stored.fetch(publicHalf)
    let heldSign = medians({ _ = kind.sign(key, digest) }, limit: limits_sign)
    let heldVerify = medians({ kind.verify(publicKey, digest, signature) }, limit: limits_verify)
    let speed = kind.speed.map(SpeedCommand.times) ?? []
    return (
        Operation(held: heldSign, fetched: fetchedSign, speed: speed.first),
        Operation(held: heldVerify, fetched: fetchedVerify, speed: speed.count > 1 ? speed[1] : nil)
    )
}
