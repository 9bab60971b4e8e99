// Rules that the verifier leaves to its user.
// SPDX-License-Identifier: Apache-2.0

import X509

extension UnverifiedCertificateChain {
    /// True if each certificate but the root allows the purpose by its extended key usage, or has none. Only a
    /// certificate that names the signing of code is one for it.
    func permits(_ purpose: CertificateUse.Purpose) -> Bool {
        let usage: ExtendedKeyUsage.Usage
        switch purpose {
        case .any: return true
        case .sslServer: usage = .serverAuth
        case .sslClient: usage = .clientAuth
        case .email: usage = .emailProtection
        case .codeSigning:
            guard leaf.names(.codeSigning) else { return false }
            usage = .codeSigning
        case .teamCode: usage = .codeSigning
        }
        return prefix(Swift.max(1, count - 1)).allSatisfy { $0.permits(usage) }
    }

    /// True if the first certificate, if it says what its key is for, has one for the signatures of the purpose.
    func permitsKey(for purpose: CertificateUse.Purpose) -> Bool {
        switch purpose {
        case .any, .sslServer, .sslClient, .email: true
        case .codeSigning, .teamCode: leaf.maySign
        }
    }

    /// True if an authority may have fewer others below it than it has. Those that issue themselves do not count. The
    /// verifier looks at this too, and does not say that it is this.
    var isTooLong: Bool {
        var authorities = 0
        for certificate in dropFirst() {
            if case .isCertificateAuthority(let most?)? = try? certificate.extensions.basicConstraints,
                certificate.version != .v1, most < authorities
            {
                return true
            }
            if certificate.issuer != certificate.subject { authorities += 1 }
        }
        return false
    }

    /// False for a signature over SHA-1, but for that of the root, which nothing rests on.
    var isStrong: Bool { dropLast().allSatisfy { $0.signatureAlgorithm != .sha1WithRSAEncryption } }
}

extension X509.Certificate {
    /// False for a certificate that says what its key is for, and not that it is for signing certificates. The verifier
    /// takes such issuers.
    var mayIssue: Bool {
        do {
            return try extensions.keyUsage?.keyCertSign ?? true
        } catch {
            return false
        }
    }

    /// Whether it says that it is an authority (RFC 5280, section 4.2.1.9). No version before 3 can say so; the
    /// verifier lets those issue all the same.
    var isAuthority: Bool {
        guard version == .v3, case .some(.isCertificateAuthority) = try? extensions.basicConstraints else {
            return false
        }
        return true
    }

    /// Whether its own key has signed it.
    var isSelfSigned: Bool { subject == issuer && publicKey.isValidSignature(signature, for: self) }

    /// False for a certificate that says what its key is for, and not that it is for signatures.
    fileprivate var maySign: Bool {
        do {
            return try extensions.keyUsage?.digitalSignature ?? true
        } catch {
            return false
        }
    }

    fileprivate func names(_ usage: ExtendedKeyUsage.Usage) -> Bool {
        guard let usages = try? extensions.extendedKeyUsage else { return false }
        return usages.contains(usage)
    }

    fileprivate func permits(_ usage: ExtendedKeyUsage.Usage) -> Bool {
        do {
            guard let usages = try extensions.extendedKeyUsage else { return true }
            return usages.contains(usage) || usages.contains(.any)
        } catch {
            return false
        }
    }
}
