// Whether a certificate is an authority's (RFC 5280, section 4.2.1.9).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

package struct BasicConstraints: Hashable, Sendable {
    package let isAuthority: Bool
    /// Most authorities that may stand between this one and the first certificate of a chain, those that issue
    /// themselves not counted; nil for any number.
    package let pathLength: Int?

    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        var next = parts.next()
        if let flag = next, flag.identifier == .boolean {
            isAuthority = try Bool(derEncoded: flag)
            next = parts.next()
        } else {
            isAuthority = false
        }
        pathLength = try next?.count(as: .integer)
        guard parts.next() == nil else { throw malformed() }
    }
}
