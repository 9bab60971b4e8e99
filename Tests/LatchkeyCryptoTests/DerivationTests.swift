// What keys are derived with: Argon2id, HKDF, HMAC; and the folding and padding beside them.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private struct HKDFVector: Decodable, Sendable, CustomTestStringConvertible {
    let tcId: Int
    let ikm: Hex
    let salt: Hex
    let info: Hex
    let size: Int
    let okm: Hex
    let result: String
    var testDescription: String { "\(tcId)" }
}

private struct MACVector: Decodable, Sendable, CustomTestStringConvertible {
    let tcId: Int
    let key: Hex
    let msg: Hex
    let tag: Hex
    let result: String
    var testDescription: String { "\(tcId)" }
}

@Suite struct PasswordKeyTests {
    /// Made with argon2-cffi 25.1, which is the reference implementation: type ID, version 1.3, one lane, 32 bytes.
    @Test(
        arguments: [
            (
                "70617373776f7264", "000102030405060708090a0b0c0d0e0f", 19456, 2,
                "39903a34cd393876436e671cd690dfe8ab9ce7b13459a7e04ec0e4f0694ddb0d"
            ),
            (
                "70617373776f7264", "000102030405060708090a0b0c0d0e0f", 65536, 3,
                "def6fd068289b9a0cf1114f8e978a2c4dab6faef377d895b9c2d59fc93fc5653"
            ),
            (
                "", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 19456, 2,
                "839667cfdc43d55d919ba003e0683bd6aede5d39e851c9a80ac269dd44ed3326"
            ),
            (
                "5ac3bc7269636820f09f9491", "736f6d6573616c74736f6d6573616c74", 20000, 4,
                "b771dcfdb5b4655b88057b50a65ff3a4e655b7cdf6edb2f67b76545cb4d5909a"
            ),
        ] as [(Hex, Hex, UInt32, UInt32, Hex)])
    func `the key of a password agrees with the reference implementation`(
        password: Hex, salt: Hex, memory: UInt32, passes: UInt32, expected: Hex
    ) throws {
        let key = try PasswordKey.derive(
            from: SecretBytes(unrecorded: password.bytes), salt: salt.bytes, cost: .init(memory: memory, passes: passes)
        )
        #expect(key.declassified(because: "it is test data") == expected.bytes)
    }

    @Test(
        arguments: [
            (19 * 1024 - 1, 2), (19 * 1024, 1), (0, 0), (1, 3), (4 * 1024 * 1024 + 1, 3), (64 * 1024, 65),
            (.max, 3), (64 * 1024, .max),
        ] as [(UInt32, UInt32)])
    func `a cost that makes guessing cheap or the process fail is refused before it is spent`(
        memory: UInt32, passes: UInt32
    ) {
        let salt = [UInt8](repeating: 1, count: 16)
        let code = failure {
            _ = try PasswordKey.derive(
                from: SecretBytes(recorded: [1]), salt: salt, cost: .init(memory: memory, passes: passes))
        }
        #expect(code == .notAvailable)
    }

    @Test(arguments: [0, 15, 17])
    func `a salt of another length is refused`(count: Int) {
        let code = failure {
            _ = try PasswordKey.derive(
                from: SecretBytes(recorded: [1]), salt: .init(repeating: 1, count: count), cost: cheap)
        }
        #expect(code == .notAvailable)
    }

    @Test func `new keychains use 64 MiB and three passes`() {
        #expect(PasswordCost.standard == PasswordCost(memory: 65_536, passes: 3))
    }
}

@Suite struct UnlockKeyTests {
    private let password = [UInt8](repeating: 1, count: 32)
    private let device = [UInt8](repeating: 2, count: 32)

    @Test(
        arguments: try Vectors.wycheproof(HKDFVector.self, in: "hkdf_sha256_test.json") { _ in true }
            .filter { $0.result == "valid" })
    fileprivate func `the HKDF agrees with Wycheproof`(vector: HKDFVector) {
        let material = SecretBytes(unrecorded: vector.ikm.bytes)
        let key = unsafe material.withUnsafeBytes { material in
            unsafe HKDFSHA256.derive(
                vector.size, from: material, salt: vector.salt.bytes, info: vector.info.bytes)
        }
        #expect(key.declassified(because: "it is test data") == vector.okm.bytes)
    }

    @Test func `the unlock keys are that HKDF over the material and the labels of the specification`() {
        let keybag = RowIdentifier.random()
        func expected(_ material: [UInt8], _ info: String) -> [UInt8] {
            let key = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: material), salt: keybag.bytes, info: Array(info.utf8),
                outputByteCount: 32)
            return unsafe key.withUnsafeBytes { unsafe Array($0) }
        }
        let unlockKey = UnlockKey.derive(
            passwordKey: SecretBytes(recorded: password), deviceKey: SecretBytes(recorded: device), keybag: keybag)
        let deviceOnly = UnlockKey.deriveDeviceOnly(deviceKey: SecretBytes(recorded: device), keybag: keybag)
        #expect(
            unlockKey.declassified(because: "it is test data")
                == expected(password + device, "latchkey unlock key v1"))
        #expect(
            deviceOnly.declassified(because: "it is test data")
                == expected(device, "latchkey device-only unlock key v1"))
    }

    @Test func `another keybag has other unlock keys`() {
        let device = SecretBytes(recorded: device)
        let isEqual = UnlockKey.deriveDeviceOnly(deviceKey: device, keybag: .random())
            .isEqual(to: UnlockKey.deriveDeviceOnly(deviceKey: device, keybag: .random()))
        #expect(!isEqual)
    }
}

@Suite struct AuthenticatorTests {
    @Test(arguments: try Vectors.wycheproof(MACVector.self, in: "hmac_sha256_test.json") { $0.tagSize == 256 })
    fileprivate func `the proofs are the HMAC of Wycheproof`(vector: MACVector) {
        let key = SecretBytes(recorded: vector.key.bytes)
        let isValid = vector.result == "valid"
        let isAccepted = Authenticator.isValid(vector.tag.bytes, for: vector.msg.bytes, key: key)
        #expect(isAccepted == isValid)
        #expect((Authenticator.code(for: vector.msg.bytes, key: key) == vector.tag.bytes) == isValid)
    }

    @Test(arguments: [0, 16, 31, 33])
    func `a proof of another length is not valid`(count: Int) {
        let key = SecretBytes(recorded: [1, 2, 3])
        let code = Authenticator.code(for: [4], key: key) + [0]
        let isAccepted = Authenticator.isValid(code.prefix(count), for: [4], key: key)
        #expect(!isAccepted)
    }
}

@Suite struct TextFoldingTests {
    @Test(arguments: [
        ("", ""), ("Alice@Example.ORG", "alice@example.org"), ("ZÜRICH", "zürich"), ("ΟΔΟΣ", "οδοσ"),
        ("STRAßE", "straße"), ("\u{212a}", "k"), ("İ", "i\u{307}"), ("@[`{", "@[`{"), ("u\u{308}", "u\u{308}"),
        ("a\0B", "a\0b"),
        // A letter that Unicode 14 brought, and one of Unicode 16, which later builds of Swift know.
        ("\u{2c2f}", "\u{2c5f}"), ("\u{a7cb}", "\u{a7cb}"),
    ])
    func `text is folded scalar by scalar, without normalisation`(text: String, folded: String) {
        #expect(Array(TextFolding.fold(text).utf8) == Array(folded.utf8))
        #expect(TextFolding.fold(Array(text.utf8)) == Array(folded.utf8))
        #expect(Array(TextFolding.fold(folded).utf8) == Array(folded.utf8))
    }

    @Test func `data that is no text is left alone`() {
        #expect(TextFolding.fold([0x41, 0xff]) == [0x41, 0xff])
    }
}

@Suite struct PaddingTests {
    @Test(arguments: [
        (0, 64), (1, 64), (64, 64), (65, 128), (1023, 1024), (1024, 1024), (1025, 1088), (2048, 2048), (2049, 2176),
        (1_048_576, 1_048_576), (1_048_577, 1_081_344),
    ])
    func `lengths are rounded up to their bucket`(count: Int, bucket: Int) {
        #expect(Padding.paddedCount(for: count) == bucket)
    }

    @Test func `a bucket holds its lengths, stays its own bucket, grows with them and costs little`() {
        var last = 0
        for count in 0...70_000 {
            let bucket = Padding.paddedCount(for: count)
            guard bucket >= count, bucket >= last, Padding.paddedCount(for: bucket) == bucket,
                count <= 1024 || bucket - count <= count * 12 / 100
            else {
                Issue.record("\(count) has the bucket \(bucket)")
                return
            }
            last = bucket
        }
    }
}

@Suite struct SystemRandomTests {
    @Test(arguments: [0, 1, 7, 8, 9, 24])
    func `random bytes have the length that was asked for and do not repeat`(count: Int) {
        #expect(SystemRandom.bytes(count: count).count == count)
        #expect(count < 7 || SystemRandom.bytes(count: count) != SystemRandom.bytes(count: count))
    }
}
