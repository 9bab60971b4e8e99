// Whether a certificate is trusted for a use, at a time.
// SPDX-License-Identifier: Apache-2.0

package import KeychainCertificates
import SwiftASN1
import X509

/// Evaluates on the calling thread, which waits. What cannot be read, and what takes too long, is not trusted. Revocation is
/// not asked about.
package struct TrustEvaluator: Sendable {
    private let anchors: TrustAnchors

    /// Largest certificate that is looked at, in bytes. The names in one are compared with the constraints of another.
    package static let largestCertificate = 1 << 16

    /// - Parameter anchors: the certificates that are trusted without anybody's signature.
    package init(anchors: TrustAnchors) { self.anchors = anchors }

    /// Whether the certificate alone is good for a use: dates, extended key usage and host name. Nothing is said of who
    /// issued it.
    /// - Parameter date: seconds since 2001-01-01 UTC.
    package static func checkUse(
        of certificate: KeychainCertificates.Certificate, for use: CertificateUse, at date: Double
    ) -> TrustResult {
        guard let leaf = X509.Certificate(certificate) else { return .untrusted(because: .unreadable) }
        return evaluate(leaf, through: [], to: [leaf.subject: [leaf]], for: use, at: date, extent: .leaf)
    }

    /// Whether a chain leads from the certificate to one of the anchors, and is good for a use.
    /// - Parameter intermediates: certificates that may stand between the two; nothing is taken from them but names, keys and
    ///   limits, so that anybody may have made them.
    /// - Parameter date: seconds since 2001-01-01 UTC.
    package func evaluate(
        _ certificate: KeychainCertificates.Certificate, through intermediates: [KeychainCertificates.Certificate],
        for use: CertificateUse, at date: Double
    ) -> TrustResult {
        // First the certificate alone, so that the answer names what is wrong with it rather than with a chain.
        let alone = Self.checkUse(of: certificate, for: use, at: date)
        guard alone.isTrusted, let leaf = X509.Certificate(certificate) else { return alone }
        let between = intermediates.prefix(IssuerSearch.greatestCount).compactMap { X509.Certificate($0) }
        return Self.evaluate(leaf, through: between, to: anchors.roots(), for: use, at: date, extent: .chain)
    }

    private static func evaluate(
        _ leaf: X509.Certificate, through intermediates: [X509.Certificate], to roots: TrustAnchors.Roots,
        for use: CertificateUse, at date: Double, extent: ChainPolicy.Extent
    ) -> TrustResult {
        let budget = SearchBudget()
        let findings = ChainFindings()
        let result = CallingThreadExecutor.run {
            var verifier = Verifier(rootCertificates: CertificateStore(custom: BoundedStore(roots, within: budget))) {
                ChainPolicy(use, at: date, extent: extent, findings: findings)
            }
            let store = BoundedStore(Dictionary(grouping: intermediates, by: \.subject), within: budget)
            return await verifier.validate(leaf: leaf, intermediates: CertificateStore(custom: store))
        }
        switch result {
        case .validCertificate: return .trusted
        case .couldNotValidate:
            if budget.isSpent { return .untrusted(because: .tooComplex) }
            // Without a finding the policy was never asked: about the certificate alone that is for a critical extension.
            return .untrusted(because: findings.first ?? (extent == .leaf ? .unknownDemand : .noTrustedRoot))
        }
    }
}

extension X509.Certificate {
    /// Nil for a certificate that the verifier does not understand.
    init?(_ certificate: KeychainCertificates.Certificate) {
        guard certificate.der.count <= TrustEvaluator.largestCertificate,
            let readable = try? X509.Certificate(derEncoded: certificate.der)
        else { return nil }
        self = readable
    }
}
