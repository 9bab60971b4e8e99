// Whether a certificate is trusted for a use, at a time.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import SwiftASN1
import X509

/// Evaluates on the calling thread, which waits. What cannot be read, and what takes too long, is not trusted.
/// Revocation is not asked about.
package struct TrustEvaluator: Sendable {
    private let anchors: TrustAnchors
    private let settings: [TrustSettingsFile]

    /// Largest certificate that is looked at, in bytes. The names in one are compared with the constraints of another.
    package static let largestCertificate = 1 << 16

    /// - Parameter anchors: the certificates that are trusted without anybody's signature.
    /// - Parameter settings: the decisions of users, those that count most first.
    package init(anchors: TrustAnchors, settings: [TrustSettingsFile] = []) {
        self.anchors = anchors
        self.settings = settings
    }

    /// Whether the certificate alone is good for a use: dates, extended key usage, host name or e-mail address. Nothing
    /// is said of who issued it.
    /// - Parameter date: seconds since 2001-01-01 UTC.
    package static func checkUse(
        of certificate: LatchkeyCertificates.Certificate, for use: CertificateUse, at date: Double
    ) -> TrustResult {
        checkUse(of: certificate, for: use, at: date, excusing: TrustExcuses())
    }

    private static func checkUse(
        of certificate: LatchkeyCertificates.Certificate, for use: CertificateUse, at date: Double,
        excusing excuses: TrustExcuses
    ) -> TrustResult {
        guard let leaf = X509.Certificate(certificate) else {
            return .untrusted(because: certificate.hasShortKey ? .weakKey : .unreadable)
        }
        let alone = validate(
            leaf, through: [], to: [leaf.subject: [leaf]], for: [use], at: date, extent: .leaf, excusing: excuses)
        if case .problem(let problem) = alone { return .untrusted(because: problem) }
        if use.purpose == .email, !excuses.problems.contains(.wrongAddress), let address = use.host {
            // By their bytes: letters that only look alike, or have an equal in Unicode, are others.
            let sought = HostName.lowercase(address.utf8)
            guard certificate.emailAddresses.contains(where: { HostName.lowercase($0.utf8) == sought }) else {
                return .untrusted(because: .wrongAddress)
            }
        }
        return .trusted
    }

    /// Whether a chain leads from the certificate to one of the anchors, and is good for a use.
    /// - Parameter intermediates: certificates that may stand between the two; nothing is taken from them but names,
    ///   keys and limits, so that anybody may have made them.
    /// - Parameter date: seconds since 2001-01-01 UTC.
    package func evaluate(
        _ certificate: LatchkeyCertificates.Certificate, through intermediates: [LatchkeyCertificates.Certificate],
        for use: CertificateUse, at date: Double
    ) -> TrustResult {
        evaluation(of: certificate, through: intermediates, for: [use], at: date).result
    }

    /// The same for several uses of one chain, with that chain, which is as long as issuers were found where it is not
    /// trusted.
    /// - Parameter others: more anchors; with `onlyThese`, the others and no more.
    package func evaluation(
        of certificate: LatchkeyCertificates.Certificate, through intermediates: [LatchkeyCertificates.Certificate],
        for uses: [CertificateUse], at date: Double, trusting others: TrustAnchors? = nil, onlyThese: Bool = false
    ) -> TrustEvaluation {
        evaluation(
            of: certificate, through: intermediates, for: uses, at: date, trusting: others, onlyThese: onlyThese,
            excusing: TrustExcuses())
    }

    func evaluation(
        of certificate: LatchkeyCertificates.Certificate, through intermediates: [LatchkeyCertificates.Certificate],
        for uses: [CertificateUse], at date: Double, trusting others: TrustAnchors?, onlyThese: Bool,
        excusing excuses: TrustExcuses
    ) -> TrustEvaluation {
        guard let leaf = X509.Certificate(certificate) else {
            return TrustEvaluation(
                result: .untrusted(because: certificate.hasShortKey ? .weakKey : .unreadable), chain: [certificate],
                isByDecision: false)
        }
        guard let decisions = decisions(for: uses) else {
            return TrustEvaluation(
                result: .untrusted(because: .noSettings), chain: [certificate], isByDecision: false)
        }
        let own = others.map { decisions.permitted(of: $0.roots()) } ?? [:]
        var roots = own
        if !onlyThese { roots.merge(decisions.applied(to: anchors.roots())) { $0 + $1 } }
        let excused = excuses.root.flatMap { decisions.denies($0) ? nil : $0 }
        if let excused { roots[excused.subject, default: []].append(excused) }
        let between = intermediates.prefix(IssuerSearch.greatestCount).compactMap { X509.Certificate($0) }
        func answer(_ problem: TrustProblem) -> TrustEvaluation {
            let issuers = Array(roots.values.joined()) + between + decisions.denied.readable
            let chain = Self.likelyChain(from: leaf, among: issuers)
            let isDenied = chain.contains(where: decisions.denies)
            let known = chain.compactMap { LatchkeyCertificates.Certificate($0) }
            let isCutShort = problem == .noTrustedRoot && known.last.map { Self.lacks($0, of: intermediates) } ?? false
            return TrustEvaluation(
                result: .untrusted(because: isDenied ? .denied : isCutShort ? .weakKey : problem), chain: known,
                isByDecision: isDenied)
        }
        guard !decisions.denies(leaf) else { return answer(.denied) }
        // First the certificate alone, so that the answer names what is wrong with it rather than with a chain.
        for use in uses {
            let alone = Self.checkUse(of: certificate, for: use, at: date, excusing: excuses)
            if case .untrusted(let problem) = alone {
                return answer(problem)
            }
        }
        let isLeafTrusted =
            own[leaf.subject]?.contains(leaf) ?? false || !onlyThese && decisions.trusted.contains(leaf)
            || excused == leaf
        let validation = Self.validate(
            leaf, through: between.filter { !decisions.denies($0) }, to: roots, for: uses, at: date, extent: .chain,
            isLeafTrusted: isLeafTrusted, excusing: excuses)
        switch validation {
        case .problem(let problem): return answer(problem)
        case .chain(let found):
            let isByDecision = found.last.map(decisions.trusted.contains) ?? false
            return TrustEvaluation(
                result: .trusted, chain: found.compactMap { LatchkeyCertificates.Certificate($0) },
                isByDecision: isByDecision)
        }
    }

    /// What the roots and the decisions are at now. Where it is another than it was, an evaluation may come to
    /// something else.
    package var sources: TrustSources {
        TrustSources(files: anchors.state + settings.map { AnchorFile.State(path: $0.path) })
    }

    /// Nil if there are decisions that cannot be read: then nothing is trusted.
    private func decisions(for uses: [CertificateUse]) -> TrustDecisions? {
        var domains: [[TrustSetting]] = []
        for file in settings {
            guard let settings = try? file.settings() else { return nil }
            domains.append(settings)
        }
        return TrustDecisions(domains, for: uses)
    }

    /// Whether the issuer of a certificate, by its name, is not taken because its key is too short.
    private static func lacks(
        _ certificate: LatchkeyCertificates.Certificate, of issuers: [LatchkeyCertificates.Certificate]
    ) -> Bool {
        let name = certificate.issuer.normalizedContents
        return issuers.prefix(IssuerSearch.greatestCount).contains {
            $0.subject.normalizedContents == name && $0.hasShortKey
        }
    }

    private enum Validation: Sendable {
        case chain([X509.Certificate])
        case problem(TrustProblem)
    }

    private static func validate(
        _ leaf: X509.Certificate, through intermediates: [X509.Certificate], to roots: TrustAnchors.Roots,
        for uses: [CertificateUse], at date: Double, extent: ChainPolicy.Extent, isLeafTrusted: Bool = false,
        excusing excuses: TrustExcuses = TrustExcuses()
    ) -> Validation {
        let budget = SearchBudget()
        let findings = ChainFindings()
        let result = CallingThreadExecutor.run {
            var verifier = Verifier(rootCertificates: CertificateStore(custom: BoundedStore(roots, within: budget))) {
                ChainPolicy(
                    uses, at: date, extent: extent, findings: findings, isLeafTrusted: isLeafTrusted,
                    excusing: excuses)
            }
            let store = BoundedStore(Dictionary(grouping: intermediates, by: \.subject), within: budget)
            return await verifier.validate(leaf: leaf, intermediates: CertificateStore(custom: store))
        }
        switch result {
        case .validCertificate(let chain): return .chain(Array(chain))
        case .couldNotValidate:
            if budget.isSpent { return .problem(.tooComplex) }
            // Without a finding the policy was never asked: about the certificate alone that is for a critical
            // extension.
            return .problem(findings.first ?? (extent == .leaf ? .unknownDemand : .noTrustedRoot))
        }
    }

    /// The first chain of signatures that is found, for a user to look at. It is bounded in length, and in the issuers
    /// of one name that are tried.
    private static func likelyChain(
        from leaf: X509.Certificate, among issuers: [X509.Certificate]
    ) -> [X509.Certificate] {
        var chain = [leaf]
        while chain.count < ChainPolicy.greatestLength, let tip = chain.last, tip.issuer != tip.subject {
            let issuer = issuers.lazy.filter { $0.subject == tip.issuer }.prefix(4).first { issuer in
                !chain.contains(issuer) && issuer.publicKey.isValidSignature(tip.signature, for: tip)
            }
            guard let issuer else { break }
            chain.append(issuer)
        }
        return chain
    }
}

extension LatchkeyCertificates.Certificate {
    /// The bytes of a certificate that the verifier has read.
    fileprivate init?(_ certificate: X509.Certificate) {
        var serializer = DER.Serializer()
        guard (try? serializer.serialize(certificate)) != nil,
            let same = try? LatchkeyCertificates.Certificate(der: serializer.serializedBytes)
        else { return nil }
        self = same
    }
}

extension X509.Certificate {
    /// Nil for a certificate that the verifier does not understand, and for one whose signature is by another algorithm
    /// than is signed.
    init?(_ certificate: LatchkeyCertificates.Certificate) {
        guard certificate.der.count <= TrustEvaluator.largestCertificate,
            SignedPart(of: certificate.der)?.namesAlgorithm ?? false,
            let readable = try? X509.Certificate(derEncoded: certificate.der)
        else { return nil }
        self = readable
    }
}
