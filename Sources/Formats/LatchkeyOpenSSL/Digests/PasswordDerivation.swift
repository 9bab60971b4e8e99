// Keys of passwords, by OpenSSL's functions for that.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
package import LatchkeyPlatform

/// How much work is asked for is not looked at.
package enum PasswordDerivation {
    /// RFC 8018, section 5.2.
    /// - Throws: `.internalError` if OpenSSL fails, `.notAvailable` if there is none.
    package static func pbkdf2(
        _ password: ItemSecret, salt: ItemSecret, rounds: Int, count: Int, _ hash: KeyHash
    ) throws(KeychainError) -> ItemSecret {
        try unsafe made(count) { target in
            unsafe lend(password, salt) { password, passwordCount, salt, saltCount in
                unsafe password.withMemoryRebound(to: CChar.self, capacity: Int(passwordCount)) { password in
                    unsafe PKCS5_PBKDF2_HMAC(
                        password, passwordCount, salt, saltCount, CInt(rounds), hash.function, CInt(count), target)
                }
            }
        }
    }

    /// RFC 7914.
    /// - Parameter memory: Most bytes that it may take.
    /// - Throws: `.internalError` if OpenSSL fails, or would take more; `.notAvailable` if there is none.
    package static func scrypt(
        _ password: ItemSecret, salt: ItemSecret, cost: Int, blockSize: Int, parallel: Int, memory: Int, count: Int
    ) throws(KeychainError) -> ItemSecret {
        try unsafe made(count) { target in
            unsafe lend(password, salt) { password, passwordCount, salt, saltCount in
                unsafe password.withMemoryRebound(to: CChar.self, capacity: Int(passwordCount)) { password in
                    unsafe EVP_PBE_scrypt(
                        password, Int(passwordCount), salt, Int(saltCount), UInt64(cost), UInt64(blockSize),
                        UInt64(parallel), UInt64(memory), target, count)
                }
            }
        }
    }

    /// MD5 over the password and the salt, once: a key of OpenSSL's own encryption of PEM.
    /// - Parameter salt: 8 bytes.
    /// - Throws: `.internalError` if OpenSSL fails, `.notAvailable` if there is none.
    package static func pemKey(
        _ password: ItemSecret, salt: [UInt8], for cipher: BlockCipher
    ) throws(KeychainError) -> ItemSecret {
        precondition(salt.count == 8, "OpenSSL reads so many")
        return try unsafe made(cipher.keySize) { target in
            unsafe password.bytes.withUnsafeBytes { password in
                // Without data OpenSSL only says how long the key is.
                var nothing: UInt8 = 0
                return unsafe withUnsafePointer(to: &nothing) { nothing in
                    let data = unsafe password.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nothing
                    let size = unsafe EVP_BytesToKey(
                        cipher.function, KeyHash.md5.function, salt, data, CInt(password.count), 1, target, nil)
                    return Int(size) == cipher.keySize ? 1 : 0
                }
            }
        }
    }

    private static func made(
        _ count: Int, _ body: (UnsafeMutablePointer<UInt8>) -> CInt
    ) throws(KeychainError) -> ItemSecret {
        try LibCrypto.require()
        ERR_set_mark()
        defer { ERR_pop_to_mark() }
        var isMade = false
        let key = unsafe SecretBytes(count: count) { target in
            guard let start = target.baseAddress else { return }
            isMade = unsafe body(start.assumingMemoryBound(to: UInt8.self)) == 1
        }
        guard isMade else { throw KeychainError(.internalError, during: "making a key from a password") }
        return ItemSecret(key)
    }

    /// Both with an address, also where they are empty.
    private static func lend(
        _ password: ItemSecret, _ salt: ItemSecret,
        _ body: (UnsafePointer<UInt8>, CInt, UnsafePointer<UInt8>, CInt) -> CInt
    ) -> CInt {
        let nothing = SecretBytes(copying: [0])
        return unsafe nothing.withUnsafeBytes { nothing in
            unsafe password.bytes.withUnsafeBytes { password in
                unsafe salt.bytes.withUnsafeBytes { salt in
                    guard let spare = nothing.baseAddress else { return 0 }
                    return unsafe body(
                        (password.baseAddress ?? spare).assumingMemoryBound(to: UInt8.self), CInt(password.count),
                        (salt.baseAddress ?? spare).assumingMemoryBound(to: UInt8.self), CInt(salt.count))
                }
            }
        }
    }
}
