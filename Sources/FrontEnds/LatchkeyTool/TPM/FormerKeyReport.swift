// What is to be done for keychains that depend on the device key of before.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService

enum FormerKeyReport {
    /// A line for each keychain that has not followed the key into the TPM, or of which that cannot be told.
    static func lines(on keychains: [String], _ key: LocalDeviceKey) throws(KeychainError) -> [String] {
        var lines: [String] = []
        for path in keychains {
            switch try key.standing(of: path) {
            case .follows: continue
            case .waits(hasPassword: true): lines.append("\(path) follows when it is unlocked with its password.")
            case .waits(hasPassword: false) where KeptFile.isSetAside(path):
                lines.append("\(path) is kept as it is; move it away if you need nothing of it.")
            case .waits(hasPassword: false):
                lines.append("\(path) does not follow yet; see who may write it, and run `latchkey tpm setup` again.")
            case .unknown:
                lines.append(
                    "\(path) cannot be read, and may depend on the key of before; mount its disk, or, if you need nothing of it, move it away, or take it off the list of keychains."
                )
            }
        }
        return lines
    }
}
