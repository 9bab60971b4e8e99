// Why a certificate was revoked (RFC 5280, section 5.3.1).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// With the numbers of CRLReason.
package enum RevocationReason: UInt8, Hashable, Sendable {
    case unspecified = 0
    case keyCompromise = 1
    case authorityCompromise = 2
    case affiliationChanged = 3
    case superseded = 4
    case cessationOfOperation = 5
    /// Not for ever.
    case certificateHold = 6
    /// It is not revoked any more; in delta lists alone.
    case removeFromList = 8
    case privilegeWithdrawn = 9
    case attributeAuthorityCompromise = 10
}

/// Reasons that a list or a distribution point is about (RFC 5280, section 4.2.1.13).
package struct RevocationReasons: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Every bit but the first, which means nothing.
    package static let all = RevocationReasons(rawValue: 0x7f80)

    /// - Parameter contents: those of a BIT STRING: how many bits of the last byte are not used, and the bytes.
    init(_ contents: ArraySlice<UInt8>) throws {
        let bytes = Array(contents.dropFirst())
        guard let unused = contents.first, unused < 8, (1...2).contains(bytes.count), let last = bytes.last,
            last & (1 << unused - 1) == 0
        else { throw malformed() }
        self = RevocationReasons(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes.count == 2 ? last : 0))
            .intersection(.all)
    }
}
