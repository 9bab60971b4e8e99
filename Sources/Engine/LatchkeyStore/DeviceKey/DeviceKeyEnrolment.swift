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
    /// - Throws: `.duplicateItem` if the key is in a TPM already; ``KeychainError`` of a TPM that cannot be used.
    package static func enrol(home directory: String, in tpm: TPM) throws(KeychainError) {
        try FileSystem.makeDirectory(at: directory)
        let turn = try DirectoryLock(directory)
        defer { turn.release() }
        let (file, sealed) = (DeviceKeyFile(directory: directory), SealedDeviceKeyFile(directory: directory))
        guard !sealed.exists else {
            // Whoever died may have left the old key on the disk. It is in the TPM.
            try removeFile(in: directory)
            throw KeychainError(
                .duplicateItem, during: "moving the device key to the TPM",
                hint: "the device key is in the TPM already; see `latchkey tpm status`")
        }
        let former: ItemSecret? = file.exists ? ItemSecret(try file.read()) : nil
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
                hint: "the TPM does not give back what it was given; the key stays in device.key")
        }
        try sealed.write(key)
        try removeFile(in: directory)
    }

    /// Gives the old key up: no keychain depends on it.
    package static func dropFormer(home directory: String) throws(KeychainError) {
        let turn = try DirectoryLock(directory)
        defer { turn.release() }
        let sealed = SealedDeviceKeyFile(directory: directory)
        guard let bytes = try sealed.bytes() else { return }
        try sealed.write(SealedDeviceKey(decoding: bytes).withoutFormer)
    }

    private static func removeFile(in directory: String) throws(KeychainError) {
        guard unsafe unlink(directory + "/device.key") == 0 || errno == ENOENT else {
            throw FileSystem.failure(during: "removing the old device key")
        }
        try FileSystem.syncDirectory(at: directory)
    }
}
