// The server's answer to a greeting.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform

/// The server's first 16 bytes (Documentation/Reference/Formats/Wire.md, section 2).
package struct Welcome: Hashable, Sendable {
    package static let size = 16

    /// The version that is spoken from now on, or 0 if the server refuses.
    package let version: UInt16
    /// Why the server refuses; 0 if it does not.
    package let status: Int32

    /// Agrees on the highest version that both speak.
    package init(to greeting: Greeting, speaking versions: ClosedRange<UInt16> = WireVersion.spoken) {
        let version = min(greeting.versions.upperBound, versions.upperBound)
        let isCommon = greeting.versions.contains(version) && versions.contains(version)
        self.version = isCommon ? version : 0
        status = isCommon ? 0 : KeychainError.Code.wrongVersion.rawValue
    }

    package init(refusing code: KeychainError.Code) {
        version = 0
        status = code.rawValue
    }

    /// - Returns: nil for anything but a welcome.
    package init?(decoding bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: Greeting.magic), bytes[10] == 0, bytes[11] == 0 else {
            return nil
        }
        version = UInt16(bytes[8]) << 8 | UInt16(bytes[9])
        status = Int32(bitPattern: bytes[12...].reduce(0) { $0 << 8 | UInt32($1) })
        guard (version == 0) == (status != 0) else { return nil }
    }

    package var encoded: [UInt8] {
        Greeting.magic + [UInt8(version >> 8), UInt8(version & 0xff), 0, 0] + status.bigEndianBytes
    }

    /// - Parameter versions: those that the client offered.
    /// - Throws: `.notAvailable` if the server refuses, or speaks a version that was not offered.
    package func requireAccepted(of versions: ClosedRange<UInt16> = WireVersion.spoken) throws(KeychainError) {
        guard version == 0 else {
            guard versions.contains(version) else { throw WireError.unexpected }
            return
        }
        throw status == KeychainError.Code.wrongVersion.rawValue
            ? KeychainError(
                .notAvailable, during: "greeting the keychain daemon",
                hint: "the daemon and this program are of versions that do not understand each other; update the older")
            : KeychainError(
                .notAvailable, during: "greeting the keychain daemon", hint: "the daemon refuses this program for now")
    }
}
