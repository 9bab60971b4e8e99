// What the trust settings say of one use.
// SPDX-License-Identifier: Apache-2.0

import KeychainCertificates
import X509

/// The certificates that are trusted, and those that never are, by the decision of a person.
struct TrustDecisions {
    private(set) var trusted: Set<KeychainCertificates.Certificate> = []
    private(set) var denied: Set<KeychainCertificates.Certificate> = []

    /// - Parameter domains: the settings of the person, then those of the machine: the first that says something counts.
    init(_ domains: [[TrustSetting]], for use: CertificateUse) {
        var decided: Set<KeychainCertificates.Certificate> = []
        for settings in domains {
            for setting in settings where setting.applies(to: use) && !decided.contains(setting.certificate) {
                decided.insert(setting.certificate)
                switch setting.result {
                case .trustRoot, .trustAsRoot: trusted.insert(setting.certificate)
                case .deny: denied.insert(setting.certificate)
                case .unspecified: break
                }
            }
        }
    }

    /// The roots that remain, and those that are new.
    func applied(to roots: TrustAnchors.Roots) -> TrustAnchors.Roots {
        var roots = permitted(of: roots)
        for certificate in trusted.compactMap({ X509.Certificate($0) }) {
            roots[certificate.subject, default: []].append(certificate)
        }
        return roots
    }

    /// The roots that nobody denies.
    func permitted(of roots: TrustAnchors.Roots) -> TrustAnchors.Roots {
        guard !denied.isEmpty else { return roots }
        var roots = roots
        for certificate in denied.compactMap({ X509.Certificate($0) }) {
            roots[certificate.subject]?.removeAll { $0 == certificate }
        }
        return roots
    }
}
