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
    /// Keychains that the user's lists name.
    private let listed: [String]
    private let key: HomeDeviceKey
    /// The name of the way to the TPM.
    package let name: String

    package init(home: String, listed: [String] = [], tpm name: String = TPM.configured) {
        self.home = home
        self.listed = listed
        self.name = name
        key = HomeDeviceKey(directory: home, tpm: name)
    }

    package enum Place: Hashable, Sendable {
        /// `device.tpm`.
        case tpm
        /// `device.key`.
        case file
    }

    /// How a keychain stands to the key of before.
    package enum Standing: Hashable, Sendable {
        /// It does not depend on it, or not any more.
        case follows
        /// It depends on it, until it is wrapped anew.
        case waits(hasPassword: Bool)
        /// Its keybag cannot be read.
        case unknown
    }

    package var isInTPM: Bool { place == .tpm }

    /// Where the key is; nil if there is none.
    package var place: Place? {
        switch key.place {
        case .tpm: .tpm
        case .file: .file
        case nil: nil
        }
    }

    /// What the TPM says of the tries that it has counted.
    package func lockout() throws(KeychainError) -> TPMLockout {
        do throws(TPMError) {
            return try TPM(name).lockout()
        } catch {
            throw KeychainError(error, during: "asking the TPM for its state")
        }
    }

    /// - Throws: `.writePermission` if the home is another user's: SQLite would leave files beside its keychains that
    ///   their owner cannot use, and `device.tpm` would belong to somebody else.
    package func requireOwner() throws(KeychainError) {
        var status = stat()
        guard unsafe stat(home, &status) != 0 || status.st_uid == geteuid() else {
            throw KeychainError(
                .writePermission, during: "looking at the device key",
                hint: "the keychains are another user's; run this as that user, as with `runuser -u latchkey`")
        }
    }

    /// Makes a new device key in the TPM, and keeps the old one there for the keychains that depend on it.
    /// - Returns: false if it is there already.
    @discardableResult
    package func moveToTPM() throws(KeychainError) -> Bool {
        try requireOwner()
        let tpm: TPM
        do throws(TPMError) {
            tpm = try TPM(name)
        } catch {
            throw KeychainError(error, during: "moving the device key to the TPM")
        }
        // Before anything is changed: what cannot be listed is said now.
        let elsewhere = try keychains().filter { !isInHome($0) }
        return try DeviceKeyEnrolment.enrol(home: home, in: tpm, dependents: elsewhere)
    }

    /// Gives up the key of before. No keychain is made in the home, or gets its name there, meanwhile.
    /// - Returns: false if there is none.
    /// - Throws: `.interactionNotAllowed` if a keychain depends on it still, or may; `.itemNotFound` if the key is not
    ///   in the TPM.
    @discardableResult
    package func forgetFormer() throws(KeychainError) -> Bool {
        try requireOwner()
        return try DeviceKeyEnrolment.dropFormer(home: home) { () throws(KeychainError) in
            for path in try keychains() {
                switch try standing(of: path) {
                case .follows: continue
                case .waits:
                    throw KeychainError(
                        .interactionNotAllowed, during: "giving up the old device key",
                        hint:
                            "a keychain depends on the old device key still; `latchkey tpm status` says which, and what to do"
                    )
                case .unknown:
                    throw KeychainError(
                        .interactionNotAllowed, during: "giving up the old device key",
                        hint:
                            "a keychain cannot be read, and may depend on the old device key; `latchkey tpm status` says which"
                    )
                }
            }
        }
    }

    package func standing(of path: String) throws(KeychainError) -> Standing {
        // What is wrong with the TPM is no matter of the file.
        guard try hasFormer() else { return .follows }
        let keybag: LockedKeybag
        do throws(KeychainError) {
            let connection = try KeychainFile(path: path).open()
            // What was kept of a damaged keychain stays as it is.
            connection.keepLog()
            keybag = try LockedKeybag(decoding: KeybagStore(connection).encodedKeybag())
        } catch {
            var status = stat()
            // A disk that is not there now may come back, with a keychain.
            let isMissing = unsafe lstat(path, &status) != 0 && errno == ENOENT
            let isGone = isInHome(path) && isMissing
            return isGone ? .follows : .unknown
        }
        if try key.isFormer(for: keybag) { return .waits(hasPassword: keybag.hasPassword) }
        return try key.isCurrent(for: keybag) ? .follows : .unknown
    }

    /// Whether the keychain at this path was not wrapped anew since the key moved.
    package func isOfFormer(_ path: String) throws(KeychainError) -> Bool {
        switch try standing(of: path) {
        case .waits: true
        case .follows, .unknown: false
        }
    }

    /// Whether the TPM keeps the key of before.
    package func hasFormer() throws(KeychainError) -> Bool { try key.readFormer() != nil }

    /// What may be a keychain that depends on the key: every one of the home, whatever it is called, and those on the
    /// lists, whether or not they can be reached now, with what was kept of them under other names.
    package func keychains() throws(KeychainError) -> [String] {
        var found = try KeychainFolder.files(in: home)
        for path in listed {
            var files = [path]
            if isInHome(path) {
                // The look at the home finds every file. What a link leads to may be on a disk that is not there now.
                var status = stat()
                guard unsafe lstat(path, &status) == 0 else { continue }
            } else if let kept = try? KeychainFolder.kept(of: path) {
                files += kept
            }
            for file in files where !found.contains(where: { $0.hasSameBytes(as: file) }) { found.append(file) }
        }
        return found
    }

    private func isInHome(_ path: String) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return true }
        return String(path[..<slash]).hasSameBytes(as: home)
    }
}
