// Whether a certificate is trusted for a use, at a time.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

/// Evaluates on the calling thread, which waits. What cannot be read, and what takes too long, is not trusted.
/// Of revocation it knows what the caller gives.
package struct TrustEvaluator: Sendable {
    private let anchors: TrustAnchors
    private let settings: [TrustSettingsFile]
    private let shipped: ShippedRoots

    /// Largest certificate that is looked at, in bytes. The names in one are compared with the constraints of another.
    package static let largestCertificate = 1 << 16

    /// - Parameter anchors: the certificates that are trusted without anybody's signature.
    /// - Parameter settings: the decisions of users, those that count most first.
    /// - Parameter shipped: which of the anchors are the distribution's.
    package init(
        anchors: TrustAnchors, settings: [TrustSettingsFile] = [], shipped: ShippedRoots = .system
    ) {
        self.anchors = anchors
        self.settings = settings
        self.shipped = shipped
    }

    /// Whether the certificate alone is good for a use: dates, extended key usage, host name or e-mail address. Nothing
    /// is said of who issued it.
    /// - Parameter date: seconds since 2001-01-01 UTC.
    package static func checkUse(of certificate: Certificate, for use: CertificateUse, at date: Double) -> TrustResult {
        guard certificate.isUnderstood else { return .untrusted(because: .unreadable) }
        var check = PathCheck([certificate], to: nil, for: [use], at: date)
        check.checkLeaf()
        return TrustFinding.foremost(of: check.findings).map { .untrusted(because: $0.problem) } ?? .trusted
    }

    /// Whether a chain leads from the certificate to one of the anchors, and is good for a use.
    /// - Parameter intermediates: certificates that may stand between the two; nothing is taken from them but names,
    ///   keys and limits, so that anybody may have made them.
    /// - Parameter date: seconds since 2001-01-01 UTC.
    package func evaluate(
        _ certificate: Certificate, through intermediates: [Certificate], for use: CertificateUse, at date: Double
    ) -> TrustResult {
        evaluation(of: certificate, through: intermediates, for: [use], at: date).result
    }

    /// The same for several uses of one chain, with that chain, which is as long as issuers were found if it is not
    /// trusted.
    /// - Parameter others: more anchors; with `onlyThese`, the others and no more.
    /// - Parameter policies: those that the chain must have.
    /// - Parameter revocation: what is known of revoked certificates, and what must be.
    package func evaluation(
        of certificate: Certificate, through intermediates: [Certificate], for uses: [CertificateUse],
        at date: Double, trusting others: TrustAnchors? = nil, onlyThese: Bool = false,
        policies: InitialPolicies = InitialPolicies(), revocation: RevocationSource = RevocationSource()
    ) -> TrustEvaluation {
        guard certificate.isUnderstood else { return TrustEvaluation(certificate, .unreadable) }
        guard let decisions = decisions(for: uses) else { return TrustEvaluation(certificate, .noSettings) }
        let anchors = AnchorSet(
            callers: others?.roots() ?? [:], systems: onlyThese ? [:] : anchors.roots(),
            decided: onlyThese ? [] : decisions.trusted)
        var search = PathSearch(to: anchors, through: intermediates + decisions.denied.readable, at: date)
        let revocationCheck =
            revocation.isEmpty
            ? nil
            : RevocationCheck(
                revocation, at: date, search, for: uses, denies: decisions.denies)
        func evaluate(_ path: [Certificate], _ anchor: Anchor?) -> TrustEvaluation {
            var check = PathCheck(path, to: anchor, for: uses, at: date, policies: policies, isShipped: shipped.contain)
            check.checkPath()
            for place in path.indices where decisions.denies(path[place]) { check.note(.denied, place) }
            var known = RevocationKnowledge()
            if let revocationCheck { known = check.checkRevocation(by: revocationCheck) }
            let isDenied = check.findings.contains { $0.problem == .denied }
            var evaluation = TrustEvaluation(
                path, check.findings, isByDecision: isDenied || anchor == .decision)
            evaluation.revocation = known
            return evaluation
        }
        var first: TrustEvaluation?
        var trusted: TrustEvaluation?
        search.propose(from: certificate) { path, anchor in
            let evaluation = evaluate(path, anchor)
            if first == nil { first = evaluation }
            guard evaluation.result.isTrusted else { return false }
            trusted = evaluation
            return true
        }
        if let found = trusted ?? first { return found }
        var dead = evaluate(search.deadEnd ?? [certificate], nil)
        if search.isCutShort { dead.findings.append(TrustFinding(problem: .tooComplex, place: 0)) }
        return dead
    }

    /// As ``evaluation(of:through:for:at:trusting:onlyThese:policies:revocation:)``, but problems of one chain are
    /// overlooked. What is denied, revoked, damaged or not understood is not trusted for all that, nor is another
    /// chain.
    package func evaluation(
        of certificate: Certificate, through intermediates: [Certificate], for uses: [CertificateUse],
        at date: Double, trusting others: TrustAnchors?, onlyThese: Bool,
        revocation: RevocationSource = RevocationSource(), excusing exceptions: TrustExceptions
    ) -> TrustEvaluation {
        var found = evaluation(
            of: certificate, through: intermediates, for: uses, at: date, trusting: others, onlyThese: onlyThese,
            revocation: revocation)
        guard !found.result.isTrusted else { return found }
        found.findings = exceptions.remaining(of: found)
        found.isByException = found.result.isTrusted
        return found
    }

    /// What would have to be overlooked for the certificate to be trusted, as far as that can be.
    package func exceptions(
        of certificate: Certificate, through intermediates: [Certificate], for uses: [CertificateUse],
        at date: Double, trusting others: TrustAnchors?, onlyThese: Bool
    ) -> TrustExceptions {
        TrustExceptions(
            evaluation(
                of: certificate, through: intermediates, for: uses, at: date, trusting: others, onlyThese: onlyThese))
    }

    /// What the roots and the decisions are at now. If it is another than it was, an evaluation may come to something
    /// else.
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
}
