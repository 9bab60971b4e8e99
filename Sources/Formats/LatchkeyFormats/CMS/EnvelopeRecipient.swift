// For whom an envelope is, and how its key is under theirs (RFC 5652, section 6.2; RFC 5753).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
package import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

package struct EnvelopeRecipient: Sendable {
    package let identifier: CertificateIdentifier
    package let way: Way
    private let sealedKey: BERNode

    package enum Way: Sendable {
        /// By the recipient's RSA key.
        case encryption(KeyAlgorithm)
        /// By what the recipient's key and a new one agree on.
        case agreement(KeyAgreement)
    }

    private init(identifier: CertificateIdentifier, way: Way, sealedKey: BERNode) {
        self.identifier = identifier
        self.way = way
        self.sealedKey = sealedKey
    }

    /// The key of the envelope, under the recipient's.
    /// - Throws: `.decode` for what is no string of bytes.
    package func encryptedKey() throws(KeychainError) -> ItemSecret { try sealedKey.octets() }

    /// Those of a RecipientInfo: one, or with an agreement several. What is not known or understood of one recipient
    /// says nothing of the others: such a recipient is left out.
    /// - Throws: `.decode` for what is no RecipientInfo.
    static func all(in node: BERNode) throws(KeychainError) -> [EnvelopeRecipient] {
        switch node.tag {
        case BERNode.Tag.sequence:
            let parts = try node.children()
            guard parts.count == 4 else { throw BERNode.refusal }
            return ((try? transport(parts)) ?? nil).map { [$0] } ?? []
        case BERNode.Tag.context1:
            let parts = try node.children()
            guard (4...5).contains(parts.count) else { throw BERNode.refusal }
            return (try? agreement(parts)) ?? []
        // Keys that both know, passwords, and others.
        case 0xa2...0xa4: return []
        default: throw BERNode.refusal
        }
    }

    private static func transport(_ parts: [BERNode]) throws(KeychainError) -> EnvelopeRecipient? {
        _ = try parts[0].number(upTo: 2)
        let identifier = try CertificateIdentifier(parts[1])
        guard let algorithm = try encryption(parts[2]) else { return nil }
        return EnvelopeRecipient(identifier: identifier, way: .encryption(algorithm), sealedKey: parts[3])
    }

    /// RSAES-PKCS1-v1_5, or RSAES-OAEP without a label (RFC 3560). Nil for another.
    private static func encryption(_ node: BERNode) throws(KeychainError) -> KeyAlgorithm? {
        let (name, parameters) = try node.algorithm()
        if name == MessageName.rsa { return .encryption(.rsaPKCS1) }
        guard name == MessageName.rsaOAEP, let parameters else { return nil }
        var (hash, mask) = (KeyHash.sha1, KeyHash.sha1)
        for part in try parameters.children(of: BERNode.Tag.sequence) {
            let value = try part.onlyChild(of: part.tag)
            switch part.tag {
            case BERNode.Tag.context0: hash = try MessageSignature.hash(value)
            case BERNode.Tag.context1: mask = try MessageSignature.maskHash(value)
            case 0xa2:
                let (name, label) = try value.algorithm()
                guard name == MessageName.pSpecified, try label?.octets().count ?? 0 == 0 else { return nil }
            default: return nil
            }
        }
        return hash == mask ? .encryption(.rsaOAEP(hash)) : nil
    }

    private static func agreement(_ parts: [BERNode]) throws(KeychainError) -> [EnvelopeRecipient] {
        var parts = parts[...]
        _ = try parts.removeFirst().number(upTo: 3)
        let originator = try parts.removeFirst().onlyChild(of: BERNode.Tag.context0)
        let sharedText =
            parts.first?.tag == BERNode.Tag.context1
            ? try parts.removeFirst().onlyChild(of: BERNode.Tag.context1) : nil
        guard parts.count == 2,
            let agreement = try KeyAgreement(
                originator: originator, algorithm: parts.removeFirst(), sharedText: sharedText)
        else { return [] }
        let entries = try parts.removeFirst().children(of: BERNode.Tag.sequence)
        guard entries.count <= Envelope.greatestCount else { throw BERNode.refusal }
        var found: [EnvelopeRecipient] = []
        for node in entries {
            let entry = try node.children(of: BERNode.Tag.sequence)
            guard entry.count == 2, let identifier = try? Self.identifier(ofAgreement: entry[0]) else { continue }
            found.append(EnvelopeRecipient(identifier: identifier, way: .agreement(agreement), sealedKey: entry[1]))
        }
        return found
    }

    private static func identifier(ofAgreement node: BERNode) throws(KeychainError) -> CertificateIdentifier {
        // [0], implicit: the identifier of the key, a date, and more.
        guard node.tag == BERNode.Tag.context0 else { return try CertificateIdentifier(node) }
        guard let first = try node.children().first, first.size <= 1 << 16 else { throw BERNode.refusal }
        return .keyID(try first.publicOctets())
    }
}
