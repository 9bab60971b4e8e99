// Two policies that an authority takes for the same (RFC 5280, section 4.2.1.5).
// SPDX-License-Identifier: Apache-2.0

package import SwiftASN1

package struct PolicyMapping: Hashable, Sendable {
    /// As the authority itself calls it.
    package let issuer: ASN1ObjectIdentifier
    /// As those below it call it.
    package let subject: ASN1ObjectIdentifier

    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        issuer = try ASN1ObjectIdentifier(derEncoded: parts.required())
        subject = try ASN1ObjectIdentifier(derEncoded: parts.required())
        guard parts.next() == nil else { throw malformed() }
    }
}
