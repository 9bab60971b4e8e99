// Writes signed messages (RFC 5652, section 5).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
package import LatchkeyKeys
package import LatchkeyModel
package import LatchkeyOpenSSL
package import LatchkeyPlatform

package struct MessageDraft {
    /// The contents of the object identifier of the content's type.
    package var type = MessageName.data
    /// Nil for a message of certificates alone.
    package var content: ItemSecret?
    /// Whether the content stands elsewhere.
    package var isDetached = false
    package var certificates: [Certificate] = []
    package var signers: [Signer] = []
    /// Ed25519 takes SHA-512 in place of it.
    package var hash = KeyHash.sha256
    package var attributes: MessageAttributes = []

    package struct Signer {
        let certificate: Certificate
        let kind: KeyKind
        let sign: (_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8]

        /// - Parameter sign: signs bytes with the private key of the certificate.
        package init(
            _ certificate: Certificate, _ kind: KeyKind,
            sign: @escaping (_ bytes: [UInt8], _ algorithm: KeyAlgorithm) throws(KeychainError) -> [UInt8]
        ) {
            self.certificate = certificate
            self.kind = kind
            self.sign = sign
        }
    }

    package init() {}

    /// The SignedData, alone.
    /// - Parameter date: seconds since 2001-01-01 UTC.
    /// - Throws: `.parameter` for a key that signs no messages, and what a signer throws.
    package func signedData(at date: Double) throws(KeychainError) -> ItemSecret {
        var infos: [[UInt8]] = []
        var hashes: [KeyHash] = []
        for signer in signers {
            let signing = try MessageSignature.signing(with: signer.kind, hash)
            infos.append(try information(of: signer, signing.algorithm, signing.identifier, signing.hash, at: date))
            if !hashes.contains(signing.hash) { hashes.append(signing.hash) }
        }
        let stored = isDetached ? nil : content
        let certificateSize = certificates.reduce(0) { $0 + $1.der.count }
        let infoSize = infos.reduce(0) { $0 + $1.count }
        var writer = SecretDERWriter(capacity: 512 + (stored?.count ?? 0) + certificateSize + infoSize)
        let end = writer.mark
        for info in infos.reversed() { writer.prepend(info) }
        writer.wrap(BERNode.Tag.set, since: end)
        if !certificates.isEmpty {
            let mark = writer.mark
            for certificate in certificates.reversed() { writer.prepend(certificate.der) }
            writer.wrap(BERNode.Tag.context0, since: mark)
        }
        let mark = writer.mark
        if let stored {
            writer.prepend(element: BERNode.Tag.octetString, stored)
            writer.wrap(BERNode.Tag.context0, since: mark)
        }
        writer.prepend(name: type)
        writer.wrap(SecretDERWriter.sequence, since: mark)
        let digests = writer.mark
        for hash in hashes { writer.prepend(hash.identifier) }
        writer.wrap(BERNode.Tag.set, since: digests)
        writer.prepend(number: type == MessageName.data ? 1 : 3)
        writer.wrap(SecretDERWriter.sequence, since: end)
        return writer.finished()
    }

    /// A SignerInfo. What is signed are the attributes, always: over a bare content a signature would be good for
    /// another message, whose attributes are that content.
    private func information(
        of signer: Signer, _ algorithm: KeyAlgorithm, _ identifier: [UInt8], _ hash: KeyHash, at date: Double
    ) throws(KeychainError) -> [UInt8] {
        let content = content ?? ItemSecret(copying: [])
        let start =
            [SecretDERWriter.integer, 1, 1] + CertificateIdentifier.encoded(signer.certificate) + hash.identifier
        let digest = try unsafe content.bytes.withUnsafeBytes { bytes throws(KeychainError) in
            try unsafe hash.digest(of: bytes)
        }
        let signed = attributes.encoded(type: type, digest: digest, of: signer.certificate, at: date)
        let signature = try signer.sign(DERElement.bytes(BERNode.Tag.set, signed), algorithm)
        return DERElement.sequence(
            start + DERElement.bytes(BERNode.Tag.context0, signed) + identifier
                + DERElement.bytes(BERNode.Tag.octetString, signature))
    }

    /// A message of a content.
    /// - Parameter type: the contents of the object identifier.
    package static func message(_ content: ItemSecret, type: [UInt8] = MessageName.signedData) -> ItemSecret {
        var writer = SecretDERWriter(capacity: content.count + 64)
        unsafe content.bytes.withUnsafeBytes { unsafe writer.prepend($0) }
        writer.wrap(BERNode.Tag.context0, since: 0)
        writer.prepend(name: type)
        writer.wrap(SecretDERWriter.sequence, since: 0)
        return writer.finished()
    }
}
