// Whom a certificate is for.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

extension Certificate {
    /// Whether the host is among the alternative names. The common name does not count, as on Apple's systems.
    func isFor(host text: String) -> Bool {
        switch HostName(text) {
        case .name(let name): certifiedNames.contains { $0.covers(name) }
        case .address(let address): extensions.names.contains(.address(address))
        case nil: false
        }
    }

    /// Whether a pattern such as `*.example.com` stands for one of the alternative names.
    func isFor(pattern text: String) -> Bool {
        guard let pattern = CertifiedName(text), pattern.isWildcard else { return false }
        return certifiedNames.contains { !$0.isWildcard && pattern.covers($0.base) }
    }

    /// By the bytes: letters that only look alike, or have an equal in Unicode, are others.
    func isFor(address: String) -> Bool {
        let sought = HostName.lowercase(address.utf8)
        return emailAddresses.contains { HostName.lowercase($0.utf8) == sought }
    }

    private var certifiedNames: [CertifiedName] { dnsNames.compactMap(CertifiedName.init) }
}
