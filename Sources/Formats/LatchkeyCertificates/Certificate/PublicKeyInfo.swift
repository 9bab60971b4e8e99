// A public key with the name of its kind: SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
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
        case .ed448 where parameters == nil: self = .ed448
        case .x448 where parameters == nil: self = .x448
        case .mlKEM768 where parameters == nil: self = .mlKEM768
        case .mlKEM1024 where parameters == nil: self = .mlKEM1024
        case .mlDSA65 where parameters == nil: self = .mlDSA65
        case .mlDSA87 where parameters == nil: self = .mlDSA87
        case .ecPublicKey:
            guard let parameters, parameters.identifier == .objectIdentifier else { return nil }
            let curve = try ASN1ObjectIdentifier(derEncoded: parameters)
            guard let kind = Self.curves.first(where: { $0.curve == curve }) else { return nil }
            self = kind
        default: return nil
        }
    }

    /// The kinds of elliptic curves over prime fields.
    static let curves: [KeyKind] = allCases.filter { $0.type == .ellipticCurve }

    /// The name of the curve of an elliptic curve key.
    var curve: ASN1ObjectIdentifier? {
        switch self {
        case .p192: .secp192r1
        case .p224: .secp224r1
        case .p256: ASN1ObjectIdentifier.NamedCurves.secp256r1
        case .p384: ASN1ObjectIdentifier.NamedCurves.secp384r1
        case .p521: ASN1ObjectIdentifier.NamedCurves.secp521r1
        default: nil
        }
    }

    /// The name of the algorithm of keys of this kind; for curves over prime fields, the one that they share.
    private var algorithmName: ASN1ObjectIdentifier {
        switch self {
        case .rsa: .rsaEncryption
        case .p192, .p224, .p256, .p384, .p521: .ecPublicKey
        case .ed25519: .ed25519
        case .x25519: .x25519
        case .ed448: .ed448
        case .x448: .x448
        case .mlKEM768: .mlKEM768
        case .mlKEM1024: .mlKEM1024
        case .mlDSA65: .mlDSA65
        case .mlDSA87: .mlDSA87
        }
    }

    /// The AlgorithmIdentifier of keys of this kind.
    func algorithmIdentifier() throws(KeychainError) -> [UInt8] {
        try decoding("writing the name of a kind of keys") {
            var serializer = DER.Serializer()
            try serializer.appendConstructedNode(identifier: .sequence) { parts in
                try parts.serialize(algorithmName)
                if self == .rsa { try parts.serialize(ASN1Null()) }
                if let curve { try parts.serialize(curve) }
            }
            return serializer.serializedBytes
        }
    }
}
