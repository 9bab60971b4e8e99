// The keybag's bytes. The first one is the version, which says what the others are.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

extension LockedKeybag {
    /// The versions that are read. The last one is written.
    private enum Version: UInt8 {
        case v1 = 1
    }

    var bytesUnderDeviceProof: [UInt8] { V1.bytesUnderDeviceProof(of: self) }

    /// The bytes as they are stored.
    package var encoded: [UInt8] { bytesUnderDeviceProof + deviceProof }

    /// - Throws: `.wrongVersion` for a version or a section that is not known, `.decode` for bytes of any other form.
    package init(decoding bytes: [UInt8]) throws(KeychainError) {
        guard let first = bytes.first else { throw V1.damage }
        switch Version(rawValue: first) {
        case .v1: self = try V1.decode(bytes)
        case nil: throw .newerVersion(during: "reading the keybag")
        }
        guard encoded == bytes else { throw V1.damage }
    }

    /// Both identities and how the password becomes a key; not the settings, which change without the password.
    var bytesUnderPasswordProof: [UInt8] {
        keychain.bytes + keybag.bytes + (password?.salt ?? []) + (password?.cost.memory ?? 0).bigEndianBytes
            + (password?.cost.passes ?? 0).bigEndianBytes
    }
}
