// Certificates without a message: a PKCS#7 file (RFC 2315, section 9; RFC 5652, section 5).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyModel
package import LatchkeyPlatform

/// SignedData of which only the certificates are looked at: signatures say nothing of them.
package enum CertificateMessage {
    /// Most certificates of a file.
    private static let largestCount = 4096

    /// The certificates of a file, in their order. Netscape's sequence of certificates is read as well.
    /// - Throws: `.decode` for what is no such file, and for a certificate that cannot be read.
    package static func certificates(in file: ItemSecret) throws(KeychainError) -> [Certificate] {
        let root = try BERNode(reading: file, allowsMore: true)
        let nodes: [BERNode]
        if let netscape = try netscapeSequence(root) {
            nodes = netscape
        } else {
            let info = try ContentInfo(root)
            guard info.type == .signedData else { throw BERNode.refusal }
            let parts = try info.content.children(of: BERNode.Tag.sequence)
            guard parts.count >= 4, parts[0].tag == BERNode.Tag.integer else { throw BERNode.refusal }
            // [0], implicit: a set of certificates.
            guard let certificates = parts[3...].first(where: { $0.tag == BERNode.Tag.context0 }) else { return [] }
            nodes = try certificates.children()
        }
        guard nodes.count <= largestCount else { throw BERNode.refusal }
        var certificates: [Certificate] = []
        // Attribute certificates and others have tags of their own.
        for node in nodes where node.tag == BERNode.Tag.sequence {
            certificates.append(
                try Certificate(der: node.encoded().bytes.declassified(because: "a certificate is public")))
        }
        return certificates
    }

    /// Whether some bytes look like such a file.
    package static func isOne(_ file: ItemSecret) -> Bool {
        guard let root = try? BERNode(reading: file, allowsMore: true) else { return false }
        return isNetscape(file) || (try? ContentInfo(root))?.type == .signedData
    }

    /// Whether it is Netscape's sequence of certificates.
    package static func isNetscape(_ file: ItemSecret) -> Bool {
        guard let root = try? BERNode(reading: file, allowsMore: true) else { return false }
        return ((try? netscapeSequence(root)) ?? nil) != nil
    }

    /// 2.16.840.1.113730.2.5
    private static func netscapeSequence(_ root: BERNode) throws(KeychainError) -> [BERNode]? {
        let parts = try root.children(of: BERNode.Tag.sequence)
        guard parts.count == 2,
            try parts[0].objectIdentifier() == [0x60, 0x86, 0x48, 0x01, 0x86, 0xf8, 0x42, 0x02, 0x05]
        else { return nil }
        return try parts[1].onlyChild(of: BERNode.Tag.context0).children(of: BERNode.Tag.sequence)
    }

    /// A file of certificates.
    package static func encoded(_ certificates: [Certificate]) -> ItemSecret {
        var writer = SecretDERWriter(capacity: certificates.reduce(256) { $0 + $1.der.count })
        // No signatures.
        writer.prepend([BERNode.Tag.set, 0])
        let mark = writer.mark
        for certificate in certificates.reversed() { writer.prepend(certificate.der) }
        writer.wrap(BERNode.Tag.context0, since: mark)
        let content = writer.mark
        writer.prepend(name: ContentInfo.Kind.data.name)
        writer.wrap(SecretDERWriter.sequence, since: content)
        // No digests; version 1.
        writer.prepend([SecretDERWriter.integer, 1, 1, BERNode.Tag.set, 0])
        writer.wrap(SecretDERWriter.sequence, since: 0)
        writer.wrap(BERNode.Tag.context0, since: 0)
        writer.prepend(name: ContentInfo.Kind.signedData.name)
        writer.wrap(SecretDERWriter.sequence, since: 0)
        return writer.finished()
    }
}
