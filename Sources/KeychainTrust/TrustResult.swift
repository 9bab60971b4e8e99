// What an evaluation of trust comes to.
// SPDX-License-Identifier: Apache-2.0

package enum TrustResult: Hashable, Sendable {
    case trusted
    case untrusted(because: TrustProblem)

    package var isTrusted: Bool { self == .trusted }
}

/// Why a certificate is not trusted: the first thing that was found to be wrong.
package enum TrustProblem: Hashable, Sendable {
    /// The certificate is not understood: its form, its size, the kind of its signature or key, or an RSA key below 2048 bits.
    case unreadable
    /// The certificate, or one that it depends on, is not valid yet.
    case notYetValid
    /// The certificate, or one that it depends on, is not valid any more.
    case expired
    /// The certificate, or one between it and the root, says that it is for other uses.
    case wrongUse
    /// The certificate is for other hosts.
    case wrongHost
    /// The certificate demands what is not understood, by a critical extension.
    case unknownDemand
    /// The certificate is for other e-mail addresses.
    case wrongAddress
    /// A person decided that the certificate, or one that it depends on, is never to be trusted.
    case denied
    /// The decisions of persons cannot be read.
    case noSettings
    /// A signature over SHA-1.
    case weak
    /// A certificate of the chain may not issue the next one (RFC 5280, section 6.1).
    case brokenChain
    /// No chain leads to a certificate that the system trusts.
    case noTrustedRoot
    /// The search for a chain was given up.
    case tooComplex
}
