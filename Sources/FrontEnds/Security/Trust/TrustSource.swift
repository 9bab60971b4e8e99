// Where an evaluation finds roots, decisions and issuers.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyCertificates
package import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyObjects
package import LatchkeyTrust

package struct TrustSource: Sendable {
    private let stored: StoredIssuers
    private let evaluator: TrustEvaluator

    /// The roots of the system, the decisions of the user and the machine, the default keychain.
    package static let shared = TrustSource(client: .shared)

    package init(client: KeychainClient, anchors: TrustAnchors = .system) {
        stored = StoredIssuers(in: [nil], of: client)
        evaluator = TrustEvaluator(
            anchors: anchors, settings: [TrustSettingsFile(home: client.configuration.home), .machine])
    }

    /// Whether findings are still those of the state: roots, decisions and the time may have changed since.
    func stand(_ findings: TrustFindings, of state: SecTrust.State) -> Bool {
        guard findings.sources == evaluator.sources else { return false }
        return state.date != nil || findings.holds(at: Date.timeIntervalSinceReferenceDate)
    }

    /// All policies must hold of one chain; what the first one that does not says is the answer.
    func findings(of state: SecTrust.State) -> TrustFindings {
        // What changes meanwhile makes these findings void.
        let sources = evaluator.sources
        let question = Question(state, for: evaluator)
        let asked = asking(question)
        let found = state.exceptions.map { asked.question.evaluation(excusing: $0) } ?? asked.evaluation
        return TrustFindings(found, at: question.date, by: sources)
    }

    /// What would have to be overlooked for the certificate to be trusted.
    func exceptions(of state: SecTrust.State) -> TrustExceptions {
        asking(Question(state, for: evaluator)).question.exceptions
    }

    /// The keychain is asked only if something is missing.
    private func asking(_ question: Question) -> (question: Question, evaluation: TrustEvaluation) {
        let found = question.evaluation
        guard case .untrusted = found.result, !found.reachesRoot else { return (question, found) }
        let stored = storedIssuers(of: question.certificates)
        guard !stored.isEmpty else { return (question, found) }
        var fuller = question
        fuller.intermediates += stored
        return (fuller, fuller.evaluation)
    }

    /// What the evaluator is asked.
    private struct Question {
        let evaluator: TrustEvaluator
        let certificates: [Certificate]
        var intermediates: [Certificate]
        let uses: [CertificateUse]
        let date: Double
        let anchors: TrustAnchors?
        let isCallersAnchorsOnly: Bool
        let revocation: RevocationSource

        init(_ state: SecTrust.State, for evaluator: TrustEvaluator) {
            self.evaluator = evaluator
            certificates = state.certificates.map(\.content)
            intermediates = Array(certificates.dropFirst())
            let policies = state.policies.compactMap(\.use)
            uses = policies.isEmpty ? [CertificateUse(.any)] : policies
            date = state.date ?? Date.timeIntervalSinceReferenceDate
            anchors = state.anchors.map { TrustAnchors(certificates: $0.map(\.content)) }
            isCallersAnchorsOnly = state.trustsCallersAnchorsOnly
            revocation = RevocationSource(state)
        }

        var evaluation: TrustEvaluation {
            evaluator.evaluation(
                of: certificates[0], through: intermediates, for: uses, at: date, trusting: anchors,
                onlyThese: isCallersAnchorsOnly, revocation: revocation)
        }

        func evaluation(excusing exceptions: TrustExceptions) -> TrustEvaluation {
            evaluator.evaluation(
                of: certificates[0], through: intermediates, for: uses, at: date, trusting: anchors,
                onlyThese: isCallersAnchorsOnly, revocation: revocation, excusing: exceptions)
        }

        var exceptions: TrustExceptions {
            evaluator.exceptions(
                of: certificates[0], through: intermediates, for: uses, at: date, trusting: anchors,
                onlyThese: isCallersAnchorsOnly)
        }
    }

    /// What cannot be read in the keychain is as good as absent.
    private func storedIssuers(of certificates: [Certificate]) -> [Certificate] {
        var found: [Certificate] = []
        for certificate in certificates.prefix(IssuerSearch.greatestDepth) {
            let issuers = try? stored.intermediates(of: certificate)
            for issuer in issuers ?? [] where !found.contains(issuer) && !certificates.contains(issuer) {
                guard found.count < IssuerSearch.greatestCount else { return found }
                found.append(issuer)
            }
        }
        return found
    }
}

extension RevocationSource {
    /// As the policies for revocation have it. Without one, all that the program gives counts.
    fileprivate init(_ state: SecTrust.State) {
        let flags = state.policies.compactMap { policy in
            if case .revocation(let flags) = policy.kind { flags } else { nil }
        }
        let all = flags.isEmpty ? kSecRevocationUseAnyAvailableMethod : flags.reduce(0, |)
        self.init(
            lists: all & kSecRevocationCRLMethod == 0 ? [] : state.lists,
            responses: all & kSecRevocationOCSPMethod == 0 ? [] : state.responses,
            demand: all & kSecRevocationRequirePositiveResponse == 0 ? .none : .first)
    }
}
