// The device key of a home of keychains, in its file or in the TPM.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTPM

/// Reads `device.tpm` if there is one, else `device.key`.
///
/// What the TPM has unsealed stays in memory as long as the process: the key is needed for every keybag that is read,
/// and a TPM takes a tenth of a second for it.
package final class HomeDeviceKey: DeviceKeySource {
    private let file: DeviceKeyFile
    private let sealed: SealedDeviceKeyFile
    /// The name of the way to the TPM.
    private let tpm: String
    private let unsealed = Guarded<Unsealed?>(nil)

    private struct Unsealed: Sendable {
        /// The file that the keys are of.
        let bytes: [UInt8]
        let keys: SealedDeviceKey.Keys
    }

    /// - Parameter directory: the home of keychains.
    package init(directory: String, tpm: String = TPM.configured) {
        file = DeviceKeyFile(directory: directory)
        sealed = SealedDeviceKeyFile(directory: directory)
        self.tpm = tpm
    }

    package var directory: String { file.directory }
    package var kind: DeviceKeyKind { sealed.exists ? .tpm : .file }
    /// Where the key is; nil if there is none.
    package var place: DeviceKeyKind? { sealed.exists || file.exists ? kind : nil }

    package func read() throws(KeychainError) -> SecretBytes {
        if let keys = try unsealedKeys() { return keys.current.bytes.copy() }
        do throws(KeychainError) {
            let key = try file.read()
            // Whoever moves it writes over it when device.tpm is there.
            if !sealed.exists { return key }
        } catch {
            guard sealed.exists else { throw error }
        }
        // The key has moved to the TPM just now.
        guard let keys = try unsealedKeys() else {
            throw KeychainError(.notAvailable, during: "reading the device key")
        }
        return keys.current.bytes.copy()
    }

    package func readOrCreate() throws(KeychainError) -> SecretBytes {
        if !sealed.exists {
            do throws(KeychainError) {
                let key = try file.readOrCreate()
                if !sealed.exists { return key }
            } catch {
                guard sealed.exists else { throw error }
            }
        }
        return try read()
    }

    package func read(for keybag: LockedKeybag) throws(KeychainError) -> SecretBytes {
        guard let keys = try unsealedKeys() else { return try read() }
        guard let former = keys.former, Self.isProven(keybag, by: former), !Self.isProven(keybag, by: keys.current)
        else { return keys.current.bytes.copy() }
        return former.bytes.copy()
    }

    package func isFormer(for keybag: LockedKeybag) throws(KeychainError) -> Bool {
        guard let keys = try unsealedKeys(), let former = keys.former else { return false }
        return Self.isProven(keybag, by: former) && !Self.isProven(keybag, by: keys.current)
    }

    package func readFormer() throws(KeychainError) -> ItemSecret? { try unsealedKeys()?.former }

    package func prepareFork() { unsealed.take { $0 = nil } }
    package func endFork() { unsealed.giveBack() }

    private static func isProven(_ keybag: LockedKeybag, by key: ItemSecret) -> Bool {
        keybag.isProven(by: UnlockKey.deriveDeviceOnly(deviceKey: key.bytes, keybag: keybag.keybag))
    }

    /// Nil if there is no `device.tpm`.
    private func unsealedKeys() throws(KeychainError) -> SealedDeviceKey.Keys? {
        guard let bytes = try sealed.bytes() else { return nil }
        return try unsealed.withLock { unsealed throws(KeychainError) in
            if let unsealed, unsealed.bytes == bytes { return unsealed.keys }
            let keys = try SealedDeviceKey(decoding: bytes).unseal(by: tpm)
            unsealed = Unsealed(bytes: bytes, keys: keys)
            return keys
        }
    }
}
