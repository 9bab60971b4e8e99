// How many wrong tries a TPM has counted, and how many it allows.
// SPDX-License-Identifier: Apache-2.0

/// The state of the protection against dictionary attacks (TPM 2.0 Library, part 1, section 19.8). Everything in the
/// TPM that is subject to lockout shares it: the PIN of an encrypted disk, too.
package struct TPMLockout: Hashable, Sendable {
    /// Wrong tries that are not forgiven yet.
    package let failures: UInt32
    /// The number of them at which the TPM refuses every try.
    package let maximum: UInt32
    /// Seconds with power after which one is forgiven; 0 if the TPM counts none.
    package let interval: UInt32

    package init(failures: UInt32, maximum: UInt32, interval: UInt32) {
        self.failures = failures
        self.maximum = maximum
        self.interval = interval
    }
}
