// What a user has decided about one certificate.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

/// One decision: trust the certificate, or never trust it, for some use.
package struct TrustSetting: Hashable, Sendable {
    package let certificate: Certificate
    package let result: Result
    /// Nil for any use.
    package let use: Use?
    /// The host or the e-mail address for which the decision holds, or nil for any.
    package let name: String?

    /// The raw value is Apple's (`SecTrustSettingsResult`).
    package enum Result: Int, Hashable, Sendable, CaseIterable {
        /// A root that issued itself.
        case trustRoot = 1
        /// A certificate that somebody else issued, as if it were a root.
        case trustAsRoot = 2
        /// Never to be trusted, nor what it issues.
        case deny = 3
        /// As if there were no decision.
        case unspecified = 4
    }

    /// The raw value is the word of `security add-trusted-cert -p`.
    package enum Use: String, Hashable, Sendable, CaseIterable {
        case basic, ssl, smime, codeSign
    }

    package init(_ certificate: Certificate, _ result: Result, for use: Use? = nil, name: String? = nil) {
        self.certificate = certificate
        self.result = result
        self.use = use
        self.name = name
    }

    /// Whether the decision is about this use, and about the host or address that it names.
    func applies(to other: CertificateUse) -> Bool {
        if let use, use != other.settingUse { return false }
        guard let name else { return true }
        let isName: (String) -> Bool
        if other.purpose == .email {
            isName = { HostName.lowercase(name.utf8) == HostName.lowercase($0.utf8) }
        } else {
            guard let host = HostName(name) else { return false }
            isName = { asked in
                if HostName(asked) == host { return true }
                // A pattern may stand for the host.
                guard result == .deny, case .name(let name) = host else { return false }
                return CertifiedName(asked)?.covers(name) ?? false
            }
        }
        // Of several names any may be the one: a denial of one counts, and trust in one does not.
        guard let names = other.names, !names.isEmpty else { return false }
        return result == .deny ? names.contains(where: isName) : names.allSatisfy(isName)
    }
}

extension TrustSetting: CustomStringConvertible, CustomReflectable {
    package var description: String { "<trust setting>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension CertificateUse {
    fileprivate var settingUse: TrustSetting.Use {
        switch purpose {
        case .any: .basic
        case .sslServer, .sslClient, .eapServer, .eapClient: .ssl
        case .email: .smime
        case .codeSigning, .teamCode: .codeSign
        }
    }
}
