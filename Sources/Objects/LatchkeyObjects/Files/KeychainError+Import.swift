// The codes of import and export.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

extension KeychainError.Code {
    /// The bytes are in no format that is known (`errSecUnknownFormat`).
    package static let unknownFormat = Self(rawValue: -25257)
}

extension KeychainError {
    /// A format that this version neither reads nor writes.
    package static func unavailable(_ hint: StaticString) -> KeychainError {
        KeychainError(.unimplemented, during: "reading or writing a format", hint: hint)
    }
}
