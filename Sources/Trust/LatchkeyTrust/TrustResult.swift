// What an evaluation of trust comes to.
// SPDX-License-Identifier: Apache-2.0

package enum TrustResult: Hashable, Sendable {
    case trusted
    case untrusted(because: TrustProblem)

    package var isTrusted: Bool { self == .trusted }
}

/// Why a certificate is not trusted: the first thing that was found to be wrong.
package enum TrustProblem: Hashable, Sendable {
    /// The certificate is not understood: its form, its size, or the kind of its signature or key.
    case unreadable
    /// The key of the certificate, or of one that it depends on, is too short: an RSA key below 2048 bits, a curve
    /// below 224.
    case weakKey
    /// The certificate, or one that it depends on, is not valid yet.
    case notYetValid
    /// The certificate, or one that it depends on, is not valid any more.
    case expired
    /// The certificate, or one between it and the root, says that it is for other uses.
    case wrongUse
    /// The key of the certificate, or of one that it depends on, is not for the signatures that it would have to make.
    case wrongKeyUsage
    /// The certificate is for other hosts.
    case wrongHost
    /// The certificate demands what is not understood, by a critical extension.
    case unknownDemand
    /// The certificate is for other e-mail addresses.
    case wrongAddress
    /// A user decided that the certificate, or one that it depends on, is never to be trusted.
    case denied
    /// The decisions of users cannot be read.
    case noSettings
    /// A signature over SHA-1.
    case weak
    /// A certificate of the chain may not issue the next one (RFC 5280, section 6.1).
    case brokenChain
    /// There are more authorities between a certificate of the chain and the first one than it allows (RFC 5280,
    /// section 4.2.1.9).
    case pathTooLong
    /// No chain leads to a certificate that the system trusts.
    case noTrustedRoot
    /// The search for a chain was given up.
    case tooComplex
}
