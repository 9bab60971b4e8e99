// Notes all that is wrong with one path (RFC 5280, section 6.1, and the rules of the uses).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

/// Documentation/Reference/Trust.md has each rule with its source.
struct PathCheck {
    /// The first certificate, then its issuers.
    let path: [Certificate]
    /// Who trusts the last one; nil for nobody.
    let anchor: Anchor?
    let uses: [CertificateUse]
    /// Seconds since 2001-01-01 UTC.
    let date: Double
    var policies = InitialPolicies()
    /// Asked about the last certificate, and only if the answer decides.
    var isShipped: (Certificate) -> Bool = { _ in false }
    private(set) var findings: [TrustFinding] = []

    init(
        _ path: [Certificate], to anchor: Anchor?, for uses: [CertificateUse], at date: Double,
        policies: InitialPolicies = InitialPolicies(), isShipped: @escaping (Certificate) -> Bool = { _ in false }
    ) {
        self.path = path
        self.anchor = anchor
        self.uses = uses
        self.date = date
        self.policies = policies
        self.isShipped = isShipped
    }

    var leaf: Certificate { path[0] }

    /// How many certificates are processed: one that is trusted itself is not.
    var processedCount: Int { anchor == nil ? path.count : path.count - 1 }

    /// Of the whole path.
    mutating func checkPath() {
        checkLeaf()
        for place in path.indices.dropFirst() { checkCertificate(place) }
        checkAuthorities()
        checkNames()
        if !PolicyTree.allows(path.prefix(processedCount).reversed(), policies) { note(.policyMissing, 0) }
        for use in uses { checkIssuers(for: use) }
        if anchor == nil { note(.noTrustedRoot, path.count - 1) }
    }

    /// Of the first certificate alone.
    mutating func checkLeaf() {
        checkCertificate(0)
        for use in uses { checkLeaf(for: use) }
    }

    mutating func note(_ problem: TrustProblem, _ place: Int) {
        let finding = TrustFinding(problem: problem, place: place)
        if !findings.contains(finding) { findings.append(finding) }
    }

    /// What may be wrong with any certificate.
    private mutating func checkCertificate(_ place: Int) {
        let certificate = path[place]
        // Of numbers, not of dates: for what is no number neither comparison holds.
        if !(date >= certificate.validity.notBefore) {
            note(.notYetValid, place)
        } else if !(date <= certificate.validity.notAfter) {
            note(.expired, place)
        }
        let isServer = uses.contains { $0.purpose == .sslServer }
        if certificate.hasShortKey(forServer: isServer) { note(.weakKey, place) }
        if certificate.extensions.isUnreadable { note(.unreadableExtension, place) }
        if certificate.extensions.hasDuplicate { note(.duplicateExtension, place) }
        if certificate.extensions.hasUnknownDemand { note(.unknownDemand, place) }
        if certificate.subject.folded.isEmpty {
            let isAuthority = certificate.extensions.basicConstraints?.isAuthority ?? false
            let isNamed = certificate.extensions.hasCriticalNames && !certificate.extensions.names.isEmpty
            if isAuthority || !isNamed { note(.noSubject, place) }
        }
    }
}
