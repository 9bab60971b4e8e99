// How a device key is kept.
// SPDX-License-Identifier: Apache-2.0

/// The kind of a device key. The raw value is the sixth byte of `device.key`; 2 is for keys that a TPM has sealed
/// (Documentation/Reference/Formats/Keybag.md, section 3).
package enum DeviceKeyKind: UInt8, Sendable {
    /// The file holds the key itself.
    case file = 1
}
