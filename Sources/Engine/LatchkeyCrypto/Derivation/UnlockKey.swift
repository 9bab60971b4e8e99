// The two keys that wrap class keys: one from password and device, one from the device alone.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
package import LatchkeyModel
package import LatchkeyPlatform

/// HKDF-SHA-256 (RFC 5869) over the password key and the device key (Documentation/Reference/Formats/Keybag.md, section
/// 3).
package enum UnlockKey {
    package static let size = 32
    /// Bytes of the device key.
    package static let deviceKeySize = 32

    /// From the password key followed by the device key.
    package static func derive(
        passwordKey: borrowing SecretBytes, deviceKey: borrowing SecretBytes, keybag: RowIdentifier
    ) -> SecretBytes {
        let material = unsafe SecretBytes(count: passwordKey.count + deviceKey.count) { target in
            unsafe passwordKey.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: target[passwordKey.count...])
            unsafe deviceKey.withUnsafeBytes { unsafe rest.copyMemory(from: $0) }
        }
        return expand(material, keybag: keybag, info: "latchkey unlock key v1")
    }

    /// From the device key alone.
    package static func deriveDeviceOnly(
        deviceKey: borrowing SecretBytes, keybag: RowIdentifier
    ) -> SecretBytes {
        expand(deviceKey, keybag: keybag, info: "latchkey device-only unlock key v1")
    }

    private static func expand(
        _ material: borrowing SecretBytes, keybag: RowIdentifier, info: String
    ) -> SecretBytes {
        unsafe material.withUnsafeBytes { material in
            unsafe HKDFSHA256.derive(size, from: material, salt: keybag.bytes, info: Array(info.utf8))
        }
    }
}
