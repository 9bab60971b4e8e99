// Whether others may read what only the user should.
// SPDX-License-Identifier: Apache-2.0

import Glibc

package enum FilePermissions {
    /// What is wrong with the modes and owners of the home, the device key and the keychain. Files that are not there
    /// are no finding, but a keychain without a device key is one, and so is one that is on the disk beside the TPM's.
    package static func findings(home: String, keychain: String) -> [Finding] {
        let (deviceKey, sealed) = (home + "/device.key", home + "/device.tpm")
        var findings = [home, deviceKey, sealed, keychain].compactMap(finding)
        let isInTPM = unsafe access(sealed, F_OK) == 0
        let isOnDisk = unsafe access(deviceKey, F_OK) == 0
        if unsafe access(keychain, F_OK) == 0, !isOnDisk, !isInTPM {
            findings.append(Finding("\(deviceKey) is missing: the keychain cannot be opened without it"))
        }
        if isOnDisk, isInTPM {
            findings.append(
                Finding(
                    "\(deviceKey) is beside device.tpm, which is used in its place; "
                        + "run `latchkey tpm setup`, which removes it only if the TPM has this key"))
        }
        return findings
    }

    private static func finding(path: String) -> Finding? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        let mode = status.st_mode & 0o777
        if status.st_uid != geteuid() { return Finding("\(path) belongs to another user") }
        guard mode & 0o077 == 0 else {
            let right = status.st_mode & S_IFMT == S_IFDIR ? "700" : "600"
            return Finding("\(path) has mode \(String(mode, radix: 8)); run `chmod \(right)` on it")
        }
        return nil
    }
}
