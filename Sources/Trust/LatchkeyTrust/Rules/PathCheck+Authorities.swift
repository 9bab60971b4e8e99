// Whether each certificate may have issued the one before it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

extension PathCheck {
    mutating func checkAuthorities() {
        for place in path.indices.dropFirst() { checkAuthority(place) }
        // Whoever stands in the file of the roots is an authority. A certificate that the program or a user trusts need
        // not be.
        if path.count == 1, anchor == .system { checkAuthority(0) }
        for place in path.indices.dropLast() {
            if let wanted = path[place].authorityKeyID, let identifier = path[place + 1].subjectKeyID,
                wanted != identifier
            {
                note(.wrongKeyID, place)
            }
        }
    }

    private mutating func checkAuthority(_ place: Int) {
        let certificate = path[place]
        let isRoot = anchor != nil && place == path.count - 1
        // No version before 3 can say that it is an authority; somebody trusts a root for being one.
        if certificate.version < 3, !isRoot { note(.noBasicConstraints, place) }
        if let constraints = certificate.extensions.basicConstraints {
            if !constraints.isAuthority { note(.notAuthority, place) }
            // Those that issue themselves do not count.
            let below = path.indices.prefix(place).dropFirst().count { !path[$0].isSelfIssued }
            if let most = constraints.pathLength, most < below { note(.pathTooLong, place) }
        } else if certificate.version >= 3 {
            note(.noBasicConstraints, place)
        }
        if let usage = certificate.extensions.keyUsage, !usage.contains(.keyCertSign) { note(.wrongKeyUsage, place) }
    }

    /// The constraints of the last certificate count as well if it is trusted.
    mutating func checkNames() {
        var limits = NameLimits()
        if anchor != nil, let constraints = path.last?.extensions.nameConstraints { limits.add(constraints) }
        for place in path.indices.prefix(processedCount).reversed() {
            let certificate = path[place]
            if place == 0 || !certificate.isSelfIssued, !limits.allow(certificate) {
                // One is enough, and further ones would cost as much.
                note(.nameNotPermitted, place)
                return
            }
            if let constraints = certificate.extensions.nameConstraints { limits.add(constraints) }
        }
    }
}
