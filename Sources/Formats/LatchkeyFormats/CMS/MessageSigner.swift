// One signature of a message, and whose it is said to be (RFC 5652, section 5.3).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

package struct MessageSigner: Sendable {
    package let identifier: CertificateIdentifier
    /// The AlgorithmIdentifiers.
    private let digestAlgorithm: BERNode
    private let signatureAlgorithm: BERNode
    private let attributes: BERNode?
    private let signature: [UInt8]

    /// - Throws: `.decode` for what is no SignerInfo.
    init(_ node: BERNode) throws(KeychainError) {
        var parts = try node.children(of: BERNode.Tag.sequence)[...]
        guard (5...7).contains(parts.count) else { throw BERNode.refusal }
        _ = try parts.removeFirst().number(upTo: 3)
        identifier = try CertificateIdentifier(parts.removeFirst())
        digestAlgorithm = parts.removeFirst()
        attributes = parts.first?.tag == BERNode.Tag.context0 ? parts.removeFirst() : nil
        guard parts.count >= 2 else { throw BERNode.refusal }
        signatureAlgorithm = parts.removeFirst()
        signature = try parts.removeFirst().publicOctets()
        // What is not signed says nothing.
        guard parts.isEmpty || parts.count == 1 && parts.first?.tag == BERNode.Tag.context1 else {
            throw BERNode.refusal
        }
    }

    /// Whether the key of a certificate has signed this content. Nothing is said of who that is.
    /// - Parameter type: the contents of the object identifier of the content's type.
    /// - Throws: `.verifyFailed` for a signature over another content or by another key, and for an algorithm that is
    ///   not known; `.decode`, `.unimplemented` and `.parameter` for what cannot be verified.
    package func verify(
        _ content: ItemSecret, type: [UInt8], by certificate: Certificate
    ) throws(KeychainError) {
        let hash = try MessageSignature.hash(digestAlgorithm)
        let algorithm = try MessageSignature.algorithm(signatureAlgorithm, hash: hash)
        let key = try certificate.publicKey().working()
        guard let attributes else {
            // Else the attributes of one message would be the content of another, under the same signature.
            guard type == MessageName.data, !content.areSignedAttributes else { throw Self.refusal }
            try unsafe content.bytes.withUnsafeBytes { bytes throws(KeychainError) in
                try unsafe key.verify(signature, over: bytes, algorithm)
            }
            return
        }
        let signed = try SignedAttributes(attributes)
        let digest = try unsafe content.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            try unsafe hash.digest(of: bytes)
        }
        guard signed.contentType == type, signed.messageDigest == digest else { throw Self.refusal }
        try unsafe signed.encoded.withRawBytes { bytes throws(KeychainError) in
            try unsafe key.verify(signature, over: bytes, algorithm)
        }
    }

    private static let refusal = KeychainError(.verifyFailed, during: "comparing a message with its digest")
}

extension ItemSecret {
    /// Whether some bytes may be what a signer has signed as attributes.
    fileprivate var areSignedAttributes: Bool {
        guard let node = try? BERNode(reading: self, allowsMore: true), node.tag == BERNode.Tag.set else {
            return false
        }
        guard let attributes = try? node.children() else { return true }
        return attributes.contains { attribute in
            let name = (try? attribute.children().first?.objectIdentifier()) ?? nil
            return name == MessageName.contentType || name == MessageName.messageDigest
        }
    }
}
