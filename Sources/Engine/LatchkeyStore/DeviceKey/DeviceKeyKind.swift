// How a device key is kept.
// SPDX-License-Identifier: Apache-2.0

/// The kind of a device key. The raw value is the sixth byte of its file (Documentation/Reference/Formats/Keybag.md,
/// section 3, and DeviceKey.md).
package enum DeviceKeyKind: UInt8, Sendable {
    /// The file holds the key itself.
    case file = 1
    /// The file holds what a TPM has sealed.
    case tpm = 2
}
