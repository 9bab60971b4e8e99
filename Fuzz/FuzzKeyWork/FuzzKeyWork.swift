// Fuzzes what keys take from others: ciphertexts, signatures and points, for every algorithm.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform

@main enum FuzzKeyWork {
    static func main() {
        unsafe fuzz { start, count in
            FuzzKeyWork.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    /// A pair of each kind that has work. They are new in each run: which bytes they have is of no matter to how input
    /// is taken apart.
    private static let pairs: [(privateKey: WorkingKey, publicKey: WorkingKey)] = [
        (.rsa, 512), (.rsa, 1024), (.p256, 0), (.p521, 0), (.ed25519, 0), (.x25519, 0), (.ed448, 0), (.mlDSA65, 0),
        (.mlKEM768, 0),
    ].compactMap { (kind: KeyKind, bits: Int) in
        guard let key = try? KeyData(kind, .private, KeyMath.newKey(kind, bits: bits)),
            let half = try? working(key.publicKey),
            let whole = try? working(key)
        else { return nil }
        return (whole, half)
    }

    private static func working(_ key: KeyData) throws(KeychainError) -> WorkingKey {
        try WorkingKey(key.kind, key.keyClass, key.externalRepresentation, publicOctets: key.publicOctets)
    }

    private static let algorithms = KeyAlgorithm.names.compactMap { KeyAlgorithm(named: $0) }

    /// The first byte says the algorithm; the others are what all keys get.
    private static func run(_ bytes: [UInt8]) {
        check(pairs.count == 9, "keys are made")
        guard let first = bytes.first else { return }
        let algorithm = algorithms[Int(first) % algorithms.count]
        let rest = Array(bytes.dropFirst())
        for pair in pairs {
            attempt([.parameter]) { () throws(KeychainError) in
                try unsafe rest.withRawBytes { rest throws(KeychainError) in
                    _ = try unsafe pair.privateKey.decrypted(rest, algorithm)
                }
            }
            attempt([.parameter]) { () throws(KeychainError) in
                try unsafe rest.withRawBytes { rest throws(KeychainError) in
                    _ = try unsafe pair.privateKey.decapsulated(rest, algorithm)
                }
            }
            attempt([.parameter, .verifyFailed]) { () throws(KeychainError) in
                try unsafe rest.withRawBytes { digest throws(KeychainError) in
                    try unsafe pair.publicKey.verify(rest, over: digest, algorithm)
                }
            }
            attempt([.parameter, .decode]) { () throws(KeychainError) in
                let peer = try working(KeyData(pair.privateKey.kind, .public, ItemSecret(copying: rest)))
                _ = try pair.privateKey.sharedSecret(with: peer, algorithm, size: 32, sharedInfo: rest)
            }
        }
    }

    private static func attempt(_ codes: Set<KeychainError.Code>, _ body: () throws(KeychainError) -> Void) {
        do {
            try body()
        } catch {
            check(error, isOneOf: codes)
        }
    }
}
