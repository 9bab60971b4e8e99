// A public key with the name of its kind: SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
// SPDX-License-Identifier: Apache-2.0

import KeychainModel
import SwiftASN1

/// What stands in a SubjectPublicKeyInfo.
struct PublicKeyInfo: Sendable {
    /// Nil for a kind that is not known here.
    let kind: KeyKind?
    let octets: [UInt8]

    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        let algorithm = try parts.required()
        let key = try ASN1BitString(derEncoded: parts.required())
        guard parts.next() == nil, key.paddingBits == 0 else { throw malformed() }
        kind = try KeyKind(algorithm: algorithm)
        octets = Array(key.bytes)
    }

    /// - Throws: `.unimplemented` for a kind that is not known, `.decode` for octets that are no key of their kind.
    func key() throws(KeychainError) -> KeyData {
        guard let kind else {
            throw KeychainError(.unimplemented, during: "reading a public key of a kind that is not known")
        }
        return try KeyData(kind, .public, ItemSecret(copying: octets))
    }
}

extension KeyKind {
    /// The kind that an AlgorithmIdentifier names, or nil for one that is not known here.
    init?(algorithm node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        let name = try ASN1ObjectIdentifier(derEncoded: parts.required())
        let parameters = parts.next()
        guard parts.next() == nil else { throw malformed() }
        switch name {
        case .rsaEncryption where parameters == nil || parameters?.identifier == .null: self = .rsa
        case .ed25519 where parameters == nil: self = .ed25519
        case .x25519 where parameters == nil: self = .x25519
        case .ecPublicKey:
            guard let parameters, parameters.identifier == .objectIdentifier else { return nil }
            let curve = try ASN1ObjectIdentifier(derEncoded: parameters)
            guard let kind = Self.curves.first(where: { $0.curve == curve }) else { return nil }
            self = kind
        default: return nil
        }
    }

    private static let curves: [KeyKind] = [.p256, .p384, .p521]

    /// The name of the curve of an elliptic curve key.
    var curve: ASN1ObjectIdentifier? {
        switch self {
        case .p256: ASN1ObjectIdentifier.NamedCurves.secp256r1
        case .p384: ASN1ObjectIdentifier.NamedCurves.secp384r1
        case .p521: ASN1ObjectIdentifier.NamedCurves.secp521r1
        case .rsa, .ed25519, .x25519: nil
        }
    }

    /// The AlgorithmIdentifier of keys of this kind.
    func algorithmIdentifier() throws(KeychainError) -> [UInt8] {
        try decoding("writing the name of a kind of keys") {
            var serializer = DER.Serializer()
            try serializer.appendConstructedNode(identifier: .sequence) { parts in
                switch self {
                case .rsa:
                    try parts.serialize(ASN1ObjectIdentifier.rsaEncryption)
                    try parts.serialize(ASN1Null())
                case .p256, .p384, .p521:
                    try parts.serialize(ASN1ObjectIdentifier.ecPublicKey)
                    if let curve { try parts.serialize(curve) }
                case .ed25519: try parts.serialize(ASN1ObjectIdentifier.ed25519)
                case .x25519: try parts.serialize(ASN1ObjectIdentifier.x25519)
                }
            }
            return serializer.serializedBytes
        }
    }
}
