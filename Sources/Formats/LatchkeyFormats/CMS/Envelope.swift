// A content under a key that only some can open: EnvelopedData (RFC 5652, section 6).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyOpenSSL
package import LatchkeyPlatform

package struct Envelope: Sendable {
    /// The contents of the object identifier of what is in it.
    package let type: [UInt8]
    package let recipients: [EnvelopeRecipient]
    private let cipher: BlockCipher
    private let vector: ItemSecret
    private let ciphertext: ItemSecret

    /// Most recipients of a message.
    package static let greatestCount = 1024

    /// - Throws: `.decode` for what is no EnvelopedData, `.unimplemented` for a cipher that is not known.
    init(_ node: BERNode) throws(KeychainError) {
        var parts = try node.children(of: BERNode.Tag.sequence)[...]
        guard (3...5).contains(parts.count) else { throw BERNode.refusal }
        _ = try parts.removeFirst().number(upTo: 4)
        // Certificates of who sent it.
        if parts.first?.tag == BERNode.Tag.context0 { parts.removeFirst() }
        guard parts.count >= 2 else { throw BERNode.refusal }
        let infos = try parts.removeFirst().children(of: BERNode.Tag.set)
        guard infos.count <= Self.greatestCount else { throw BERNode.refusal }
        var recipients: [EnvelopeRecipient] = []
        for info in infos {
            recipients += try EnvelopeRecipient.all(in: info)
            guard recipients.count <= Self.greatestCount else { throw BERNode.refusal }
        }
        self.recipients = recipients
        let content = try parts.removeFirst().children(of: BERNode.Tag.sequence)
        guard content.count == 3 else { throw BERNode.refusal }
        type = try content[0].objectIdentifier()
        let (name, parameters) = try content[1].algorithm()
        guard let cipher = MessageName.ciphers.first(where: { $0.name == name })?.cipher, let parameters else {
            throw KeychainError(.unimplemented, during: "looking for the cipher of a message")
        }
        self.cipher = cipher
        vector = try parameters.octets()
        ciphertext = try content[2].octets(of: 0x80)
    }

    /// What is in it.
    /// - Parameter key: nil if the recipient's key opened none. Then it is opened with a key that nobody has, and ends
    ///   as with any wrong key: else whoever sends messages and sees the errors learns of the recipient's (RFC 3218).
    /// - Throws: `.decode` for another key, but for one in 256, which opens to bytes without a meaning.
    package func opened(with key: ItemSecret?) throws(KeychainError) -> ItemSecret {
        let nobodys = ItemSecret(try KeyMath.randomBytes(cipher.keySize))
        let key = key.flatMap { $0.count == cipher.keySize ? $0 : nil } ?? nobodys
        guard let content = cipher.decrypt(ciphertext, key: key, vector: vector) else {
            throw KeychainError(.decode, during: "opening a message")
        }
        return content
    }
}
