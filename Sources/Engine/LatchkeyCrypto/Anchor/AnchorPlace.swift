// Where the anchor of a keychain is, and what authorises it.
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import LatchkeyModel
package import LatchkeyPlatform

/// Documentation/Reference/Formats/Anchor.md, section 1.
package enum AnchorPlace {
    /// The handles that the TCG leaves to the owner of a machine.
    package static let handles: ClosedRange<UInt32> = 0x0180_0000...0x01BF_FFFF

    /// The handle of a keychain's index. It follows from the keychain's UUID, so that an old file which knows nothing
    /// of an anchor cannot pass for one that never had any.
    package static func handle(of keychain: RowIdentifier) -> UInt32 {
        let digest = SHA256.hash(data: Array("latchkey anchor index v1".utf8) + keychain.bytes)
        return handles.lowerBound | digest.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } >> 10
    }

    /// What authorises reading and extending it, 32 bytes.
    package static func authorisation(
        of keychain: RowIdentifier, deviceKey: borrowing SecretBytes
    ) -> SecretBytes {
        unsafe deviceKey.withUnsafeBytes { deviceKey in
            unsafe HKDFSHA256.derive(
                32, from: deviceKey, salt: keychain.bytes, info: Array("latchkey anchor auth v1".utf8))
        }
    }
}
