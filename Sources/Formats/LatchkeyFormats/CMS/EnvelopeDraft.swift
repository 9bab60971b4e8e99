// Writes messages that only some can open (RFC 5652, section 6; RFC 5753).
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
package import LatchkeyPlatform

package enum EnvelopeDraft {
    /// AES-256 in the mode CBC: what every reader of messages knows.
    private static let cipher = BlockCipher.aes256

    /// A message with the content under a new key, and that under the keys of the recipients.
    /// - Parameter type: the contents of the object identifier of the content's type.
    /// - Throws: `.parameter` for a recipient whose key encrypts nothing.
    package static func message(
        _ content: ItemSecret, type: [UInt8], for recipients: [Certificate]
    ) throws(KeychainError) -> ItemSecret {
        let key = ItemSecret(try KeyMath.randomBytes(cipher.keySize))
        let vector = ItemSecret(try KeyMath.randomBytes(cipher.vectorSize))
        guard let ciphertext = cipher.encrypt(content, key: key, vector: vector),
            let cipherName = MessageName.ciphers.first(where: { $0.cipher == cipher })?.name
        else { throw KeychainError(.allocate, during: "encrypting a message") }
        var infos: [[UInt8]] = []
        for recipient in recipients { infos.append(try information(for: recipient, key)) }
        var writer = SecretDERWriter(capacity: ciphertext.count + infos.reduce(512) { $0 + $1.count })
        // [0], implicit.
        writer.prepend(element: 0x80, ciphertext)
        let algorithm = writer.mark
        writer.prepend(element: BERNode.Tag.octetString, vector)
        writer.prepend(name: cipherName)
        writer.wrap(SecretDERWriter.sequence, since: algorithm)
        writer.prepend(name: type)
        writer.wrap(SecretDERWriter.sequence, since: 0)
        let mark = writer.mark
        for info in infos.reversed() { writer.prepend(info) }
        writer.wrap(BERNode.Tag.set, since: mark)
        writer.prepend(number: infos.contains { $0.first != SecretDERWriter.sequence } ? 2 : 0)
        writer.wrap(SecretDERWriter.sequence, since: 0)
        return MessageDraft.message(writer.finished(), type: MessageName.envelopedData)
    }

    /// A RecipientInfo.
    private static func information(
        for recipient: Certificate, _ key: ItemSecret
    ) throws(KeychainError) -> [UInt8] {
        switch recipient.publicKeyKind {
        case .rsa: return try transport(for: recipient, key)
        case .p192, .p224, .p256, .p384, .p521: return try agreement(for: recipient, key)
        case .ed25519, .x25519, .ed448, .x448, .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87, nil:
            throw KeychainError(.parameter, during: "encrypting for a certificate")
        }
    }

    private static func transport(for recipient: Certificate, _ key: ItemSecret) throws(KeychainError) -> [UInt8] {
        let publicKey = try recipient.publicKey().working()
        let encrypted = try unsafe key.bytes.withUnsafeBytes { key throws(KeychainError) in
            try unsafe publicKey.encrypted(key, .encryption(.rsaPKCS1))
        }
        let algorithm = DERElement.sequence(DERElement.objectIdentifier(MessageName.rsa) + [BERNode.Tag.null, 0])
        return DERElement.sequence(
            [SecretDERWriter.integer, 1, 0] + CertificateIdentifier.encoded(recipient) + algorithm
                + DERElement.bytes(BERNode.Tag.octetString, encrypted))
    }

    private static func agreement(for recipient: Certificate, _ key: ItemSecret) throws(KeychainError) -> [UInt8] {
        let peer = try recipient.publicKey()
        let hash = KeyHash.sha256
        guard let wrapName = MessageName.wraps.first(where: { $0.keySize == cipher.keySize })?.name,
            let name = MessageName.agreements.first(where: { $0.hash == hash })?.name
        else { throw KeychainError(.internalError, during: "looking for an agreement") }
        let new = try KeyData(peer.outline.kind, .private, KeyMath.newKey(peer.outline.kind, bits: 0))
        let wrap = DERElement.sequence(DERElement.objectIdentifier(wrapName))
        let agreement = KeyAgreement(
            publicOctets: new.outline.publicOctets, hash: hash, wrap: wrap, keySize: cipher.keySize)
        let secret = ItemSecret(
            try new.working().sharedSecret(
                with: peer.working(), agreement.algorithm, size: agreement.keySize, sharedInfo: agreement.sharedInfo))
        guard let wrapped = KeyAgreement.wrapped(key, with: secret) else {
            throw KeychainError(.internalError, during: "wrapping the key of a message")
        }
        let named = DERElement.sequence(DERElement.objectIdentifier(MessageName.curve))
        // [0] for the originator, [1] for a key of its own.
        let originator = DERElement.bytes(
            BERNode.Tag.context0,
            DERElement.bytes(BERNode.Tag.context1, named + DERElement.bitString(agreement.publicOctets)))
        let encrypted = DERElement.sequence(
            CertificateIdentifier.encoded(recipient) + DERElement.bytes(BERNode.Tag.octetString, wrapped))
        return DERElement.bytes(
            BERNode.Tag.context1,
            [SecretDERWriter.integer, 1, 3] + originator
                + DERElement.sequence(DERElement.objectIdentifier(name) + wrap) + DERElement.sequence(encrypted))
    }
}
