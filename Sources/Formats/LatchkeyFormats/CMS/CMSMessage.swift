// Reads messages (RFC 5652), in BER.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
package import LatchkeyPlatform

/// What a message holds.
package enum CMSMessage: Sendable {
    case data(ItemSecret?)
    case signed(SignedContent)
    case enveloped(Envelope)

    /// Largest message that is read, in bytes.
    package static let largestSize = 256 << 20

    /// - Throws: `.decode` for what is no message.
    package init(_ bytes: ItemSecret) throws(KeychainError) {
        guard bytes.count <= Self.largestSize else { throw BERNode.refusal }
        let parts = try BERNode(reading: bytes, allowsMore: true).children(of: BERNode.Tag.sequence)
        guard (1...2).contains(parts.count) else { throw BERNode.refusal }
        let content = parts.count == 2 ? try parts[1].onlyChild(of: BERNode.Tag.context0) : nil
        switch (try parts[0].objectIdentifier(), content) {
        case (MessageName.data, let content):
            self = .data(try content.map { node throws(KeychainError) in try node.octets() })
        case (MessageName.signedData, let content?): self = .signed(try SignedContent(content))
        case (MessageName.envelopedData, let content?): self = .enveloped(try Envelope(content))
        default: throw BERNode.refusal
        }
    }

    /// What was in an envelope.
    /// - Parameter type: the contents of the object identifier of the envelope's content.
    /// - Throws: `.decode` for a type whose bytes are no message.
    package init(ofEnvelope bytes: ItemSecret, type: [UInt8]) throws(KeychainError) {
        switch type {
        case MessageName.signedData: self = .signed(try SignedContent(BERNode(reading: bytes, allowsMore: true)))
        case MessageName.envelopedData: throw BERNode.refusal
        default: self = .data(bytes)
        }
    }
}
