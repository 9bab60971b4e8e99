// What a message says, once it is whole.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyClient
import LatchkeyFormats
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform

struct MessageReading {
    /// Nil if the message could not be read.
    private(set) var message: CMSMessage?
    private(set) var wasEncrypted = false

    /// Reads a message, and opens it with a key of the keychains if it is encrypted.
    /// - Throws: `errSecUnknownFormat` for what is no message, and for one that no key of the keychains opens.
    mutating func read(_ bytes: ItemSecret, with client: KeychainClient) throws(KeychainError) {
        do throws(KeychainError) {
            var message = try CMSMessage(bytes)
            if case .enveloped(let envelope) = message {
                wasEncrypted = true
                let opened = try envelope.opened(with: Self.key(of: envelope, from: client))
                message = try CMSMessage(ofEnvelope: opened, type: envelope.type)
            }
            self.message = message
        } catch  where error.code == .decode || error.code == .itemNotFound {
            throw KeychainError(.init(rawValue: errSecUnknownFormat), during: "reading a message")
        }
    }

    /// The signed part, or nil.
    var signed: SignedContent? {
        if case .signed(let content) = message { content } else { nil }
    }

    /// The certificate of a signer: of the message, else of the keychains. Of several that a message brings, the one
    /// whose key has signed the content, if there is one.
    func certificate(
        of signer: MessageSigner, over content: ItemSecret?, from client: KeychainClient
    ) throws(KeychainError) -> Certificate? {
        guard let signed else { return nil }
        let brought = signed.certificates.filter(signer.identifier.names).prefix(Self.mostCandidates)
        let named = brought.isEmpty ? try Self.certificates(signer.identifier, from: client)[...] : brought
        guard named.count > 1, let content else { return named.first }
        return named.first { (try? signer.verify(content, type: signed.type, by: $0)) != nil } ?? named.first
    }

    /// Most certificates of one name that are looked at.
    private static let mostCandidates = 16

    /// What the first recipient of whom there is a key has for the key of the envelope. Nil if it is none.
    /// - Throws: `.itemNotFound` if there is no such key.
    private static func key(
        of envelope: Envelope, from client: KeychainClient
    ) throws(KeychainError) -> ItemSecret? {
        for recipient in envelope.recipients {
            for certificate in try certificates(recipient.identifier, from: client) {
                let identity: SecIdentity
                do throws(KeychainError) {
                    identity = try PasswordCalls(client: client).identity(
                        of: SecCertificate.object(for: certificate), in: nil)
                } catch  where error.code == .itemNotFound {
                    continue
                }
                return try key(of: recipient, with: identity.halves.key)
            }
        }
        throw KeychainError(.itemNotFound, during: "looking for a key that opens a message")
    }

    /// Nil if it is not under this key. An answer that the user or the keychain refuses is thrown.
    private static func key(
        of recipient: EnvelopeRecipient, with key: SecKey
    ) throws(KeychainError) -> ItemSecret? {
        do throws(KeychainError) {
            switch recipient.way {
            case .encryption(let algorithm):
                return try unsafe recipient.encryptedKey().bytes.withUnsafeBytes { bytes throws(KeychainError) in
                    try unsafe key.decrypted(bytes, algorithm)
                }
            case .agreement(let agreement):
                let peer = try KeyData(key.half().kind, .public, ItemSecret(copying: agreement.publicOctets))
                let secret = try key.sharedSecret(
                    with: SecKey.object(for: peer), agreement.algorithm, size: agreement.keySize,
                    sharedInfo: agreement.sharedInfo)
                return KeyAgreement.unwrapped(try recipient.encryptedKey(), with: secret)
            }
        } catch  where error.code == .parameter || error.code == .decode {
            return nil
        }
    }

    /// The certificates of the keychains that a message names.
    private static func certificates(
        _ identifier: CertificateIdentifier, from client: KeychainClient
    ) throws(KeychainError) -> [Certificate] {
        var query = ItemQuery(itemClass: .certificate)
        query.matching = identifier.attributes
        query.synchronizable = .any
        query.limit = .atMost(mostCandidates)
        query.returning = .data
        // Who sends a message asks the user nothing.
        query.authentication.ui = .skip
        var found: [Certificate] = []
        for path in try client.preferences.searchList() {
            found += try client.found(query, in: .file(path)).compactMap { item in
                item.secret.flatMap { try? Certificate($0) }
            }
        }
        return found.filter(identifier.names)
    }
}
