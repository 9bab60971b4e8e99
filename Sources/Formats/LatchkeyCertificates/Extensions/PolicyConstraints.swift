// How far an authority limits the policies of those below it (RFC 5280, section 4.2.1.11).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

package struct PolicyConstraints: Hashable, Sendable {
    /// How many more certificates may follow before a policy must hold; nil for no such demand.
    package let requireExplicitPolicy: Int?
    /// How many more certificates may map policies; nil for any number.
    package let inhibitPolicyMapping: Int?

    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        var next = parts.next()
        if let part = next, part.identifier == .context(0) {
            requireExplicitPolicy = try part.count(as: .context(0))
            next = parts.next()
        } else {
            requireExplicitPolicy = nil
        }
        if let part = next, part.identifier == .context(1) {
            inhibitPolicyMapping = try part.count(as: .context(1))
            next = parts.next()
        } else {
            inhibitPolicyMapping = nil
        }
        guard next == nil else { throw malformed() }
    }
}
