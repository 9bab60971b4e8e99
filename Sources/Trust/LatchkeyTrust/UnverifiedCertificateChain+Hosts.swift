// The hosts that a certificate is for.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1
import X509

extension UnverifiedCertificateChain {
    /// Whether an issuer excludes one of the hosts, or a name that a wildcard of the first certificate may stand for.
    /// The verifier compares the constraints with the names of certificates as they are spelled, and leaves out those
    /// that it cannot read.
    func excludes(_ hosts: [HostName]) -> Bool {
        let wildcards = leaf.certifiedNames.filter(\.isWildcard).map(\.base)
        let names: [[UInt8]] = hosts.compactMap { host in
            if case .name(let name) = host { name } else { nil }
        }
        guard !wildcards.isEmpty || !names.isEmpty else { return false }
        return dropFirst().contains { issuer in
            // Constraints that cannot be read are refused by the verifier.
            guard let constraints = try? issuer.extensions.nameConstraints else { return false }
            return constraints.excludedDNSDomains.contains { excluded in
                let subtree = DNSSubtree(excluded)
                return names.contains(where: subtree.contains) || wildcards.contains(where: subtree.reaches)
            }
        }
    }
}

extension X509.Certificate {
    /// Whether the host is among the alternative names. The common name does not count, as on Apple's systems.
    func names(_ host: HostName) -> Bool {
        switch host {
        case .name(let name): certifiedNames.contains { $0.covers(name) }
        case .address(let address):
            alternativeNames.contains { name in
                if case .ipAddress(let octets) = name { octets.bytes.elementsEqual(address) } else { false }
            }
        }
    }

    fileprivate var certifiedNames: [CertifiedName] {
        alternativeNames.compactMap { name in
            if case .dnsName(let text) = name { CertifiedName(text) } else { nil }
        }
    }

    private var alternativeNames: [GeneralName] {
        guard let names = try? extensions.subjectAlternativeNames else { return [] }
        return Array(names)
    }
}
