// Makes a keybag from keys: at creation, and again with every change of password or settings.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

extension LockedKeybag {
    /// What a keybag is wrapped with.
    package struct Wrapping: ~Copyable {
        let keybag: RowIdentifier
        let password: Password?
        let deviceOnlyKey: SecretBytes
        /// From password and device; nil without a password.
        let unlockKey: SecretBytes?

        /// Derives the keys of a new keybag; with a password this takes about 140 ms.
        package init(
            password: borrowing SecretBytes?, deviceKey: borrowing SecretBytes, cost: PasswordCost = .standard
        ) throws(KeychainError) {
            keybag = .random()
            deviceOnlyKey = UnlockKey.deriveDeviceOnly(deviceKey: deviceKey, keybag: keybag)
            guard let passwordCopy = password?.copy() else {
                self.password = nil
                unlockKey = nil
                return
            }
            let salt = SystemRandom.bytes(count: PasswordKey.saltSize)
            self.password = Password(salt: salt, cost: cost)
            let passwordKey = try PasswordKey.derive(from: passwordCopy, salt: salt, cost: cost)
            unlockKey = UnlockKey.derive(passwordKey: passwordKey, deviceKey: deviceKey, keybag: keybag)
        }

        /// The unlock key of the new keybag, or nil without a password.
        package borrowing func copyUnlockKey() -> SecretBytes? { unlockKey?.copy() }
    }

    /// Wraps all `keys` that are available. A key of a class that needs a password is left out where there is none.
    package init(
        wrapping keys: borrowing UnlockedKeybag, with wrapping: borrowing Wrapping, settings: LockSettings
    ) throws(KeychainError) {
        var wrapped: [WrappedKey: [UInt8]] = [:]
        for key in [WrappedKey.indexKey] + ProtectionClass.allCases.map(WrappedKey.classKey) {
            if key.name == .classKey(.akpu), wrapping.password == nil { continue }
            let place = Self.place(of: key, keychain: keys.keychain, keybag: wrapping.keybag)
            let plain = try keys.copy(key.name)
            wrapped[key] =
                if !key.isDeviceOnly, wrapping.unlockKey != nil {
                    try Self.seal(plain, under: wrapping.unlockKey!, at: place)
                } else {
                    try Self.seal(plain, under: wrapping.deviceOnlyKey, at: place)
                }
        }
        self.init(
            keychain: keys.keychain, keybag: wrapping.keybag, password: wrapping.password, settings: settings,
            wrappedKeys: wrapped, passwordProof: [UInt8](repeating: 0, count: Authenticator.size), deviceProof: [])
        if wrapping.unlockKey != nil {
            self = replacing(
                passwordProof: Authenticator.code(for: bytesUnderPasswordProof, key: wrapping.unlockKey!))
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
