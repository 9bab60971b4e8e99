// The algorithms of signatures of messages (RFC 3370, RFC 4056, RFC 5753, RFC 5754, RFC 8419).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform

enum MessageSignature {
    /// What verifies a signature of this AlgorithmIdentifier.
    /// - Parameter hash: the one that the signer names.
    /// - Throws: `.verifyFailed` for one that is not known, or has another hash; `.decode` for what is none.
    static func algorithm(_ node: BERNode, hash: KeyHash) throws(KeychainError) -> KeyAlgorithm {
        let (name, parameters) = try node.algorithm()
        let named = (MessageName.rsaSignatures + MessageName.curveSignatures).first { $0.name == name }
        guard named.map({ $0.hash == hash }) ?? true else { throw unknown }
        if name == MessageName.rsa || MessageName.rsaSignatures.contains(where: { $0.name == name }) {
            return .signature(.rsaPKCS1, .message(hash))
        }
        if name == MessageName.curve || MessageName.curveSignatures.contains(where: { $0.name == name }) {
            return .signature(.ecdsaDER, .message(hash))
        }
        if name == MessageName.ed25519 {
            // RFC 8419, section 3.1.
            guard hash == .sha512 else { throw unknown }
            return .signature(.ed25519, .message(nil))
        }
        guard name == MessageName.rsaPSS, let parameters, try isUsual(parameters, hash) else { throw unknown }
        return .signature(.rsaPSS, .message(hash))
    }

    /// Whether the parameters of RSASSA-PSS are the usual ones for a hash: MGF1 over the same, a salt as long.
    private static func isUsual(_ parameters: BERNode, _ hash: KeyHash) throws(KeychainError) -> Bool {
        var (digest, mask, salt) = (KeyHash.sha1, KeyHash.sha1, KeyHash.sha1.size)
        for node in try parameters.children(of: BERNode.Tag.sequence) {
            let value = try node.onlyChild(of: node.tag)
            switch node.tag {
            case BERNode.Tag.context0: digest = try MessageSignature.hash(value)
            case BERNode.Tag.context1: mask = try MessageSignature.maskHash(value)
            case 0xa2: salt = try value.number(upTo: 64)
            case 0xa3: guard try value.number(upTo: 1) == 1 else { return false }
            default: return false
            }
        }
        return digest == hash && mask == hash && salt == hash.size
    }

    /// The hash function of an AlgorithmIdentifier.
    /// - Throws: `.unimplemented` for one that is not known. MD5 is none that is.
    static func hash(_ node: BERNode) throws(KeychainError) -> KeyHash {
        guard let hash = KeyHash(named: try node.algorithm().name) else {
            throw KeychainError(.unimplemented, during: "looking for the hash function of a message")
        }
        return hash
    }

    /// The hash function of MGF1.
    static func maskHash(_ node: BERNode) throws(KeychainError) -> KeyHash {
        let (name, parameters) = try node.algorithm()
        guard name == MessageName.maskGeneration, let parameters else { throw unknown }
        return try hash(parameters)
    }

    /// How a key signs a message: the algorithm, its AlgorithmIdentifier, and the hash.
    /// - Throws: `.parameter` for a key that signs no messages.
    static func signing(
        with kind: KeyKind, _ hash: KeyHash
    ) throws(KeychainError) -> (algorithm: KeyAlgorithm, identifier: [UInt8], hash: KeyHash) {
        switch kind {
        case .rsa:
            let identifier = DERElement.sequence(DERElement.objectIdentifier(MessageName.rsa) + [BERNode.Tag.null, 0])
            return (.signature(.rsaPKCS1, .message(hash)), identifier, hash)
        case .p192, .p224, .p256, .p384, .p521:
            guard let name = MessageName.curveSignatures.first(where: { $0.hash == hash })?.name else { throw unknown }
            let identifier = DERElement.sequence(DERElement.objectIdentifier(name))
            return (.signature(.ecdsaDER, .message(hash)), identifier, hash)
        case .ed25519:
            let identifier = DERElement.sequence(DERElement.objectIdentifier(MessageName.ed25519))
            return (.signature(.ed25519, .message(nil)), identifier, .sha512)
        case .x25519, .ed448, .x448, .mlKEM768, .mlKEM1024, .mlDSA65, .mlDSA87:
            throw KeychainError(.parameter, during: "looking for how a key signs messages")
        }
    }

    private static let unknown = KeychainError(.verifyFailed, during: "looking for the algorithm of a signature")
}

extension KeyHash {
    /// As an AlgorithmIdentifier of a message (RFC 5754, section 2).
    var identifier: [UInt8] { DERElement.sequence(DERElement.objectIdentifier(name)) }
}
