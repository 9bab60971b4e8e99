// Whether the certificates of a path were revoked, as far as a program knows.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

/// For one evaluation. What is found of a certificate or a signature is kept for its other paths.
final class RevocationCheck {
    let source: RevocationSource
    /// Seconds since 2001-01-01 UTC.
    let date: Double
    let budget: SearchBudget
    private let search: PathSearch
    private let denies: (Certificate) -> Bool
    /// Whether signatures over SHA-1 show nothing good.
    let refusesWeakSignatures: Bool
    private var statuses: [Question: RevocationStatus] = [:]
    private var standings: [Question: Standing] = [:]
    let signatures: StatementSignatures
    /// Signers of lists and responses that are being looked at.
    private var signers: [Certificate] = []

    /// Most signers that depend on one another.
    private static let greatestDepth = 4

    private struct Question: Hashable {
        let certificate: Certificate
        let issuers: [Certificate]
    }

    /// - Parameters:
    ///   - search: One that knows all certificates and has proposed nothing.
    ///   - uses: Those of the chain.
    ///   - denies: Whether a user has decided that a certificate is never to be trusted.
    init(
        _ source: RevocationSource, at date: Double, _ search: PathSearch, for uses: [CertificateUse],
        denies: @escaping (Certificate) -> Bool
    ) {
        self.source = source
        self.denies = denies
        refusesWeakSignatures = uses.contains { $0.purpose.refusesWeakSignatures(under: nil) }
        self.date = date
        self.search = search
        budget = search.budget
        signatures = StatementSignatures(source, within: search.budget)
    }

    /// What is known of each certificate of a path that is trusted, but the last one.
    func statuses(of path: [Certificate]) -> [RevocationStatus] {
        path.indices.dropLast().map { status(of: path[$0], under: Array(path[($0 + 1)...])) }
    }

    /// - Parameter issuers: the issuer first, and the one that is trusted last.
    func status(of certificate: Certificate, under issuers: [Certificate]) -> RevocationStatus {
        let question = Question(certificate: certificate, issuers: issuers)
        if let known = statuses[question] { return known }
        var status = listed(certificate, under: issuers).joined { answered(certificate, under: issuers) }
        if status == .unknown, certificate.extensions.isNeverAskedAbout, certificate.namesOCSPSigning {
            status = .good(until: certificate.validity.notAfter)
        }
        // Within another question some signers are not heard that are heard else.
        if signers.isEmpty { statuses[question] = status }
        return status
    }

    /// Whether a certificate is good because a signer says so. Not to be refused is enough to revoke one.
    func isEnough(_ standing: Standing) -> Bool {
        switch standing {
        case .refused, .revokes: false
        case .unknown: source.demand != .all
        case .good: true
        }
    }

    /// What is known of another certificate than the issuer that has signed a statement about one: it must have a path
    /// of its own to the same end (RFC 5280, section 6.3.3, (f)).
    func standing(of signer: Certificate, for certificate: Certificate, under issuers: [Certificate]) -> Standing {
        if signer == issuers.first { return .good }
        // Who lets somebody list its own certificate is content with what that one says.
        if signers.contains(signer) { return signer == certificate ? .good : .refused }
        guard let root = issuers.last, signers.count < Self.greatestDepth else { return .refused }
        let question = Question(certificate: signer, issuers: issuers)
        if let known = standings[question] { return known }
        signers.append(signer)
        defer { signers.removeLast() }
        var best = Standing.refused
        var search = search
        // Nobody need trust the last certificate of a chain of which that is excused.
        search.end = root
        search.propose(from: signer) { path, anchor in
            guard path.last == root else { return false }
            let found = min(judged(path, to: anchor, beside: issuers), Standing(statuses(of: path)))
            best = max(best, found)
            return best == .good
        }
        // Within another question some signers are not heard that are heard else.
        if signers.count == 1 { standings[question] = best }
        return best
    }

    /// What the path of a signer says of it, but for revocation.
    /// - Parameter issuers: those of the certificate that is asked about. What is wrong with them is noted of its
    ///   chain.
    func judged(_ path: [Certificate], to anchor: Anchor, beside issuers: [Certificate]) -> Standing {
        var check = PathCheck(path, to: anchor, for: [CertificateUse(.any)], at: date)
        check.checkPath()
        let isExcused =
            check.findings.isEmpty
            || check.findings.allSatisfy { finding in
                finding.place == 0 && (finding.problem == .expired || finding.problem == .notYetValid)
                    || isNoted(finding.problem, path[finding.place], of: issuers)
            }
        guard isExcused else { return .refused }
        let isWeak = refusesWeakSignatures && path.dropLast().contains { Self.isWeak($0.signatureAlgorithm) }
        return check.findings.isEmpty && !isWeak && !path.contains(where: denies) ? .good : .revokes
    }

    /// Whether a problem of an issuer is one that it has in the chain as well. What depends on who is below it is none.
    private func isNoted(_ problem: TrustProblem, _ certificate: Certificate, of issuers: [Certificate]) -> Bool {
        guard issuers.contains(certificate) else { return false }
        var check = PathCheck(issuers, to: .caller, for: [CertificateUse(.any)], at: date)
        check.checkPath()
        return check.findings.contains { $0.problem == problem && issuers[$0.place] == certificate }
    }

    static func isWeak(_ algorithm: ArraySlice<UInt8>) -> Bool {
        SignatureScheme(algorithm: algorithm)?.isWeak ?? true
    }

    /// The same for who answers for the issuer, and whose path is that of the issuer.
    func standing(ofResponder signer: Certificate, under issuers: [Certificate]) -> Standing {
        if signer == issuers.first { return .good }
        guard !signers.contains(signer), signers.count < Self.greatestDepth else { return .refused }
        signers.append(signer)
        defer { signers.removeLast() }
        return Standing([status(of: signer, under: issuers)])
    }

    /// Those that may have signed a list about a certificate: the issuer, and others of the name.
    func listSigners(named name: FoldedName, under issuers: [Certificate]) -> [Certificate] {
        let first = issuers.prefix(1).filter { $0.subject.folded == name }
        return (first + search.named(name)).filter { certificate in
            certificate.isUnderstood && (certificate.extensions.keyUsage?.contains(.cRLSign) ?? true)
        }
    }
}
