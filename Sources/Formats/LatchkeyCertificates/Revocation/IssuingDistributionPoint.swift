// Which certificates a list is about (RFC 5280, section 5.2.5).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

package struct IssuingDistributionPoint: Hashable, Sendable {
    package let name: DistributionPointName?
    /// No certificates of authorities.
    package let hasUsersOnly: Bool
    /// No others.
    package let hasAuthoritiesOnly: Bool
    /// None of the kind that is known here.
    package let hasAttributesOnly: Bool
    /// Nil for all.
    package let reasons: RevocationReasons?
    /// Whether certificates of other issuers may be in it.
    package let isIndirect: Bool

    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        var next = parts.next()
        func flag(_ number: UInt) throws -> Bool {
            guard let part = next, part.identifier == .context(number) else { return false }
            next = parts.next()
            // False is the default, which DER leaves out.
            guard try part.primitiveContents(of: .context(number)).elementsEqual([0xff]) else { throw malformed() }
            return true
        }
        name = try DistributionPointName.optional(&next, &parts)
        hasUsersOnly = try flag(1)
        hasAuthoritiesOnly = try flag(2)
        if let part = next, part.identifier == .context(3) {
            reasons = try RevocationReasons(part.primitiveContents(of: .context(3)))
            next = parts.next()
        } else {
            reasons = nil
        }
        isIndirect = try flag(4)
        hasAttributesOnly = try flag(5)
        guard next == nil else { throw malformed() }
    }
}
