// Times what keys do beside signatures: encryption, agreement, and lattice keys, of which OpenSSL 3.0 has none.
// SPDX-License-Identifier: Apache-2.0

import CLimits
import Foundation
import Security

/// - Parameters:
///   - count: how many of each operation.
///   - only: how the names of the keys begin that are measured.
func timeKeyWork(count: Int, only: String) {
    print(
        """
        other work of keys, medians of \(count) in µs
        limit: OpenSSL alone; fetched: with a key read anew; speed: openssl speed
        """)
    print(KeyTable.header("operation", ["held", "limit", "ratio", "fetched", "speed"]))
    let all: [KeyWork] = [
        .encryption, .agreement("P-256"), .agreement("X25519"), .agreement("X448"), .signature, .encapsulation,
    ]
    for work in all where work.key.name.hasPrefix(only) { work.time(count) }
}

private enum KeyWork {
    case encryption
    case agreement(String)
    case signature
    case encapsulation

    var key: StoredKey {
        switch self {
        case .encryption: StoredKey(name: "RSA-2048 OAEP", type: kSecAttrKeyTypeRSA, bits: 2048)
        case .agreement("X25519"): StoredKey(name: "X25519", type: kSecAttrKeyTypeX25519, bits: 0)
        case .agreement("X448"): StoredKey(name: "X448", type: kSecAttrKeyTypeX448, bits: 0)
        case .agreement: StoredKey(name: "P-256 ECDH", type: kSecAttrKeyTypeECSECPrimeRandom, bits: 256)
        case .signature: StoredKey(name: "ML-DSA-65", type: kSecAttrKeyTypeMLDSA, bits: 65)
        case .encapsulation: StoredKey(name: "ML-KEM-768", type: kSecAttrKeyTypeMLKEM, bits: 768)
        }
    }

    func time(_ count: Int) {
        let stored = key
        stored.make()
        let timer = KeyTimer(key: stored, count: count)
        switch self {
        case .encryption: timeEncryption(timer)
        case .agreement(let name): timeAgreement(timer, name)
        case .signature: timeSignature(timer)
        case .encapsulation: timeEncapsulation(timer)
        }
    }

    private func timeEncryption(_ timer: KeyTimer) {
        let algorithm = SecKeyAlgorithm.rsaEncryptionOAEPSHA256
        let text = Data(repeating: 7, count: 32) as CFData
        timer.key.require(limits_cipher_key("RSA-2048"))
        var ciphertext: CFData?
        timer.line("encrypt", kSecAttrKeyClassPublic, limit: limits_encrypt) { key in
            ciphertext = SecKeyCreateEncryptedData(key, algorithm, text, nil)
            return ciphertext != nil
        }
        guard let ciphertext else { timer.key.fail("encrypting") }
        timer.line("decrypt", kSecAttrKeyClassPrivate, limit: limits_decrypt) { key in
            SecKeyCreateDecryptedData(key, algorithm, ciphertext, nil) == text
        }
    }

    private func timeAgreement(_ timer: KeyTimer, _ name: String) {
        timer.key.require(limits_agreement_keys(name))
        let other = timer.key.otherPublicKey()
        let parameters = [:] as [CFString: Any] as CFDictionary
        let speed = SpeedCommand.times(of: name == "P-256" ? "ecdhp256" : "ecdh\(name.lowercased())")
        timer.line("agree", kSecAttrKeyClassPrivate, speed: speed.first, limit: limits_agree) { key in
            SecKeyCopyKeyExchangeResult(key, .ecdhKeyExchangeStandard, other, parameters, nil) != nil
        }
    }

    private func timeSignature(_ timer: KeyTimer) {
        let message = Data(repeating: 7, count: 32) as CFData
        var signature: CFData?
        timer.line("sign", kSecAttrKeyClassPrivate) { key in
            signature = SecKeyCreateSignature(key, .mldsaSignatureMessage, message, nil)
            return signature != nil
        }
        guard let signature else { timer.key.fail("signing") }
        timer.line("verify", kSecAttrKeyClassPublic) { key in
            SecKeyVerifySignature(key, .mldsaSignatureMessage, message, signature, nil)
        }
    }

    private func timeEncapsulation(_ timer: KeyTimer) {
        var secret: CFData?
        var encapsulated: CFData?
        timer.line("encapsulate", kSecAttrKeyClassPublic) { key in
            encapsulated = SecKeyCreateEncapsulatedKey(key, .kemmlkem, &secret, nil)
            return encapsulated != nil
        }
        guard let encapsulated, let secret else { timer.key.fail("encapsulating") }
        timer.line("decapsulate", kSecAttrKeyClassPrivate) { key in
            SecKeyCreateDecapsulatedKey(key, .kemmlkem, encapsulated, nil) == secret
        }
    }
}

/// Prints a line for each operation of one key.
private struct KeyTimer {
    let key: StoredKey
    let count: Int

    /// - Parameters:
    ///   - keyClass: which half works.
    ///   - limit: OpenSSL's; nil if it has none.
    ///   - body: tells whether it went well.
    func line(
        _ operation: String, _ keyClass: CFString, speed: Double? = nil, limit: (() -> Int32)? = nil,
        _ body: (SecKey) -> Bool
    ) {
        func work(_ key: SecKey) {
            guard body(key) else { self.key.fail(operation) }
        }
        let query = key.query(keyClass)
        // As long as nobody holds the key, each fetch makes one.
        let fetched = Samples(count: count) {
        } timing: { _ in
            work(key.fetch(query))
        }
        let held = key.fetch(query)
        let ours: Samples
        var theirs: Samples?
        if let limit {
            (ours, theirs) = Samples.pair(count: count) { _ in
                work(held)
            } _: { _ in
                key.require(limit())
            }
        } else {
            ours = Samples(count: count) {
            } timing: { _ in
                work(held)
            }
        }
        let (time, bound) = (ours.percentile(50), theirs?.percentile(50))
        print(
            KeyTable.line(
                "\(key.name) \(operation)",
                [
                    KeyTable.time(time), KeyTable.time(bound), KeyTable.ratio(time, bound),
                    KeyTable.time(fetched.percentile(50)), KeyTable.time(speed),
                ]))
    }
}
