// The name of a team: what its certificates have as organisational unit, and its access groups begin with.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

/// Ten characters, each a capital letter of ASCII or a digit. Nothing says that the team is trusted.
package struct TeamIdentifier: Hashable, Sendable {
    package let text: String

    /// Length in bytes.
    package static let size = 10

    /// Teams of programs without a signature begin so; no certificate may.
    package static let adHocPrefix = "ADHOC"

    /// Nil for anything that is no team identifier, and for one that only programs without a signature have.
    package init?(_ text: String) {
        let isWellFormed = text.utf8.allSatisfy { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
        guard text.utf8.count == Self.size, isWellFormed, !text.hasPrefix(Self.adHocPrefix) else { return nil }
        self.text = text
    }

    /// The one organisational unit of the subject; nil if there is none, or more than one.
    package init?(_ certificate: Certificate) {
        let units = certificate.subject.organizationalUnits
        guard units.count == 1, let unit = units.first else { return nil }
        self.init(unit)
    }
}

extension TeamIdentifier: CustomStringConvertible {
    package var description: String { text }
}
