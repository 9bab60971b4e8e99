// Whether the certificates of a path were revoked.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

extension PathCheck {
    /// The last certificate is not asked about, whether somebody trusts it or not.
    mutating func checkRevocation(by check: RevocationCheck) -> RevocationKnowledge {
        let statuses = check.statuses(of: path)
        for (place, status) in statuses.enumerated() {
            switch status {
            case .revoked: note(.revoked, place)
            case .unknown: if check.source.demand.includes(place) { note(.revocationUnknown, place) }
            case .good: break
            }
        }
        // Nobody says anything about a certificate that is trusted itself.
        if statuses.isEmpty, check.source.demand == .first { note(.revocationUnknown, 0) }
        // What was not looked at might have said that one is revoked.
        if !check.budget.hasTime() { note(.tooComplex, 0) }
        return RevocationKnowledge(statuses)
    }
}

extension RevocationSource.Demand {
    fileprivate func includes(_ place: Int) -> Bool {
        switch self {
        case .none: false
        case .first: place == 0
        case .all: true
        }
    }
}
