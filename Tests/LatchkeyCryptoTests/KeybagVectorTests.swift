// Keybags against the vectors that another implementation made from the specification.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private struct KeybagVector: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let expect: VectorOutcome
    let deviceKey: Hex
    let password: String?
    let encoded: Hex
    let opened: [String: Hex]?
    var testDescription: String { id }

    /// Does with the vector what a keychain does: decode, open with the device key, unlock if there is a password.
    func open() throws(KeychainError) -> [String: [UInt8]] {
        let keybag = try LockedKeybag(decoding: encoded.bytes)
        var keys = try keybag.open(deviceOnlyKey: deviceOnlyKey(of: keybag, device: deviceKey.bytes))
        if let password, keybag.hasPassword {
            try unlock(&keys, of: keybag, password: TestSecret(exactly: password), device: deviceKey.bytes)
        }
        var found: [String: [UInt8]] = [:]
        found["index"] = keys.bytes(of: .indexKey)
        for protection in ProtectionClass.allCases {
            found[protection.rawValue] = keys.bytes(of: .classKey(protection))
        }
        return found
    }
}

@Suite struct KeybagVectorTests {
    @Test(arguments: try Vectors.all(KeybagVector.self, in: "keybag.json"))
    fileprivate func `the shared vectors open to the same keys, or fail as the specification says`(
        vector: KeybagVector
    ) throws {
        var opened: [String: [UInt8]]?
        #expect(failure { opened = try vector.open() } == vector.expect.code)
        #expect(opened == vector.opened?.mapValues(\.bytes))
        if vector.expect == .success {
            #expect(try LockedKeybag(decoding: vector.encoded.bytes).encoded == vector.encoded.bytes)
        }
    }
}
