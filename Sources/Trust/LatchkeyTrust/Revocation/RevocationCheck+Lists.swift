// What lists of revoked certificates say (RFC 5280, section 6.3).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

extension RevocationCheck {
    /// A certificate is good if current lists without it are about every reason together. It is revoked if one list has
    /// it, though a newer one were there by now: who is revoked stays so, but for a hold.
    func listed(_ certificate: Certificate, under issuers: [Certificate]) -> RevocationStatus {
        var missing = RevocationReasons.all
        var end = Double.infinity
        for (place, list) in source.lists.enumerated()
        where list.extensions.baseNumber == nil && !list.hasUnknownDemand {
            guard budget.hasTime() else { break }
            let reasons = list.reasons(for: certificate)
            guard !reasons.isEmpty,
                let (signer, standing) = signer(of: place, for: certificate, under: issuers), budget.hasTime()
            else { continue }
            let deltas = deltas(of: list, by: signer)
            // With a current delta, a list is as current as that.
            let delta = deltas.last { $0.time.isCurrent(at: date) }
            let time = delta?.time ?? list.time
            let isCurrent = time.isCurrent(at: date) && list.time.hasBegun(at: date)
            func reason(_ list: RevocationList?) -> RevocationReason? {
                list?.reason(
                    forSerialNumber: certificate.serialNumber, issuedBy: certificate.issuer.folded,
                    while: budget.hasTime)
            }
            let latest = reason(delta) ?? reason(list)
            if let latest, latest != .removeFromList {
                guard latest == .certificateHold else { return .revoked(latest) }
                if isCurrent, !isReplaced(place, by: signer) { return .revoked(latest) }
            }
            for delta in deltas {
                guard budget.hasTime() else { break }
                guard let earlier = reason(delta), earlier != .removeFromList, earlier != .certificateHold else {
                    continue
                }
                return .revoked(earlier)
            }
            let isWeak = refusesWeakSignatures && Self.isWeak(list.signatureAlgorithm)
            // A hold that a newer list has no more shows nothing.
            guard isCurrent, latest != .certificateHold, isEnough(standing), !isWeak else { continue }
            missing.subtract(reasons)
            end = min(end, time.end)
        }
        return missing.isEmpty ? .good(until: end) : .unknown
    }

    /// Who has signed a list and may do so: of several the one of whom most is known.
    private func signer(
        of list: Int, for certificate: Certificate, under issuers: [Certificate]
    ) -> (signer: Certificate, standing: Standing)? {
        var best: (signer: Certificate, standing: Standing)?
        for candidate in listSigners(named: source.lists[list].issuer.folded, under: issuers)
        where signatures.isList(list, of: candidate) {
            let standing = standing(of: candidate, for: certificate, under: issuers)
            if standing > best?.standing ?? .refused { best = (candidate, standing) }
            if standing == .good { break }
        }
        return best
    }

    /// Whether the same signer has made a newer list of the same kind, which is current.
    private func isReplaced(_ place: Int, by signer: Certificate) -> Bool {
        let list = source.lists[place]
        guard let number = list.extensions.number else { return false }
        return source.lists.enumerated().contains { other, newer in
            newer.extensions.baseNumber == nil && !newer.hasUnknownDemand && newer.isOfKind(of: list)
                && newer.extensions.number.map { $0 > number } ?? false && newer.time.isCurrent(at: date)
                && signatures.isList(other, of: signer)
        }
    }

    /// The lists with the changes of one, by the same signer, the newest last.
    private func deltas(of list: RevocationList, by signer: Certificate) -> [RevocationList] {
        let found = source.lists.enumerated().filter { place, delta in
            !delta.hasUnknownDemand && list.isBase(of: delta) && signatures.isList(place, of: signer)
        }.map(\.element)
        return found.sorted { one, other in
            guard let number = one.extensions.number, let next = other.extensions.number else { return false }
            return number < next
        }
    }
}
