// Certificates that are never to be trusted, in whatever form they come.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

struct DeniedCertificates {
    /// As they were denied. Those that are not understood are not among them.
    private(set) var readable: Set<Certificate> = []
    private var signedParts: Set<ArraySlice<UInt8>> = []
    private var authorities: Set<Authority> = []

    /// Others may issue more certificates of an authority; they are denied with it.
    private struct Authority: Hashable {
        let subject: FoldedName
        let key: [UInt8]

        init(_ certificate: Certificate) {
            subject = certificate.subject.folded
            key = certificate.publicKeyOctets
        }
    }

    var isEmpty: Bool { signedParts.isEmpty }

    mutating func insert(_ certificate: Certificate) {
        signedParts.insert(certificate.signedPart)
        if certificate.isUnderstood { readable.insert(certificate) }
        // Of version 1 anything may be an authority.
        let isAuthority = certificate.extensions.basicConstraints?.isAuthority ?? false
        if isAuthority || certificate.version < 3 { authorities.insert(Authority(certificate)) }
    }

    mutating func formUnion(_ other: DeniedCertificates) {
        readable.formUnion(other.readable)
        signedParts.formUnion(other.signedParts)
        authorities.formUnion(other.authorities)
    }

    func contains(_ certificate: Certificate) -> Bool {
        !isEmpty
            && (signedParts.contains(certificate.signedPart) || authorities.contains(Authority(certificate)))
    }
}
