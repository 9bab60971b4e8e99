// Where the device key comes from.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyPlatform

/// What keeps the device key of a home of keychains (Documentation/Reference/Formats/Keybag.md, section 3): 32 random
/// bytes, made once per machine and never in a backup.
package protocol DeviceKeySource: Sendable {
    /// The home of the keychains that depend on the key.
    var directory: String { get }

    /// How the key is kept.
    var kind: DeviceKeyKind { get }

    /// Reads the key.
    /// - Throws: `.notAvailable` if it is missing, damaged or may be read by others; `.wrongVersion` if a newer version
    ///   has made it.
    func read() throws(KeychainError) -> SecretBytes

    /// Reads the key, or makes it, for a keychain that is to depend on it. Processes that make it at once all get the
    /// same one.
    /// - Throws: as ``read()``.
    func readOrCreate() throws(KeychainError) -> SecretBytes

    /// Reads the key that a keybag depends on: the one of before the key moved to a TPM, if the keybag was not wrapped
    /// anew since.
    /// - Throws: as ``read()``.
    func read(for keybag: LockedKeybag) throws(KeychainError) -> SecretBytes

    /// Whether a keybag depends on the key of before, so that it is to be wrapped anew.
    /// - Throws: as ``read()``.
    func isFormer(for keybag: LockedKeybag) throws(KeychainError) -> Bool

    /// The key of before, which backups of then need as well.
    /// - Returns: nil if it was given up, or never was another one.
    /// - Throws: as ``read()``.
    func readFormer() throws(KeychainError) -> ItemSecret?

    /// Lets go of every key that is in memory, and lets nobody read one until ``endFork()``.
    func prepareFork()
    func endFork()
}

extension DeviceKeySource {
    package func read(for keybag: LockedKeybag) throws(KeychainError) -> SecretBytes { try read() }
    package func isFormer(for keybag: LockedKeybag) throws(KeychainError) -> Bool { false }
    package func readFormer() throws(KeychainError) -> ItemSecret? { nil }
    package func prepareFork() {}
    package func endFork() {}

    /// Whether a keybag depends on the key as it is now.
    /// - Throws: as ``read()``.
    package func isCurrent(for keybag: LockedKeybag) throws(KeychainError) -> Bool {
        let key = try read()
        return keybag.isProven(by: UnlockKey.deriveDeviceOnly(deviceKey: key, keybag: keybag.keybag))
    }

    /// Call it in the transaction that writes a keybag: what was wrapped before the key moved to a TPM would open with
    /// the key of before alone, and nobody would know.
    /// - Throws: `.notAvailable` if the key has moved since the keybag was wrapped, and as ``read()``.
    package func requireCurrent(for keybag: LockedKeybag) throws(KeychainError) {
        guard try isCurrent(for: keybag) else {
            throw KeychainError(
                .notAvailable, during: "wrapping the keys of a keychain",
                hint: "the device key has moved to the TPM at this moment; try again")
        }
    }
}
