// Whether an identity counts as valid: the one place where trust is asked about.
// SPDX-License-Identifier: Apache-2.0

package import KeychainCertificates

package enum IdentityValidity {
    /// Why `certificate` is not valid for `policy`, in the words of macOS's listing, or nil where it is.
    ///
    /// Only the dates of the certificate and the name that is asked for are looked at. Chains, revocation, key usage and
    /// trust settings are not: nothing here evaluates trust yet.
    /// - Parameter name: the host of `ssl-server`, `eap` and `ipsec`, or the address of `smime` and `ichat`.
    /// - Parameter now: seconds since 2001-01-01 UTC.
    package static func problem(
        of certificate: Certificate?, for policy: CertificatePolicy, name: String?, at now: Double
    ) -> String? {
        guard let certificate else { return "CSSMERR_TP_INVALID_CERTIFICATE" }
        if now < certificate.validity.notBefore { return "CSSMERR_TP_CERT_NOT_VALID_YET" }
        if now > certificate.validity.notAfter { return "CSSMERR_TP_CERT_EXPIRED" }
        guard let name = name?.lowercased() else { return nil }
        switch policy {
        case .sslServer, .eap, .ipsec:
            let names = certificate.dnsNames.isEmpty ? [certificate.commonName ?? ""] : certificate.dnsNames
            return names.contains { isHost(name, namedBy: $0.lowercased()) } ? nil : "CSSMERR_APPLETP_HOSTNAME_MISMATCH"
        case .smime, .ichat:
            let isThere = certificate.emailAddresses.contains { $0.lowercased() == name }
            return isThere ? nil : "CSSMERR_APPLETP_SMIME_EMAIL_ADDRS_NOT_FOUND"
        default: return nil
        }
    }

    /// A `*` as the whole first label of a name stands for any one label (RFC 6125, section 6.4.3).
    private static func isHost(_ host: String, namedBy name: String) -> Bool {
        guard name.hasPrefix("*.") else { return host == name }
        guard let dot = host.firstIndex(of: "."), dot > host.startIndex else { return false }
        return host[dot...] == name.dropFirst()
    }
}
