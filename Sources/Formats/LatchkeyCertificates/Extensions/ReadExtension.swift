// One extension of a certificate or a list, before anybody asks what it means (RFC 5280, section 4.2).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

struct ReadExtension {
    let type: ASN1ObjectIdentifier
    let isCritical: Bool
    /// The contents of the octet string.
    let contents: ArraySlice<UInt8>

    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        type = try ASN1ObjectIdentifier(derEncoded: parts.required())
        var value = try parts.required()
        if value.identifier == .boolean {
            isCritical = try Bool(derEncoded: value)
            value = try parts.required()
        } else {
            isCritical = false
        }
        contents = try value.primitiveContents(of: .octetString)
        guard parts.next() == nil else { throw malformed() }
    }
}
