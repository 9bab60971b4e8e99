// The name of a subject or issuer: attributes in groups, as X.501 has them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
import SwiftASN1

/// A name of a certificate. Its description says nothing of it.
package struct DistinguishedName: Sendable {
    /// The relative names in their order, and the attributes of each.
    let relativeNames: [[NameAttribute]]
    /// The contents of the SEQUENCE, without its header, as they stand in the certificate.
    package let contents: [UInt8]
    /// As it is compared with names of issuers.
    package let folded: FoldedName

    /// - Throws: `.decode` for bytes that are no name, or more than a name.
    package init(der bytes: [UInt8]) throws(KeychainError) {
        self = try decoding("reading a name") { try DistinguishedName(DER.parse(bytes)) }
    }

    init(_ node: ASN1Node) throws {
        let children = try node.children(of: .sequence)
        relativeNames = try children.map { try $0.children(of: .set).map(NameAttribute.init) }
        guard relativeNames.allSatisfy({ !$0.isEmpty }) else { throw malformed() }
        contents = children.reduce(into: []) { $0 += $1.encodedBytes }
        folded = FoldedName(relativeNames, contents: contents)
    }
}

/// One attribute of a name, such as the common name.
struct NameAttribute: Sendable {
    let type: ASN1ObjectIdentifier
    /// The string, with its type.
    let value: ASN1Node
    /// The bytes of the type.
    let encodedType: ArraySlice<UInt8>

    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        let type = try parts.required()
        encodedType = type.encodedBytes
        self.type = try ASN1ObjectIdentifier(derEncoded: type)
        value = try parts.required()
        guard parts.next() == nil else { throw malformed() }
    }
}

extension DistinguishedName: Hashable {
    /// Equal when the bytes are.
    package static func == (lhs: DistinguishedName, rhs: DistinguishedName) -> Bool { lhs.contents == rhs.contents }
    package func hash(into hasher: inout Hasher) { hasher.combine(contents) }
}

extension DistinguishedName: CustomStringConvertible, CustomReflectable {
    package var description: String { "<name of \(relativeNames.count) parts>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
