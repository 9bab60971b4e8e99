// Files of identities that are none.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct IdentityFileTests {
    private func failure(_ bytes: [UInt8]) -> PKCS12Failure? {
        do {
            _ = try PKCS12Identity(reading: bytes, password: ItemSecret(TestSecret("password")))
            return nil
        } catch {
            return error
        }
    }

    @Test(
        arguments: [[], [0x30], [0x30, 0x80], Array("-----BEGIN".utf8), Array(repeating: 0, count: 2 << 20)]
            as [[UInt8]])
    func `what is no PKCS#12 is refused`(bytes: [UInt8]) {
        #expect(failure(bytes) == .unreadable)
    }

    @Test func `a key signs the same each time`() throws {
        let key = try PrivateKey(newRSAKeyOfBits: 2048)
        #expect(try key.signature(over: [1, 2, 3]) == key.signature(over: [1, 2, 3]))
        #expect(try key.signature(over: [1, 2, 3]) != key.signature(over: [1, 2, 4]))
    }

    @Test(arguments: [[], [0], [0x61, 0], [0x61, 0, 0x62]] as [[UInt8]])
    func `a password that is empty or has a zero byte makes no file`(bytes: [UInt8]) throws {
        let identity = PKCS12Identity(key: try PrivateKey(newRSAKeyOfBits: 2048), certificates: [])
        #expect(throws: PKCS12Failure.unusablePassword) {
            _ = try identity.encoded(password: ItemSecret(SecretBytes(unrecorded: bytes)), name: "name")
        }
        // With another password it is the certificate that is missing.
        #expect(throws: PKCS12Failure.noIdentity) {
            _ = try identity.encoded(password: ItemSecret(TestSecret("password")), name: "name")
        }
    }

    @Test func `a password with a zero byte opens no file`() {
        #expect(throws: PKCS12Failure.unusablePassword) {
            _ = try PKCS12Identity(reading: [], password: ItemSecret(SecretBytes(unrecorded: [0x61, 0])))
        }
        #expect(throws: PKCS12Failure.unreadable) {
            _ = try PKCS12Identity(reading: [], password: ItemSecret(SecretBytes(unrecorded: [])))
        }
    }
}
