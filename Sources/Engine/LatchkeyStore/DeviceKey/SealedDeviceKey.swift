// A device key as a TPM has sealed it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyTPM

/// What `device.tpm` holds (Documentation/Reference/Formats/DeviceKey.md). Nothing of it is secret: the TPM alone makes
/// a key of it.
package struct SealedDeviceKey: Hashable, Sendable {
    /// The Name of the storage root at enrolment. A TPM with another one was cleared, or is another.
    package let storageRoot: TPMName
    /// The key that new keychains depend on.
    package let current: TPMObject
    /// The key of before the enrolment, which lay on the disk. Keychains that were locked since then depend on it.
    /// What is sealed says itself which of the two it is (``DeviceKeyRole``).
    package let former: TPMObject?

    package init(storageRoot: TPMName, current: TPMObject, former: TPMObject?) {
        self.storageRoot = storageRoot
        self.current = current
        self.former = former
    }

    /// The same without the key of before: no keychain depends on it any more.
    package var withoutFormer: SealedDeviceKey {
        SealedDeviceKey(storageRoot: storageRoot, current: current, former: nil)
    }
}
