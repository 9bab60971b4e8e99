// What is under a password, against the vectors of Wycheproof.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeyFormats

@Suite struct PasswordCipherTests {
    private struct Vector: Decodable {
        let tcId: Int
        let password: Hex
        let salt: Hex
        let iterationCount: Int
        let iv: Hex
        let msg: Hex
        let ct: Hex
        let result: String

        /// The AlgorithmIdentifier of PBES2 with HMAC-SHA-256 and AES-256 (RFC 8018, appendix A.4).
        var algorithm: [UInt8] {
            let pkcs5: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05]
            let hash = der(0x30, der(6, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x09]), [5, 0])
            let rounds = der(2, [UInt8(iterationCount >> 8), UInt8(iterationCount & 0xff)])
            let hashing = der(0x30, der(6, pkcs5 + [12]), der(0x30, der(4, salt.bytes), rounds, hash))
            let cipher = der(
                0x30, der(6, [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2a]), der(4, iv.bytes))
            return der(0x30, der(6, pkcs5 + [13]), der(0x30, hashing, cipher))
        }
    }

    @Test func `what Wycheproof has under a password is decrypted`() throws {
        let file = "pbes2_hmacsha256_aes_256_test.json"
        var taken = 0
        for vector in try Vectors.wycheproof(Vector.self, in: file, where: { _ in true }) {
            try #require(vector.result == "valid")
            let cipher = try PasswordCipher(algorithm: try BERNode(reading: ItemSecret(file: vector.algorithm)))
            let password = FilePassword(ItemSecret(SecretBytes(unrecorded: vector.password.bytes)))
            var budget = WorkBudget()
            let found = try cipher.decrypt(ItemSecret(file: vector.ct.bytes), password: password, within: &budget)
            #expect(found == ItemSecret(SecretBytes(unrecorded: vector.msg.bytes)), "\(file) \(vector.tcId)")
            taken += 1
        }
        print("wycheproof pbes2_hmacsha256_aes_256: valid: \(taken) taken, 0 refused; 0 skipped")
    }
}
