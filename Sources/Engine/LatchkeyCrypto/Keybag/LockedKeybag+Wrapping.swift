// Makes a keybag from keys: at creation, and again with every change of password or settings.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension LockedKeybag {
    /// What a keybag is wrapped with.
    package struct Wrapping: ~Copyable {
        package let keybag: RowIdentifier
        let password: Password?
        let deviceOnlyKey: SecretBytes
        /// From password and device; without a password another owner of the device-only key.
        package let unlockKey: SecretBytes

        /// For a keychain without a password.
        package init(deviceKey: borrowing SecretBytes) {
            keybag = .random()
            password = nil
            deviceOnlyKey = UnlockKey.deriveDeviceOnly(deviceKey: deviceKey, keybag: keybag)
            unlockKey = deviceOnlyKey.copy()
        }

        /// For a keychain with a password; takes about 140 ms at the standard cost.
        package init(
            password: borrowing SecretBytes, deviceKey: borrowing SecretBytes, cost: PasswordCost = .standard
        ) throws(KeychainError) {
            let keybag = RowIdentifier.random()
            let salt = SystemRandom.bytes(count: PasswordKey.saltSize)
            let passwordKey = try PasswordKey.derive(from: password, salt: salt, cost: cost)
            self.keybag = keybag
            self.password = Password(salt: salt, cost: cost)
            deviceOnlyKey = UnlockKey.deriveDeviceOnly(deviceKey: deviceKey, keybag: keybag)
            unlockKey = UnlockKey.derive(passwordKey: passwordKey, deviceKey: deviceKey, keybag: keybag)
        }

        package var hasPassword: Bool { password != nil }
    }

    /// Wraps all `keys` that are available. A key of a class that needs a password is left out if there is none.
    package init(
        wrapping keys: borrowing UnlockedKeybag, with wrapping: borrowing Wrapping, settings: LockSettings
    ) throws(KeychainError) {
        var wrapped: [Wrapped] = []
        for key in [WrappedKey.indexKey] + ProtectionClass.allCases.map(WrappedKey.classKey) {
            if key.name == .classKey(.akpu), wrapping.password == nil { continue }
            let place = Self.place(of: key, keychain: keys.keychain, keybag: wrapping.keybag)
            let plain = try keys.copy(key.name)
            let blob =
                key.isDeviceOnly
                ? try Self.seal(plain, under: wrapping.deviceOnlyKey, at: place)
                : try Self.seal(plain, under: wrapping.unlockKey, at: place)
            wrapped.append(Wrapped(key: key, blob: blob))
        }
        self.init(
            keychain: keys.keychain, keybag: wrapping.keybag, password: wrapping.password, settings: settings,
            wrappedKeys: wrapped, passwordProof: [UInt8](repeating: 0, count: Authenticator.size), deviceProof: [])
        if wrapping.hasPassword {
            self = replacing(passwordProof: Authenticator.code(for: bytesUnderPasswordProof, key: wrapping.unlockKey))
        }
        self = proven(by: wrapping.deviceOnlyKey)
    }

    /// The same keys with other settings.
    package func changing(
        _ settings: LockSettings, deviceOnlyKey: borrowing SecretBytes
    ) -> LockedKeybag {
        LockedKeybag(
            keychain: keychain, keybag: keybag, password: password, settings: settings, wrappedKeys: wrappedKeys,
            passwordProof: passwordProof, deviceProof: []
        ).proven(by: deviceOnlyKey)
    }

    private func replacing(passwordProof: [UInt8]) -> LockedKeybag {
        LockedKeybag(
            keychain: keychain, keybag: keybag, password: password, settings: settings, wrappedKeys: wrappedKeys,
            passwordProof: passwordProof, deviceProof: deviceProof)
    }

    private func proven(by deviceOnlyKey: borrowing SecretBytes) -> LockedKeybag {
        LockedKeybag(
            keychain: keychain, keybag: keybag, password: password, settings: settings, wrappedKeys: wrappedKeys,
            passwordProof: passwordProof,
            deviceProof: Authenticator.code(for: bytesUnderDeviceProof, key: deviceOnlyKey))
    }

    private static func seal(
        _ key: borrowing SecretBytes, under wrappingKey: borrowing SecretBytes, at place: BlobPlace
    ) throws(KeychainError) -> [UInt8] {
        unsafe try key.withUnsafeBytes { key throws(KeychainError) in
            unsafe try wrappingKey.withUnsafeBytes { wrappingKey throws(KeychainError) in
                unsafe try SealedBlob.seal(key, under: wrappingKey, at: place)
            }
        }
    }
}
