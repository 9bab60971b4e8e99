// What the suites of this target share: lending bytes, and keybags that are cheap to make.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport

/// The least that a reader accepts, so that tests are quick.
let cheap = PasswordCost(memory: 19 * 1024, passes: 2)

/// - Returns: the ciphertext and the tag.
func seal(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]) throws(KeychainError) -> [UInt8] {
    let plaintext = SecretBytes(unrecorded: plaintext)
    var sealed = [UInt8](repeating: 0, count: nonce.count + plaintext.count + XAES256GCM.tagSize)
    unsafe try SecretBytes(recorded: key).withUnsafeBytes { key throws(KeychainError) in
        unsafe try plaintext.withUnsafeBytes { plaintext throws(KeychainError) in
            unsafe try nonce.withRawBytes { nonce throws(KeychainError) in
                unsafe try aad.withRawBytes { aad throws(KeychainError) in
                    unsafe try sealed.withMutableRawBytes { sealed throws(KeychainError) in
                        unsafe try XAES256GCM.seal(plaintext, into: sealed, key: key, nonce: nonce, authenticating: aad)
                    }
                }
            }
        }
    }
    return Array(sealed[nonce.count...])
}

func open(_ sealed: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8]) throws(KeychainError) -> [UInt8] {
    unsafe try SecretBytes(recorded: key).withUnsafeBytes { key throws(KeychainError) in
        unsafe try (nonce + sealed).withRawBytes { sealed throws(KeychainError) in
            unsafe try aad.withRawBytes { aad throws(KeychainError) in
                unsafe try XAES256GCM.open(sealed, key: key, authenticating: aad)
            }
        }
    }.declassified(because: "it is test data")
}

func sealBlob(
    _ plaintext: [UInt8], key: [UInt8], place: BlobPlace, nonce: [UInt8]? = nil
) throws(KeychainError) -> [UInt8] {
    let plaintext = SecretBytes(recorded: plaintext)
    return unsafe try SecretBytes(recorded: key).withUnsafeBytes { key throws(KeychainError) in
        unsafe try plaintext.withUnsafeBytes { plaintext throws(KeychainError) in
            if let nonce { return unsafe try SealedBlob.seal(plaintext, under: key, at: place, nonce: nonce) }
            return unsafe try SealedBlob.seal(plaintext, under: key, at: place)
        }
    }
}

func openBlob(_ blob: [UInt8], key: [UInt8], place: BlobPlace) throws(KeychainError) -> [UInt8] {
    unsafe try SecretBytes(recorded: key).withUnsafeBytes { key throws(KeychainError) in
        unsafe try SealedBlob.open(blob, under: key, at: place)
    }.declassified(because: "it is test data")
}

/// A keychain's keys, all of them if there is a password.
func freshKeys(hasPassword: Bool) -> UnlockedKeybag {
    var keys = UnlockedKeybag(keychain: .random())
    keys.generate(.indexKey)
    for protection in ProtectionClass.allCases where hasPassword || protection != .akpu {
        keys.generate(.classKey(protection))
    }
    return keys
}

func deviceOnlyKey(of keybag: LockedKeybag, device: [UInt8]) -> SecretBytes {
    UnlockKey.deriveDeviceOnly(deviceKey: SecretBytes(recorded: device), keybag: keybag.keybag)
}

/// Derives the unlock key and unlocks, as a keychain does.
func unlock(
    _ keys: inout UnlockedKeybag, of keybag: LockedKeybag, password: TestSecret, device: [UInt8]
) throws(KeychainError) {
    guard let parameters = keybag.password else { throw KeychainError(.internalError, during: "unlocking in a test") }
    let passwordKey = try PasswordKey.derive(
        from: SecretBytes(recorded: password.bytes), salt: parameters.salt, cost: parameters.cost)
    let unlockKey = UnlockKey.derive(
        passwordKey: passwordKey, deviceKey: SecretBytes(recorded: device), keybag: keybag.keybag)
    try keybag.unlock(&keys, with: unlockKey)
}

extension UnlockedKeybag {
    /// A key as an ordinary array, or nil while it is locked away.
    borrowing func bytes(of name: KeyName) -> [UInt8]? {
        guard has(name) else { return nil }
        return try? copy(name).declassified(because: "it is test data")
    }
}
