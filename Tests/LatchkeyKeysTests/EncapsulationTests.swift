// Secrets for the holder of a private key, by ML-KEM.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform
import Testing

@Suite struct EncapsulationTests {
    @Test(arguments: [(KeyKind.mlKEM768, 1088), (.mlKEM1024, 1568)])
    func `both sides have the same secret, and a new one each time`(kind: KeyKind, size: Int) throws {
        let pair = try Pair(kind)
        var secrets: Set<[UInt8]> = []
        for _ in 0..<3 {
            let encapsulation = try pair.publicKey.encapsulated(.encapsulation)
            #expect(encapsulation.bytes.count == size)
            let secret = encapsulation.secret.bytes.declassified(because: "a test looks at it")
            #expect(try pair.privateKey.decapsulate(encapsulation.bytes, .encapsulation) == secret)
            secrets.insert(secret)
        }
        #expect(secrets.count == 3 && secrets.allSatisfy { $0.count == 32 })
    }

    @Test func `what was made for another key, or was changed, gives another secret`() throws {
        let (pair, other) = (try Pair(.mlKEM768), try Pair(.mlKEM768))
        let encapsulation = try pair.publicKey.encapsulated(.encapsulation)
        var changed = encapsulation.bytes
        changed[500] ^= 1
        let secrets = [
            encapsulation.secret.bytes.declassified(because: "a test looks at it"),
            try other.privateKey.decapsulate(encapsulation.bytes, .encapsulation),
            try pair.privateKey.decapsulate(changed, .encapsulation),
        ]
        #expect(Set(secrets).count == 3)
    }

    @Test func `bytes of another size, and keys that are for other work, are refused`() throws {
        let pair = try Pair(.mlKEM768)
        for size in [0, 1087, 1089, 1568] {
            let bytes = [UInt8](repeating: 7, count: size)
            #expect(
                failure { () throws(KeychainError) in _ = try pair.privateKey.decapsulate(bytes, .encapsulation) }
                    == .parameter)
        }
        let right = [UInt8](repeating: 7, count: 1088)
        for kind in [KeyKind.p256, .x25519, .mlDSA65] {
            let pair = try Pair(kind)
            #expect(
                failure { () throws(KeychainError) in _ = try pair.publicKey.encapsulated(.encapsulation) }
                    == .parameter)
            #expect(
                failure { () throws(KeychainError) in _ = try pair.privateKey.decapsulate(right, .encapsulation) }
                    == .parameter)
        }
        #expect(
            failure { () throws(KeychainError) in _ = try pair.privateKey.encapsulated(.encapsulation) } == .parameter)
        #expect(
            failure { () throws(KeychainError) in _ = try pair.publicKey.decapsulate(right, .encapsulation) }
                == .parameter)
    }
}
