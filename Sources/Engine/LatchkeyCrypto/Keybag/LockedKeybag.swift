// The keybag as it lies on disk: parameters, wrapped keys and the proofs that tell a wrong password from damage.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Class keys at rest. Nothing in it is secret, so it may be copied (Documentation/Reference/Formats/Keybag.md).
package struct LockedKeybag: Hashable, Sendable {
    /// Names the keychain for its whole life.
    package let keychain: RowIdentifier
    /// Names this set of wrappings; new with every password.
    package let keybag: RowIdentifier
    package let password: Password?
    package let settings: LockSettings
    /// The sealed index key and class keys, by what they hold.
    let wrappedKeys: [Wrapped]
    /// HMAC under the unlock key; 32 zero bytes without a password.
    let passwordProof: [UInt8]
    /// HMAC under the device-only unlock key, over everything else.
    let deviceProof: [UInt8]

    /// Bytes that a keybag has at most.
    package static let largestSize = 1 << 16

    /// How the password becomes a key.
    package struct Password: Hashable, Sendable {
        package let salt: [UInt8]
        package let cost: PasswordCost
    }

    /// What a wrapped key is: the index key, or the key of a class.
    /// A key with its sealed bytes.
    struct Wrapped: Hashable, Sendable {
        let key: WrappedKey
        let blob: [UInt8]
    }

    enum WrappedKey: Hashable, Sendable {
        case indexKey
        case classKey(ProtectionClass)

        var number: UInt8 {
            switch self {
            case .indexKey: 1
            case .classKey(let protection): protection.number
            }
        }

        init?(number: UInt8) {
            if number == 1 {
                self = .indexKey
            } else if let protection = ProtectionClass(number: number) {
                self = .classKey(protection)
            } else {
                return nil
            }
        }

        var name: KeyName {
            switch self {
            case .indexKey: .indexKey
            case .classKey(let protection): .classKey(protection)
            }
        }

        /// True if the device alone unwraps it, whether or not there is a password.
        var isDeviceOnly: Bool {
            switch self {
            case .indexKey: true
            case .classKey(let protection): protection.availability == .always
            }
        }
    }

    package var hasPassword: Bool { password != nil }

    /// Opens what the device alone may open: the index key and `dk dku`, and without a password all classes.
    /// - Throws: `.notAvailable` for a device key of another machine, `.decode` for a damaged keybag.
    package func open(deviceOnlyKey: borrowing SecretBytes) throws(KeychainError) -> UnlockedKeybag {
        var keys = UnlockedKeybag(keychain: keychain)
        let deviceOnly = wrappedKeys.filter { $0.key.isDeviceOnly || !hasPassword }
        guard Authenticator.isValid(deviceProof, for: bytesUnderDeviceProof, key: deviceOnlyKey) else {
            for wrapped in deviceOnly where (try? unwrap(wrapped, with: deviceOnlyKey, into: &keys)) != nil {
                throw KeychainError(.decode, during: "checking the keybag")
            }
            throw KeychainError(
                .notAvailable, during: "opening a keychain with the key of this device",
                hint: "the keychain was made with another device.key; put that one back, or restore a backup")
        }
        for wrapped in deviceOnly { try unwrap(wrapped, with: deviceOnlyKey, into: &keys) }
        return keys
    }

    /// Whether this device-only unlock key made its device proof.
    package func isProven(by deviceOnlyKey: borrowing SecretBytes) -> Bool {
        Authenticator.isValid(deviceProof, for: bytesUnderDeviceProof, key: deviceOnlyKey)
    }

    /// Adds the keys that need the password.
    /// - Throws: `.authFailed` for a wrong unlock key, `.decode` for a damaged keybag.
    package func unlock(_ keys: inout UnlockedKeybag, with unlockKey: borrowing SecretBytes) throws(KeychainError) {
        guard Authenticator.isValid(passwordProof, for: bytesUnderPasswordProof, key: unlockKey) else {
            throw KeychainError(
                .authFailed, during: "unlocking a keychain", hint: "the password is not the one of this keychain")
        }
        for wrapped in wrappedKeys where !wrapped.key.isDeviceOnly {
            try unwrap(wrapped, with: unlockKey, into: &keys)
        }
    }

    private func unwrap(
        _ wrapped: Wrapped, with wrappingKey: borrowing SecretBytes, into keys: inout UnlockedKeybag
    ) throws(KeychainError) {
        let place = Self.place(of: wrapped.key, keychain: keychain, keybag: keybag)
        let opened = unsafe try wrappingKey.withUnsafeBytes { wrappingKey throws(KeychainError) in
            unsafe try SealedBlob.open(wrapped.blob, under: wrappingKey, at: place)
        }
        guard opened.count == XAES256GCM.keySize else {
            throw KeychainError(.decode, during: "unwrapping a class key")
        }
        keys.install(opened, as: wrapped.key.name)
    }

    static func place(of key: WrappedKey, keychain: RowIdentifier, keybag: RowIdentifier) -> BlobPlace {
        switch key {
        case .indexKey: BlobPlace(.indexKey, keychain: keychain, row: keybag)
        case .classKey(let protection):
            BlobPlace(.classKey, keychain: keychain, row: keybag, protection: protection)
        }
    }
}
