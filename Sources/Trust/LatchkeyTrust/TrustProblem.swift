// Why a certificate is not trusted.
// SPDX-License-Identifier: Apache-2.0

/// In the order in which one of several counts as the answer (`SecTrustErrorSubType` of Apple's systems), but that a
/// denial counts most.
package enum TrustProblem: Hashable, Sendable, CaseIterable {
    /// The decisions of users cannot be read.
    case noSettings
    /// A user decided that the certificate, or one that it depends on, is never to be trusted.
    case denied
    /// The certificate, or one that it depends on, was revoked.
    case revoked
    /// The key of the certificate, or of one that it depends on, is too short: an RSA key below 2048 bits, a curve
    /// below 224, or below 256 for a server of TLS.
    case weakKey
    /// A signature over SHA-1.
    case weak
    /// The certificate is not understood: its form, its size, or the kind of its signature or key.
    case unreadable
    /// An extension that is known cannot be read.
    case unreadableExtension
    /// An extension is there twice.
    case duplicateExtension
    /// The certificate demands what is not understood, by a critical extension.
    case unknownDemand
    /// A certificate of the chain does not say whether it may issue the one before it (RFC 5280, section 4.2.1.9).
    case noBasicConstraints
    /// A certificate of the chain says that it may not issue the one before it.
    case notAuthority
    /// There are more authorities between a certificate of the chain and the first one than it allows.
    case pathTooLong
    /// The identifier of the issuer's key is that of another key.
    case wrongKeyID
    /// It names nobody.
    case noSubject
    /// An authority may not issue certificates for this name (RFC 5280, section 4.2.1.10).
    case nameNotPermitted
    /// A policy is demanded that the chain does not have (RFC 5280, section 6.1).
    case policyMissing
    /// A server of TLS may not be certified for that long.
    case validTooLong
    /// The search for a chain was given up.
    case tooComplex
    /// No chain leads to a certificate that is trusted.
    case noTrustedRoot
    /// The key of the certificate, or of one that it depends on, is not for the signatures that it would have to make.
    case wrongKeyUsage
    /// The certificate, or one between it and the root, says that it is for other uses.
    case wrongUse
    /// The certificate is for other hosts.
    case wrongHost
    /// The certificate is for other e-mail addresses.
    case wrongAddress
    /// The certificate, or one that it depends on, is not valid any more.
    case expired
    /// The certificate, or one that it depends on, is not valid yet.
    case notYetValid
    /// Nothing says that the certificate, or one that it depends on, is not revoked, and something must.
    case revocationUnknown

    /// Smaller ones count more.
    var rank: Int { Self.ranks[self] ?? 0 }

    private static let ranks = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })
}
