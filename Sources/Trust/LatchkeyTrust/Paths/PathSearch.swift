// Proposes paths from a certificate to those that are trusted without anybody's signature.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

/// Each certificate of a path has been signed by the next one, and names it as its issuer. Nothing else is checked.
struct PathSearch {
    /// Most certificates of a path, the first and the last among them.
    static let greatestLength = 10

    private let anchors: AnchorSet
    private var issuers: [FoldedName: [Certificate]] = [:]
    /// Seconds since 2001-01-01 UTC.
    private let date: Double
    let budget = SearchBudget()
    private var isTooLong = false
    /// A certificate at which paths may end, too, whoever trusts it.
    var end: Certificate?
    /// The first path that led nowhere.
    private(set) var deadEnd: [Certificate]?

    /// - Parameter issuers: certificates that may stand between; anybody may have made them.
    init(to anchors: AnchorSet, through issuers: [Certificate], at date: Double) {
        self.anchors = anchors
        self.date = date
        var known: Set<Certificate> = []
        for certificate in issuers {
            guard budget.hasTime() else { break }
            guard certificate.der.count <= TrustEvaluator.largestCertificate, known.insert(certificate).inserted else {
                continue
            }
            self.issuers[certificate.subject.folded, default: []].append(certificate)
        }
    }

    /// Whether paths were left out that the budget or the greatest length forbids.
    var isCutShort: Bool { budget.isSpent || isTooLong }

    /// All certificates of a name that are known.
    func named(_ name: FoldedName) -> [Certificate] { anchors.named(name) + (issuers[name] ?? []) }

    /// Proposes paths, the likeliest first, until one is accepted.
    mutating func propose(
        from certificate: Certificate, accept: (_ path: [Certificate], _ anchor: Anchor) -> Bool
    ) {
        var path = [certificate]
        _ = extend(&path, accept)
    }

    /// True when the search is over.
    private mutating func extend(
        _ path: inout [Certificate], _ accept: (_ path: [Certificate], _ anchor: Anchor) -> Bool
    ) -> Bool {
        let tip = path[path.count - 1]
        guard budget.hasTime() else { return true }
        if let anchor = anchors.kind(of: tip) ?? (tip == end ? .caller : nil), accept(path, anchor) { return true }
        var isExtended = false
        for candidate in candidates(for: tip) where !path.contains(candidate) {
            guard path.count < Self.greatestLength else {
                isTooLong = true
                break
            }
            guard budget.spend() else { return true }
            guard candidate.isUnderstood, IssuerKey(candidate).hasSigned(tip) else { continue }
            isExtended = true
            path.append(candidate)
            if extend(&path, accept) { return true }
            path.removeLast()
        }
        if !isExtended, deadEnd == nil { deadEnd = path }
        return false
    }

    /// By name. First those that are trusted, then those whose key identifier is the one that is asked for, then those
    /// that are valid.
    private func candidates(for issued: Certificate) -> [Certificate] {
        let name = issued.issuer.folded
        let trusted = anchors.named(name).map { (0, $0) }
        let others = (issuers[name] ?? []).map { (4, $0) }
        let found = trusted + others
        guard found.count > 1 else { return found.map(\.1) }
        let ranked = found.enumerated().map { place, candidate in
            let (rank, certificate) = candidate
            let fits = issued.authorityKeyID == certificate.subjectKeyID
            let isValid = date >= certificate.validity.notBefore && date <= certificate.validity.notAfter
            return (order: (rank + (fits ? 0 : 2) + (isValid ? 0 : 1), place), certificate: certificate)
        }
        return ranked.sorted(by: { $0.order < $1.order }).map(\.certificate)
    }
}
