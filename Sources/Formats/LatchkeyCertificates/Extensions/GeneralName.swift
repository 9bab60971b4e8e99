// A name of whom a certificate is for, or of whom an authority may issue certificates for (RFC 5280, section 4.2.1.6).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// Its description says nothing of it.
package enum GeneralName: Hashable, Sendable {
    /// Bytes as they stand, which need not be ASCII.
    case email([UInt8])
    case dns([UInt8])
    case uri([UInt8])
    case directory(DistinguishedName)
    /// 4 or 16 bytes in a name, twice as many in a constraint; nothing says that they are.
    case address([UInt8])
    /// A kind that is not looked into, by its number.
    case other(UInt)

    init(_ node: ASN1Node) throws {
        guard node.identifier.tagClass == .contextSpecific else { throw malformed() }
        let number = node.identifier.tagNumber
        switch (number, node.content) {
        case (1, .primitive(let bytes)): self = .email(Array(bytes))
        case (2, .primitive(let bytes)): self = .dns(Array(bytes))
        case (4, .constructed(let nodes)):
            var nodes = nodes.makeIterator()
            self = .directory(try DistinguishedName(nodes.required()))
            guard nodes.next() == nil else { throw malformed() }
        case (6, .primitive(let bytes)): self = .uri(Array(bytes))
        case (7, .primitive(let bytes)): self = .address(Array(bytes))
        case (0, .constructed), (3, .constructed), (5, .constructed), (8, .primitive): self = .other(number)
        case (_, .primitive), (_, .constructed): throw malformed()
        }
    }

    /// The names of a SEQUENCE, or of one that has another tag.
    static func list(_ nodes: ASN1NodeCollection) throws -> [GeneralName] { try nodes.map(GeneralName.init) }
}

extension GeneralName: CustomStringConvertible, CustomReflectable {
    package var description: String { "<general name>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
