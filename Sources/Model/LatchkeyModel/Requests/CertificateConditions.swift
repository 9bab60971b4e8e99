// What a certificate must say for a search to find it, beyond its attributes.
// SPDX-License-Identifier: Apache-2.0

/// Conditions on the bytes of a certificate (reference 3.2.5 to 3.2.9). All of them must hold; bytes that are no
/// certificate meet none.
package struct CertificateConditions: Hashable, Sendable {
    /// Names as DER or as normalised contents, one of which must be in the chain of issuers; empty for any chain.
    package var issuers: [[UInt8]] = []
    package var validity: Validity?
    package var emailAddress: String?
    package var subject: [SubjectTest] = []
    /// The use that the certificate must be good for, whoever issued it.
    package var policy: TrustPolicy?
    /// True if a chain must lead to a root of the system; with ``policy``, one that is good for that use.
    package var trustedOnly = false

    package init() {}

    package var isEmpty: Bool { !followIssuers && !needCertificate }
    /// True if the bytes of the certificate are looked into.
    package var needCertificate: Bool {
        validity != nil || emailAddress != nil || !subject.isEmpty || policy != nil || trustedOnly
    }
    /// True if the certificates that issued it are looked for.
    package var followIssuers: Bool { !issuers.isEmpty || trustedOnly }

    /// When the certificate must be valid.
    package enum Validity: Hashable, Sendable {
        case now
        /// Seconds since 2001-01-01 UTC.
        case date(Double)
    }

    /// A text that the subject summary must have in some place.
    package struct SubjectTest: Hashable, Sendable {
        package enum Place: Hashable, Sendable { case anywhere, start, end, whole }

        package let place: Place
        package let text: String

        package init(_ place: Place, _ text: String) {
            self.place = place
            self.text = text
        }
    }
}
