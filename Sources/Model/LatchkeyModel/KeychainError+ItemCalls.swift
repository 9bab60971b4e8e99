// Failures as programs get them of the four calls.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

extension KeychainError {
    /// The failure as the four calls answer it: a file that is no keychain is "no usable keychain" to a program
    /// (reference 4.3).
    package var ofItemCalls: KeychainError {
        code == .invalidKeychain ? KeychainError(.notAvailable, saying: operation, hint: hint, cause: cause) : self
    }
}
