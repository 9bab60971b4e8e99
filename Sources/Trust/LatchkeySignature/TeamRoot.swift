// The certificate of a team's authority, as root has installed it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import SwiftASN1
import X509

/// A certificate that may issue others and names one team: it vouches for programs of that team and no other.
package struct TeamRoot: Hashable, Sendable {
    package let certificate: LatchkeyCertificates.Certificate
    package let team: TeamIdentifier

    /// Nil for a certificate that names no team, or may not issue others.
    package init?(_ certificate: LatchkeyCertificates.Certificate) {
        guard let team = TeamIdentifier(certificate),
            let readable = try? X509.Certificate(derEncoded: certificate.der),
            case .isCertificateAuthority? = try? readable.extensions.basicConstraints,
            (try? readable.extensions.keyUsage)?.keyCertSign == true
        else { return nil }
        self.certificate = certificate
        self.team = team
    }
}
