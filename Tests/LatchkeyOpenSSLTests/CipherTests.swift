// Ciphers in both directions, and what they refuse.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct CipherTests {
    private func bytes(_ count: Int, from first: UInt8 = 1) -> ItemSecret {
        ItemSecret(SecretBytes(unrecorded: (0..<count).map { first &+ UInt8(truncatingIfNeeded: $0) }))
    }

    @Test(arguments: [BlockCipher.aes128, .aes192, .aes256, .tripleDES], [0, 1, 15, 16, 33])
    func `what a block cipher encrypts it decrypts, and not under another key`(cipher: BlockCipher, count: Int) throws {
        let (key, vector) = (bytes(cipher.keySize), bytes(cipher.vectorSize))
        let plain = bytes(count)
        let sealed = try #require(cipher.encrypt(plain, key: key, vector: vector))
        #expect(sealed.count > count && sealed.count.isMultiple(of: cipher.vectorSize))
        #expect(cipher.decrypt(sealed, key: key, vector: vector) == plain)
        #expect(cipher.decrypt(sealed, key: bytes(cipher.keySize, from: 77), vector: vector) != plain)
        #expect(cipher.decrypt(sealed, key: bytes(cipher.keySize + 1), vector: vector) == nil)
        #expect(cipher.decrypt(sealed.part(0..<sealed.count - 1), key: key, vector: vector) == nil)
    }

    @Test(arguments: SSHCipher.allCases)
    func `a cipher of OpenSSH decrypts what it encrypts, or wants the tag that nobody made`(cipher: SSHCipher) throws {
        let keys = bytes(cipher.keySize + cipher.vectorSize)
        let plain = bytes(48)
        guard cipher.tagSize == 0 else {
            #expect(cipher.encrypt(plain, keys: keys) == nil)
            #expect(cipher.decrypt(plain, tag: bytes(cipher.tagSize), keys: keys) == nil)
            return
        }
        let sealed = try #require(cipher.encrypt(plain, keys: keys))
        #expect(sealed != plain)
        #expect(cipher.decrypt(sealed, tag: bytes(0), keys: keys) == plain)
        #expect(cipher.decrypt(sealed, tag: bytes(1), keys: keys) == nil)
    }
}
