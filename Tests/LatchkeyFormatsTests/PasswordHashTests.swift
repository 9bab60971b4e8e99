// Keys of passwords, against other implementations.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeyFormats

@Suite struct PasswordHashTests {
    struct Vector: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let function: String
        let digest: String?
        let rounds: Int
        let purpose: UInt8?
        let password: Hex
        let salt: Hex
        let key: Hex

        var testDescription: String { name }
    }

    private func found(_ vector: Vector, within budget: inout WorkBudget) throws -> ItemSecret {
        let password = ItemSecret(SecretBytes(unrecorded: vector.password.bytes))
        let salt = ItemSecret(SecretBytes(unrecorded: vector.salt.bytes))
        guard vector.function == "pkcs12" else {
            return try PasswordHash.bcrypt(
                password, salt: salt, rounds: vector.rounds, count: vector.key.bytes.count, within: &budget)
        }
        let digest = try #require(KeyHash.allCases.first { "\($0)" == vector.digest })
        let purpose = try #require(vector.purpose.flatMap { PasswordHash.Purpose(rawValue: $0) })
        return try PasswordHash.pkcs12(
            password, salt: salt, rounds: vector.rounds, for: purpose, count: vector.key.bytes.count, digest,
            within: &budget)
    }

    @Test(arguments: try Vectors.all(Vector.self, in: "password-hashes.json"))
    func `a key is the one of other implementations`(vector: Vector) throws {
        var budget = WorkBudget()
        #expect(try found(vector, within: &budget) == ItemSecret(SecretBytes(unrecorded: vector.key.bytes)))
    }

    @Test func `more rounds than a file may ask for are refused before the first`() {
        let (password, salt) = (ItemSecret(TestSecret("p")), ItemSecret(SecretBytes(unrecorded: [1])))
        let clock = ContinuousClock()
        for rounds in [0, 1001, 1 << 31, Int.max] {
            let time = clock.measure {
                var budget = WorkBudget()
                #expect(throws: KeychainError(.decode, during: "")) {
                    try PasswordHash.bcrypt(password, salt: salt, rounds: rounds, count: 48, within: &budget)
                }
                #expect(budget.allows(WorkBudget.rounds))
            }
            #expect(time < .seconds(30))
        }
    }
}
