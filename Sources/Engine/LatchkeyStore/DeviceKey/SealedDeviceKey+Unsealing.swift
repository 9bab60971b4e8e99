// Makes keys of what a TPM has sealed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTPM

extension SealedDeviceKey {
    /// The keys of a home, as its TPM gives them.
    struct Keys: Sendable {
        let current: ItemSecret
        let former: ItemSecret?

        /// Whether one of them is `key`.
        func contain(_ key: borrowing SecretBytes) -> Bool {
            if let former, former.bytes.isEqual(to: key) { return true }
            return current.bytes.isEqual(to: key)
        }
    }

    /// - Parameter name: the name of the way to the TPM.
    /// - Throws: what the TPM says; `.notAvailable` for a key in the place of the other one.
    func unseal(by name: String) throws(KeychainError) -> Keys {
        let ofNow: ItemSecret
        var ofBefore: ItemSecret?
        do throws(TPMError) {
            let tpm = try TPM(name, storageRoot: storageRoot)
            ofNow = ItemSecret(try tpm.unseal(current, with: .none))
            if let former { ofBefore = ItemSecret(try tpm.unseal(former, with: .none)) }
        } catch {
            throw KeychainError(error, during: "asking the TPM for the key of this device")
        }
        let key = ItemSecret(try DeviceKeyRole.current.key(in: ofNow.bytes))
        guard let ofBefore else { return Keys(current: key, former: nil) }
        return Keys(current: key, former: ItemSecret(try DeviceKeyRole.former.key(in: ofBefore.bytes)))
    }
}
