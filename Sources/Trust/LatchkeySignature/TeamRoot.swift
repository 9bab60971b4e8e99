// The certificate of a team's authority, as root has installed it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

/// A certificate that may issue others and names one team: it vouches for programs of that team and no other.
package struct TeamRoot: Hashable, Sendable {
    package let certificate: Certificate
    package let team: TeamIdentifier

    /// Nil for a certificate that names no team, or may not issue others.
    package init?(_ certificate: Certificate) {
        guard let team = TeamIdentifier(certificate),
            certificate.extensions.basicConstraints?.isAuthority == true,
            certificate.extensions.keyUsage?.contains(.keyCertSign) == true
        else { return nil }
        self.certificate = certificate
        self.team = team
    }
}
