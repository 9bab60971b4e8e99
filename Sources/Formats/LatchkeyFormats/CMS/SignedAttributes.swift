// What a signer has signed beside the content (RFC 5652, sections 5.3 and 11).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyPlatform

struct SignedAttributes: Sendable {
    /// The bytes that are signed: a SET.
    let encoded: [UInt8]
    /// The contents of the object identifier.
    let contentType: [UInt8]
    let messageDigest: [UInt8]

    /// - Parameter node: `[0]`, or the SET itself.
    /// - Throws: `.decode` if the type of the content and its digest are not there once each.
    init(_ node: BERNode) throws(KeychainError) {
        let attributes = try node.children()
        contentType = try Self.value(of: MessageName.contentType, in: attributes).objectIdentifier()
        messageDigest = try Self.value(of: MessageName.messageDigest, in: attributes).publicOctets()
        let bytes = node.encoded().bytes.declassified(because: "attributes of signatures are public")
        encoded = [BERNode.Tag.set] + bytes.dropFirst()
    }

    private static func value(of name: [UInt8], in attributes: [BERNode]) throws(KeychainError) -> BERNode {
        var found: BERNode?
        for attribute in attributes {
            let parts = try attribute.children(of: BERNode.Tag.sequence)
            guard parts.count == 2 else { throw BERNode.refusal }
            guard try parts[0].objectIdentifier() == name else { continue }
            guard found == nil else { throw BERNode.refusal }
            found = try parts[1].onlyChild(of: BERNode.Tag.set)
        }
        guard let found else { throw BERNode.refusal }
        return found
    }
}
