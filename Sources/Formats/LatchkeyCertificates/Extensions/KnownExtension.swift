// The extensions that are read, and how.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// The same that Apple's systems know (`SecCertificateInitializeExtensionParsers`).
enum KnownExtension: Hashable {
    case subjectKeyID, keyUsage, alternativeNames, basicConstraints, nameConstraints, distributionPoints, policies
    case policyMappings, authorityKeyID, policyConstraints, purposes, inhibitAnyPolicy, authorityAccess, neverAsked
    /// Known, and not looked into.
    case other

    init?(_ type: ASN1ObjectIdentifier) {
        guard let known = Self.all[type] else { return nil }
        self = known
    }

    private static let all: [ASN1ObjectIdentifier: KnownExtension] = [
        .subjectKeyIdentifier: .subjectKeyID, [2, 5, 29, 15]: .keyUsage, .subjectAlternativeName: .alternativeNames,
        [2, 5, 29, 19]: .basicConstraints, [2, 5, 29, 30]: .nameConstraints, [2, 5, 29, 31]: .distributionPoints,
        [2, 5, 29, 32]: .policies, [2, 5, 29, 33]: .policyMappings, .authorityKeyIdentifier: .authorityKeyID,
        [2, 5, 29, 36]: .policyConstraints, [2, 5, 29, 37]: .purposes, [2, 5, 29, 54]: .inhibitAnyPolicy,
        [1, 3, 6, 1, 5, 5, 7, 1, 1]: .authorityAccess,
        // Period of the private key's use, names of the issuer, access to the subject.
        [2, 5, 29, 16]: .other, [2, 5, 29, 18]: .other, [1, 3, 6, 1, 5, 5, 7, 1, 11]: .other,
        // OCSP without a check.
        [1, 3, 6, 1, 5, 5, 7, 48, 1, 5]: .neverAsked,
        // Types of Netscape and Entrust.
        [2, 16, 840, 1, 113_730, 1, 1]: .other,
        [1, 2, 840, 113_533, 7, 65, 0]: .other,
    ]

    /// - Parameter contents: those of the octet string.
    func read(_ contents: ArraySlice<UInt8>, into all: inout CertificateExtensions) throws {
        if self == .other { return }
        if self == .neverAsked {
            // Its value means nothing.
            all.isNeverAskedAbout = true
            return
        }
        let node = try DER.parse(contents)
        switch self {
        case .subjectKeyID: all.subjectKeyID = Array(try node.primitiveContents(of: .octetString))
        case .keyUsage: all.keyUsage = try KeyUsage(node)
        case .alternativeNames: all.names = try GeneralName.list(node.children(of: .sequence))
        case .basicConstraints: all.basicConstraints = try BasicConstraints(node)
        case .nameConstraints: all.nameConstraints = try NameConstraints(node)
        case .distributionPoints:
            let points = try node.parts { part in
                try Self.checkDistributionPoint(part)
                return try? DistributionPoint(part)
            }
            all.distributionPoints = points.compactMap { $0 }.prefix(CertificateExtensions.mostDistributionPoints) + []
        case .policies: all.policies = try node.parts(Self.policy)
        case .policyMappings: all.policyMappings = try node.parts(PolicyMapping.init)
        case .authorityKeyID: all.authorityKeyID = try Self.authorityKeyID(node)
        case .policyConstraints: all.policyConstraints = try PolicyConstraints(node)
        case .purposes: all.purposes = try node.parts { try ASN1ObjectIdentifier(derEncoded: $0) }
        case .inhibitAnyPolicy: all.inhibitAnyPolicy = try node.count(as: .integer)
        case .authorityAccess: _ = try node.parts(Self.checkAccess)
        case .neverAsked, .other: break
        }
    }

    private static func policy(_ node: ASN1Node) throws -> ASN1ObjectIdentifier {
        var parts = try node.children(of: .sequence).makeIterator()
        let policy = try ASN1ObjectIdentifier(derEncoded: parts.required())
        if let qualifiers = parts.next() { _ = try qualifiers.children(of: .sequence) }
        guard parts.next() == nil else { throw malformed() }
        return policy
    }

    /// The identifier of the key, or nil. The issuer and its serial number are both there or neither.
    static func authorityKeyID(_ node: ASN1Node) throws -> [UInt8]? {
        var parts = try node.children(of: .sequence).makeIterator()
        var next = parts.next()
        var key: [UInt8]?
        if let part = next, part.identifier == .context(0) {
            key = Array(try part.primitiveContents(of: .context(0)))
            next = parts.next()
        }
        if let issuer = next {
            _ = try GeneralName.list(issuer.children(of: .context(1)))
            _ = try parts.required().primitiveContents(of: .context(2))
            next = parts.next()
        }
        guard next == nil else { throw malformed() }
        return key
    }

    /// The form that a critical extension must have. What of it cannot be used for lists makes no certificate
    /// unreadable.
    private static func checkDistributionPoint(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        var next = parts.next()
        var isNamed = false
        if let part = next, part.identifier == .context(0) {
            var choice = try part.children(of: .context(0)).makeIterator()
            let name = try choice.required()
            guard choice.next() == nil else { throw malformed() }
            if name.identifier == .context(0) {
                _ = try GeneralName.list(name.children(of: .context(0)))
            } else {
                _ = try name.children(of: .context(1))
            }
            isNamed = true
            next = parts.next()
        }
        if let part = next, part.identifier == .context(1) {
            _ = try part.primitiveContents(of: .context(1))
            next = parts.next()
        }
        if let part = next, part.identifier == .context(2) {
            _ = try GeneralName.list(part.children(of: .context(2)))
            isNamed = true
            next = parts.next()
        }
        guard isNamed, next == nil else { throw malformed() }
    }

    private static func checkAccess(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        let method = try ASN1ObjectIdentifier(derEncoded: parts.required())
        let name = try GeneralName(parts.required())
        guard parts.next() == nil else { throw malformed() }
        if atURI.contains(method) {
            guard case .uri = name else { throw malformed() }
        }
    }

    /// What answers for OCSP, and the issuers.
    private static let atURI: Set<ASN1ObjectIdentifier> = [
        [1, 3, 6, 1, 5, 5, 7, 48, 1], [1, 3, 6, 1, 5, 5, 7, 48, 2],
    ]
}
