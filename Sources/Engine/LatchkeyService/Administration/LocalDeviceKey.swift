// Where the key of this device is, and its move to the TPM.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCrypto
import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyStore
package import LatchkeyTPM

/// The device key of a home that this process reaches itself. The keychains of the home may be in use meanwhile, by a
/// daemon, too: whoever reads a keybag next finds the key in the TPM.
package struct LocalDeviceKey: Sendable {
    private let home: String
    private let key: HomeDeviceKey
    /// The name of the way to the TPM.
    package let name: String

    package init(home: String, tpm name: String = TPM.configured) {
        self.home = home
        self.name = name
        key = HomeDeviceKey(directory: home, tpm: name)
    }

    package var isInTPM: Bool { key.kind == .tpm }

    /// What the TPM says of the tries that it has counted.
    package func lockout() throws(KeychainError) -> TPMLockout {
        do throws(TPMError) {
            return try TPM(name).lockout()
        } catch {
            throw KeychainError(error, during: "asking the TPM for its state")
        }
    }

    /// Makes a new device key in the TPM, and keeps the old one there for the keychains that depend on it.
    /// - Returns: false if it is there already.
    /// - Throws: `.writePermission` if the home is another user's: SQLite would leave files beside its keychains that
    ///   their owner cannot use.
    @discardableResult
    package func moveToTPM() throws(KeychainError) -> Bool {
        var status = stat()
        guard unsafe stat(home, &status) != 0 || status.st_uid == geteuid() else {
            throw KeychainError(
                .writePermission, during: "moving the device key to the TPM",
                hint: "the keychains are another user's; run this as that user, as with `runuser -u latchkey`")
        }
        let tpm: TPM
        do throws(TPMError) {
            tpm = try TPM(name)
        } catch {
            throw KeychainError(error, during: "moving the device key to the TPM")
        }
        return try DeviceKeyEnrolment.enrol(home: home, in: tpm)
    }

    /// Gives up the key of before.
    /// - Throws: `.interactionNotAllowed` if a keychain of the home depends on it still.
    package func forgetFormer() throws(KeychainError) {
        for path in keychains where try isOfFormer(path) {
            throw KeychainError(
                .interactionNotAllowed, during: "giving up the old device key",
                hint: "a keychain depends on the old device key still; unlock each keychain with its password once")
        }
        try DeviceKeyEnrolment.dropFormer(home: home)
    }

    /// Whether the keychain at this path was not wrapped anew since the key moved.
    package func isOfFormer(_ path: String) throws(KeychainError) -> Bool {
        let keybag = try LockedKeybag(decoding: KeybagStore(KeychainFile(path: path).open()).encodedKeybag())
        return try key.isFormer(for: keybag)
    }

    /// Whether the TPM keeps the key of before.
    package func hasFormer() throws(KeychainError) -> Bool { try key.readFormer() != nil }

    /// The keychains of the home, by their paths.
    package var keychains: [String] {
        guard let folder = unsafe opendir(home) else { return [] }
        defer { unsafe closedir(folder) }
        var found: [String] = []
        while found.count < 10_000, let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".keychain-db") { found.append(home + "/" + name) }
        }
        return found.sorted()
    }
}
