// What a newer version of Latchkey has written.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

extension KeychainError {
    /// What was read is of a version that this program does not know. It is not damaged.
    package static func newerVersion(during operation: StaticString) -> KeychainError {
        KeychainError(
            .wrongVersion, during: operation, hint: "a newer version of Latchkey has written it; use that version")
    }
}
