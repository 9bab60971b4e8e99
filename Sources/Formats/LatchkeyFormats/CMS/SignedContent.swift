// A content with signatures and certificates: SignedData (RFC 5652, section 5).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
package import LatchkeyPlatform

package struct SignedContent: Sendable {
    /// The contents of the object identifier.
    package let type: [UInt8]
    /// Nil if it stands elsewhere.
    package let content: ItemSecret?
    package let certificates: [Certificate]
    package let signers: [MessageSigner]

    /// Most certificates of a message.
    package static let greatestCount = 1024
    /// Most signatures of a message: each is over all of the content.
    package static let greatestSignerCount = 64

    /// - Throws: `.decode` for what is no SignedData. A certificate that cannot be read is left out.
    init(_ node: BERNode) throws(KeychainError) {
        var parts = try node.children(of: BERNode.Tag.sequence)[...]
        guard parts.count >= 4 else { throw BERNode.refusal }
        _ = try parts.removeFirst().number(upTo: 5)
        _ = try parts.removeFirst().children(of: BERNode.Tag.set)
        let encapsulated = try parts.removeFirst().children(of: BERNode.Tag.sequence)
        guard (1...2).contains(encapsulated.count) else { throw BERNode.refusal }
        type = try encapsulated[0].objectIdentifier()
        content =
            encapsulated.count == 2
            ? try Self.octets(of: encapsulated[1].onlyChild(of: BERNode.Tag.context0)) : nil
        let stored =
            parts.first?.tag == BERNode.Tag.context0 ? try parts.removeFirst().children() : []
        // Lists of revoked certificates.
        if parts.first?.tag == BERNode.Tag.context1 { parts.removeFirst() }
        guard parts.count == 1, let last = parts.first else { throw BERNode.refusal }
        let infos = try last.children(of: BERNode.Tag.set)
        guard stored.count <= Self.greatestCount, infos.count <= Self.greatestSignerCount else { throw BERNode.refusal }
        // Attribute certificates and others have tags of their own.
        certificates = stored.filter { $0.tag == BERNode.Tag.sequence && $0.size <= Certificate.largestSize }
            .compactMap { try? Certificate($0.encoded()) }
        signers = try infos.map { node throws(KeychainError) in try MessageSigner(node) }
    }

    /// Of PKCS#7 the content may be any element; what is signed is then what it holds (RFC 5652, section 5.2.1).
    private static func octets(of node: BERNode) throws(KeychainError) -> ItemSecret {
        if node.tag & ~0x20 == BERNode.Tag.octetString { return try node.octets() }
        return ItemSecret(copying: node.publicContents)
    }
}
