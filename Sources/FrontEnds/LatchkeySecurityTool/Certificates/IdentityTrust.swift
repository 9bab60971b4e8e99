// Whether identities are valid: the one place of this tool where trust is asked about.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyClient
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
package import LatchkeyTrust

/// Asks for chains from certificates to roots of the system, through what the searched keychains hold.
package struct IdentityTrust: Sendable {
    private let policy: CertificatePolicy
    /// The host or the e-mail address that the certificate must name, as the policy has it.
    private let name: String?
    private let stored: StoredIssuers
    private let evaluator: TrustEvaluator

    package init(
        for policy: CertificatePolicy, name: String?, through keychains: [NamedKeychain], _ context: ToolContext,
        anchors: TrustAnchors = .system
    ) {
        self.policy = policy
        self.name = name
        stored = StoredIssuers(in: keychains.map(\.address), of: context.client)
        evaluator = TrustEvaluator(
            anchors: anchors,
            settings: [TrustSettingsFile(home: context.client.configuration.home), .machine])
    }

    /// Why `certificate` is not valid, in the words of macOS's listing, or nil if it is. What is wrong with the
    /// certificate itself is said before what is wrong with its chain.
    /// - Parameter now: seconds since 2001-01-01 UTC.
    package func problem(of certificate: Certificate?, at now: Double) throws(CommandFailure) -> String? {
        guard let certificate else { return "CSSMERR_TP_INVALID_CERTIFICATE" }
        // Also those of a certificate that is not understood any further.
        guard now >= certificate.validity.notBefore else { return TrustProblem.notYetValid.word }
        guard now <= certificate.validity.notAfter else { return TrustProblem.expired.word }
        guard let use = policy.use(named: name) else { return TrustProblem.noTrustedRoot.word }
        if case .untrusted(let problem) = TrustEvaluator.checkUse(of: certificate, for: use, at: now) {
            return problem.word
        }
        if use.purpose == .email, let address = name?.lowercased() {
            guard certificate.emailAddresses.contains(where: { $0.lowercased() == address }) else {
                return "CSSMERR_APPLETP_SMIME_EMAIL_ADDRS_NOT_FOUND"
            }
        }
        let issuers = try calling("SecTrustEvaluate") { () throws(KeychainError) in
            try stored.intermediates(of: certificate)
        }
        switch evaluator.evaluate(certificate, through: issuers, for: use, at: now) {
        case .trusted: return nil
        case .untrusted(let problem): return problem.word
        }
    }
}

extension CertificatePolicy {
    /// What the chain of a certificate must be good for, or nil if no root of this system can answer for the policy:
    /// Apple alone issues the certificates of its own.
    fileprivate func use(named name: String?) -> CertificateUse? {
        switch self {
        case .basic: CertificateUse(.any)
        case .sslClient: CertificateUse(.sslClient)
        case .sslServer: CertificateUse(.sslServer, host: name)
        case .eap: CertificateUse(.eapServer, host: name)
        case .ipsec: CertificateUse(.any, host: name)
        case .smime, .ichat: CertificateUse(.email)
        case .codesigning: CertificateUse(.codeSigning)
        case .macAppStore, .appleID, .systemDefault, .systemKerberos: nil
        }
    }
}
