// Evaluations that overlook what the caller says.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

extension TrustEvaluator {
    /// As ``evaluation(of:through:for:at:trusting:onlyThese:)``, but problems of one chain are overlooked. What is
    /// denied, damaged or not understood is not trusted for all that, nor is another chain.
    package func evaluation(
        of certificate: Certificate, through intermediates: [Certificate], for uses: [CertificateUse],
        at date: Double, trusting others: TrustAnchors?, onlyThese: Bool, excusing exceptions: TrustExceptions
    ) -> TrustEvaluation {
        func evaluation(_ excuses: TrustExcuses) -> TrustEvaluation {
            self.evaluation(
                of: certificate, through: intermediates, for: uses, at: date, trusting: others, onlyThese: onlyThese,
                excusing: excuses)
        }
        let found = excused(at: date, while: exceptions.include, evaluating: evaluation)
        // Another chain was not looked at by who overlooks this one's problems.
        guard !found.evaluation.isByException || exceptions.cover(found.excuses, of: found.evaluation.chain) else {
            return evaluation(TrustExcuses())
        }
        return found.evaluation
    }

    /// What would have to be overlooked for the certificate to be trusted, as far as that can be.
    package func exceptions(
        of certificate: Certificate, through intermediates: [Certificate], for uses: [CertificateUse],
        at date: Double, trusting others: TrustAnchors?, onlyThese: Bool
    ) -> TrustExceptions {
        let found = excused(at: date, while: { _, _ in true }) { excuses in
            evaluation(
                of: certificate, through: intermediates, for: uses, at: date, trusting: others, onlyThese: onlyThese,
                excusing: excuses)
        }
        return TrustExceptions(found.excuses, of: found.evaluation.chain)
    }

    /// Evaluates anew, with one problem more that is overlooked, as long as that is permitted. Each time there is one
    /// problem less. While there are any, the chain is the first that signatures make; the one that is trusted at last
    /// may be another, if an issuer has certificates of several authorities.
    private func excused(
        at date: Double, while isPermitted: (TrustExcuses, [Certificate]) -> Bool,
        evaluating evaluation: (TrustExcuses) -> TrustEvaluation
    ) -> (evaluation: TrustEvaluation, excuses: TrustExcuses) {
        var excuses = TrustExcuses()
        var found = evaluation(excuses)
        while case .untrusted(let problem) = found.result,
            let more = excuses.adding(problem, of: found.chain, at: date), isPermitted(more, found.chain)
        {
            excuses = more
            found = evaluation(more)
            found.isByException = found.result.isTrusted
        }
        return (found, excuses)
    }
}
