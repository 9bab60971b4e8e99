// Certificates that are never to be trusted, in whatever form they come.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import SwiftASN1
import X509

struct DeniedCertificates {
    /// As they were denied, for a user to look at. Those that the verifier does not understand are not among them.
    private(set) var readable: Set<X509.Certificate> = []
    private var signedParts: Set<[UInt8]> = []
    private var authorities: Set<Authority> = []

    /// Others may issue more certificates of an authority; they are denied with it.
    private struct Authority: Hashable {
        let subject: X509.DistinguishedName
        let key: X509.Certificate.PublicKey

        init(_ certificate: X509.Certificate) {
            subject = certificate.subject
            key = certificate.publicKey
        }
    }

    var isEmpty: Bool { signedParts.isEmpty }

    mutating func insert(_ certificate: LatchkeyCertificates.Certificate) {
        if let signed = SignedPart(of: certificate.der) { signedParts.insert(signed.bytes) }
        // Also one whose algorithms differ, which is never trusted itself.
        guard let certificate = try? X509.Certificate(derEncoded: certificate.der) else { return }
        readable.insert(certificate)
        // Of version 1 anything may be an authority.
        if certificate.isAuthority || certificate.version == .v1 { authorities.insert(Authority(certificate)) }
    }

    mutating func formUnion(_ other: DeniedCertificates) {
        readable.formUnion(other.readable)
        signedParts.formUnion(other.signedParts)
        authorities.formUnion(other.authorities)
    }

    func contains(_ certificate: X509.Certificate) -> Bool {
        !isEmpty
            && (signedParts.contains(Array(certificate.tbsCertificateBytes))
                || authorities.contains(Authority(certificate)))
    }
}
