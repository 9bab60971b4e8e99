// Which certificates a list is about (RFC 5280, section 6.3.3, (b) to (d)).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

extension RevocationList {
    /// For which reasons the list would have a certificate; empty if it is not about the certificate.
    func reasons(for certificate: Certificate) -> RevocationReasons {
        // A list of the issuer's that no distribution point is said to have is as good.
        let usual = DistributionPoint(name: .full([.directory(certificate.issuer.folded)]))
        return (certificate.extensions.distributionPoints + [usual]).reduce(into: []) { reasons, point in
            if covers(certificate, at: point) {
                reasons.formUnion((point.reasons ?? .all).intersection(ownReasons))
            }
        }
    }

    /// Whether the other list has the changes of this one (RFC 5280, section 5.2.4).
    func isBase(of delta: RevocationList) -> Bool {
        guard let base = delta.extensions.baseNumber, let later = delta.extensions.number,
            let number = extensions.number
        else { return false }
        return delta.isOfKind(of: self) && base <= number && number < later
    }

    /// Whether it has the issuer, the scope and the key of another one.
    func isOfKind(of other: RevocationList) -> Bool {
        issuer.folded == other.issuer.folded && extensions.distributionPoint == other.extensions.distributionPoint
            && extensions.authorityKeyID == other.extensions.authorityKeyID
    }

    var time: StatementTime { StatementTime(thisUpdate: thisUpdate, nextUpdate: nextUpdate) }

    private var ownReasons: RevocationReasons { extensions.distributionPoint?.reasons ?? .all }

    private func covers(_ certificate: Certificate, at point: DistributionPoint) -> Bool {
        let own = extensions.distributionPoint
        if let issuers = point.issuers {
            guard issuers.contains(issuer.folded), own?.isIndirect ?? false else { return false }
        } else {
            guard issuer.folded == certificate.issuer.folded else { return false }
        }
        guard let own else { return true }
        let isAuthority = certificate.extensions.basicConstraints?.isAuthority ?? false
        guard !own.hasAttributesOnly, !(own.hasUsersOnly && isAuthority), !(own.hasAuthoritiesOnly && !isAuthority)
        else { return false }
        guard let names = own.name?.names(below: [issuer.folded]) else { return true }
        let issuers = point.issuers ?? [certificate.issuer.folded]
        return !names.isDisjoint(with: point.name?.names(below: issuers) ?? Set(issuers.map { .directory($0) }))
    }
}
