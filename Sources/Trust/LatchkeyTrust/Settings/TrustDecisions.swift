// What the trust settings say of uses.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

/// The certificates that are trusted, and those that never are, by the decision of a user.
struct TrustDecisions {
    /// Exactly these: who trusts one certificate of an authority does not trust another.
    private(set) var trusted: Set<Certificate> = []
    private(set) var denied = DeniedCertificates()

    /// What is trusted for all the uses, and what is denied for one of them.
    /// - Parameter domains: the settings of the user, then those of the machine: the first that says something counts.
    init(_ domains: [[TrustSetting]], for uses: [CertificateUse]) {
        for (index, use) in uses.enumerated() {
            let others = TrustDecisions(domains, for: use)
            trusted = index == 0 ? others.trusted : trusted.intersection(others.trusted)
            denied.formUnion(others.denied)
        }
    }

    private init(_ domains: [[TrustSetting]], for use: CertificateUse) {
        var decided: Set<Certificate> = []
        for settings in domains {
            let deniedBefore = denied
            for setting in settings where setting.applies(to: use) && !decided.contains(setting.certificate) {
                switch setting.result {
                case .unspecified: continue
                case .deny: denied.insert(setting.certificate)
                case .trustRoot, .trustAsRoot:
                    let certificate = setting.certificate
                    guard certificate.isUnderstood, certificate.isSelfSigned == (setting.result == .trustRoot) else {
                        continue
                    }
                    if !deniedBefore.contains(certificate) { trusted.insert(certificate) }
                }
                decided.insert(setting.certificate)
            }
        }
    }

    /// Whether it is denied in any form. Who trusts this very certificate has decided otherwise.
    func denies(_ certificate: Certificate) -> Bool {
        denied.contains(certificate) && !trusted.contains(certificate)
    }
}
