// Secrets that a TPM is given.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyPlatform

extension SecretBytes {
    /// No bytes: what authorises an object that everybody may use.
    package static var none: SecretBytes { unsafe SecretBytes(count: 0) { _ in } }

    /// Random bytes that nobody will look at again.
    static func random(count: Int) -> SecretBytes {
        unsafe SecretBytes(count: count) { target in _ = unsafe getentropy(target.baseAddress, target.count) }
    }
}
