// What a broken message is.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

package enum WireError {
    /// Bytes that are no message of the protocol.
    package static let broken = KeychainError(.decode, during: "reading a message of the keychain's protocol")
    /// A message that is too long to be sent.
    package static let tooLong = KeychainError(
        .allocate, during: "writing a message of the keychain's protocol",
        hint: "more than 32 MiB do not go through the daemon at once; ask for fewer items")
    /// A daemon that does not keep to the protocol.
    package static let unexpected = KeychainError(
        .notAvailable, during: "reading what the keychain daemon says",
        hint: "what answers at the socket is no keychain daemon that this program understands")
}
