// Moves the device key of a home into the TPM.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCrypto
import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyTPM

/// The old key lay on the disk: the TPM gets a new one, and keeps the old one for the keychains that depend on it
/// (Documentation/Reference/Formats/DeviceKey.md, section 3). If the process is killed, either the old key is in its
/// file or both are in the TPM.
package enum DeviceKeyEnrolment {
    /// - Parameter elsewhere: keychains of other folders that depend on the key, or may.
    /// - Returns: false if the key is in a TPM already. What a killed process has left of the old one is then gone.
    /// - Throws: ``KeychainError`` of a TPM that cannot be used; `.notAvailable` if a key would be lost: `device.key`
    ///   holds another one than the TPM, or there are keychains and none.
    package static func enrol(
        home directory: String, in tpm: TPM, dependents elsewhere: [String] = []
    ) throws(KeychainError) -> Bool {
        try FileSystem.makeDirectory(at: directory)
        let turn = try DirectoryLock(directory)
        defer { turn.release() }
        let (file, sealed) = (DeviceKeyFile(directory: directory), SealedDeviceKeyFile(directory: directory))
        if let bytes = try sealed.bytes() {
            let key = try SealedDeviceKey(decoding: bytes)
            if file.exists { try remove(file, keptIn: key, by: tpm.name) }
            // The same TPM makes the same storage root again, if somebody has only taken it out.
            do throws(TPMError) { _ = try tpm.enrol() } catch {
                throw KeychainError(error, during: "moving the device key to the TPM")
            }
            // It is said to be there if this TPM gives it back.
            _ = try key.unseal(by: tpm.name)
            return false
        }
        var former: ItemSecret?
        if file.exists {
            former = ItemSecret(try file.read())
        } else {
            let here = try KeychainFolder.files(in: directory)
            guard here.isEmpty else {
                throw KeychainError(
                    .notAvailable, during: "moving the device key to the TPM",
                    hint: "device.key is missing beside the keychains; put it back, or restore a backup")
            }
            guard elsewhere.isEmpty else {
                throw KeychainError(
                    .notAvailable, during: "moving the device key to the TPM",
                    hint:
                        "device.key is missing, and a keychain of the list may need it; put it back, or take that keychain off the list"
                )
            }
        }
        try sealed.write(try seal(former: former, in: tpm))
        try file.destroy()
        return true
    }

    /// A new key, and the one of before.
    private static func seal(former: ItemSecret?, in tpm: TPM) throws(KeychainError) -> SealedDeviceKey {
        let new = unsafe SecretBytes(count: UnlockKey.deviceKeySize) { unsafe SystemRandom.fill($0) }
        let key: SealedDeviceKey
        do throws(TPMError) {
            let root = try tpm.enrol()
            let current = try tpm.seal(DeviceKeyRole.current.contents(of: new), for: .none, countsTries: false)
            var old: TPMObject?
            if let former {
                old = try tpm.seal(DeviceKeyRole.former.contents(of: former.bytes), for: .none, countsTries: false)
            }
            key = SealedDeviceKey(storageRoot: root, current: current, former: old)
        } catch {
            throw KeychainError(error, during: "moving the device key to the TPM")
        }
        tpm.rest()
        // What a TPM does not give back now, it never will.
        let keys = try key.unseal(by: tpm.name)
        guard keys.current.bytes.isEqual(to: new), keys.former == former else {
            throw KeychainError(
                .notAvailable, during: "moving the device key to the TPM",
                hint: "the TPM does not give back what it was given; nothing was changed")
        }
        return key
    }

    /// Takes the old key off the disk, which a killed process has left there.
    /// - Throws: `.notAvailable` if it is none that the TPM has: a backup has brought it, and its keychains need it.
    private static func remove(
        _ file: DeviceKeyFile, keptIn key: SealedDeviceKey, by name: String
    ) throws(KeychainError) {
        if let found = try file.readUnlessErased() {
            guard try key.unseal(by: name).contain(found) else {
                throw KeychainError(
                    .notAvailable, during: "removing the old device key",
                    hint: "device.key is no key that the TPM has; move it to another place, and keep it")
            }
        }
        try file.destroy()
    }

    /// Gives the old key up.
    /// - Parameter check: throws if a keychain depends on it. The folder is locked meanwhile.
    /// - Returns: false if there is none.
    /// - Throws: `.itemNotFound` if the key is not in the TPM, and what `check` throws.
    package static func dropFormer(
        home directory: String, after check: () throws(KeychainError) -> Void
    ) throws(KeychainError) -> Bool {
        let sealed = SealedDeviceKeyFile(directory: directory)
        // There may be no folder to lock.
        guard sealed.exists else { throw .deviceKeyOutsideTPM }
        let turn = try DirectoryLock(directory)
        defer { turn.release() }
        guard let bytes = try sealed.bytes() else { throw .deviceKeyOutsideTPM }
        let key = try SealedDeviceKey(decoding: bytes)
        guard key.former != nil else { return false }
        try check()
        try sealed.write(key.withoutFormer)
        return true
    }
}

extension KeychainError {
    fileprivate static let deviceKeyOutsideTPM = KeychainError(
        .itemNotFound, during: "giving up the old device key",
        hint: "the device key is not in the TPM; see `latchkey tpm status`")
}
