// Rules that the verifier leaves to its user.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel
import X509

extension UnverifiedCertificateChain {
    /// True where each certificate but the root allows the use by its extended key usage, or has none.
    func permits(_ policy: TrustPolicy) -> Bool {
        let usage: ExtendedKeyUsage.Usage
        switch policy {
        case .basic: return true
        case .sslServer: usage = .serverAuth
        case .sslClient: usage = .clientAuth
        }
        return prefix(Swift.max(1, count - 1)).allSatisfy { $0.permits(usage) }
    }

    /// False for a signature over SHA-1, but for that of the root, which nothing rests on.
    var isStrong: Bool { dropLast().allSatisfy { $0.signatureAlgorithm != .sha1WithRSAEncryption } }
}

extension X509.Certificate {
    /// False for a certificate that says what its key is for, and not that it is for signing certificates. The verifier takes
    /// such issuers.
    var mayIssue: Bool {
        do {
            return try extensions.keyUsage?.keyCertSign ?? true
        } catch {
            return false
        }
    }

    /// Whether there are alternative names. The verifier falls back to the common name, which Apple's systems no longer do.
    var namesHosts: Bool {
        guard let names = try? extensions.subjectAlternativeNames else { return false }
        return !names.isEmpty
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
