// PKCS#12 files that no program of ours writes, under an empty password.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import LatchkeyTestSupport

@testable import LatchkeyFormats

struct LyingFile {
    private let contents: [UInt8]
    private let password: ItemSecret

    /// A file with a key.
    /// - Parameter isNothing: whether the password is hashed as no octets.
    init(of key: KeyData, isNothing: Bool) throws {
        try self.init(plain: try key.der(.pkcs8), isList: false, isNothing: isNothing)
    }

    /// A file with what takes the place of a key, or with `isList` of a list of bags.
    init(plain: ItemSecret, isList: Bool, isNothing: Bool = false) throws {
        password = ItemSecret(file: isNothing ? [] : [0, 0])
        let salt: [UInt8] = [1, 2, 3, 4, 5, 6, 7, 8]
        let key = try Self.hash(password, salt, 1, .key, 24, .sha1)
        let vector = try Self.hash(password, salt, 1, .vector, 8, .sha1)
        let encrypted = BlockCipher.tripleDES.encrypt(plain, key: key, vector: vector)
        let bytes = (encrypted ?? ItemSecret(file: [])).bytes.declassified(because: "it is encrypted")
        // 1.2.840.113549.1.12.1.3
        let algorithm = der(
            0x30, [6, 10, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 12, 1, 3],
            der(0x30, der(4, salt), [2, 1, 1]))
        if isList {
            let inner = der(0x30, Self.name(1), algorithm, der(0x80, bytes))
            contents = der(0x30, der(0x30, Self.name(6), der(0xa0, der(0x30, [2, 1, 0], inner))))
        } else {
            // 1.2.840.113549.1.12.10.1.2
            let type: [UInt8] = [6, 11, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 12, 10, 1, 2]
            let bag = der(0x30, type, der(0xa0, der(0x30, algorithm, der(4, bytes))))
            contents = der(0x30, Self.data(der(0x30, bag)))
        }
    }

    /// - Parameter rounds: of the code; nil for none.
    func text(rounds: UInt8?) throws -> [UInt8] {
        guard let rounds else { return der(0x30, [2, 1, 3], Self.data(contents)) }
        let salt: [UInt8] = [9, 9]
        let key = try Self.hash(password, salt, Int(rounds), .code, 32, .sha256)
        let code = KeyHash.sha256.code(of: ItemSecret(file: contents), key: key) ?? ItemSecret(file: [])
        let info = der(
            0x30, der(0x30, der(6, KeyHash.sha256.name)), der(4, code.bytes.declassified(because: "it is a code")))
        return der(0x30, [2, 1, 3], Self.data(contents), der(0x30, info, der(4, salt), [2, 1, rounds]))
    }

    private static func data(_ bytes: [UInt8]) -> [UInt8] { der(0x30, name(1), der(0xa0, der(4, bytes))) }

    /// 1.2.840.113549.1.7 and the number.
    private static func name(_ number: UInt8) -> [UInt8] { der(6, [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, number]) }

    private static func hash(
        _ password: ItemSecret, _ salt: [UInt8], _ rounds: Int, _ purpose: PasswordHash.Purpose, _ count: Int,
        _ digest: KeyHash
    ) throws -> ItemSecret {
        var budget = WorkBudget()
        return try PasswordHash.pkcs12(
            password, salt: ItemSecret(file: salt), rounds: rounds, for: purpose, count: count, digest, within: &budget)
    }
}
