// An AlgorithmIdentifier (RFC 5280, section 4.1.1.2).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

struct AlgorithmParts {
    let name: ASN1ObjectIdentifier
    let parameters: ASN1Node?

    init(_ bytes: ArraySlice<UInt8>) throws { try self.init(DER.parse(bytes)) }

    init(_ node: ASN1Node) throws {
        guard node.identifier == .sequence, case .constructed(let nodes) = node.content else {
            throw ASN1Error.unexpectedFieldType(node.identifier)
        }
        var parts = nodes.makeIterator()
        guard let first = parts.next() else { throw ASN1Error.invalidASN1Object(reason: "no name") }
        name = try ASN1ObjectIdentifier(derEncoded: first)
        parameters = parts.next()
        guard parts.next() == nil else { throw ASN1Error.invalidASN1Object(reason: "more than parameters") }
    }
}
