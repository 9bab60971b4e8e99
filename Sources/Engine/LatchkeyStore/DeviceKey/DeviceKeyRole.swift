// Which of the keys in `device.tpm` one is, said inside what the TPM has sealed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
package import LatchkeyPlatform

/// What a TPM seals of a device key (Documentation/Reference/Formats/DeviceKey.md, section 3).
///
/// Their places in the file are not enough: whoever can write it could exchange them, and new keybags would be wrapped
/// under the key that lay on the disk.
package enum DeviceKeyRole: Sendable {
    /// The key that new keychains depend on.
    case current
    /// The key of before the enrolment.
    case former

    /// "F", before the key of before.
    private static let mark: UInt8 = 0x46

    /// What is sealed of a key.
    package func contents(of key: borrowing SecretBytes) -> SecretBytes {
        switch self {
        case .current: return key.copy()
        case .former:
            return unsafe SecretBytes(count: 1 + key.count) { target in
                unsafe target[0] = Self.mark
                let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[1...])
                unsafe key.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
            }
        }
    }

    /// The key of what was sealed.
    /// - Throws: `.notAvailable` for what is of another role.
    package func key(in contents: borrowing SecretBytes) throws(KeychainError) -> SecretBytes {
        switch self {
        case .current:
            guard contents.count == UnlockKey.deviceKeySize else { throw .damagedSealedKey }
            return contents.copy()
        case .former:
            return unsafe try contents.withUnsafeBytes { bytes throws(KeychainError) in
                guard bytes.count == 1 + UnlockKey.deviceKeySize, unsafe bytes[0] == Self.mark else {
                    throw .damagedSealedKey
                }
                return unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[1...]))
            }
        }
    }
}
