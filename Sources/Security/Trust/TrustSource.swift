// Where an evaluation finds roots, decisions and issuers.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
import Foundation
import KeychainCertificates
package import KeychainClient
import KeychainModel
package import KeychainTrust

package struct TrustSource: Sendable {
    private let client: KeychainClient
    private let evaluator: TrustEvaluator

    /// The roots of the system, the decisions of the person and the machine, the default keychain.
    package static let shared = TrustSource(client: .shared)

    package init(client: KeychainClient, anchors: TrustAnchors = .system) {
        self.client = client
        evaluator = TrustEvaluator(
            anchors: anchors, settings: [TrustSettingsFile(home: client.configuration.home), .machine])
    }

    /// All policies must hold; what the first one that does not says is the answer.
    func findings(of state: SecTrust.State) -> TrustFindings {
        let certificates = state.certificates.map(\.content)
        let date = state.date ?? Date.timeIntervalSinceReferenceDate
        let others = state.anchors.map { TrustAnchors(certificates: $0.map(\.content)) }
        var issuers: [Certificate]?
        func evaluate(_ use: TrustPolicy) -> TrustEvaluation {
            func evaluation(through intermediates: [Certificate]) -> TrustEvaluation {
                evaluator.evaluation(
                    of: certificates[0], through: intermediates, for: CertificateUse(use), at: date,
                    trusting: others, onlyThese: state.trustsCallersAnchorsOnly)
            }
            let presented = Array(certificates.dropFirst())
            let first = evaluation(through: presented)
            guard case .untrusted(.noTrustedRoot) = first.result, !first.reachesRoot else { return first }
            // The keychain is asked only where something is missing.
            let stored = issuers ?? storedIssuers(of: certificates)
            issuers = stored
            return stored.isEmpty ? first : evaluation(through: presented + stored)
        }
        var findings: TrustFindings?
        for policy in state.policies {
            guard let use = policy.use else { continue }
            let next = TrustFindings(evaluate(use))
            if findings?.isTrusted ?? true { findings = next }
        }
        let result = findings ?? TrustFindings(evaluate(.basic))
        let asksForRevocation = state.policies.contains { policy in
            if case .revocation(let flags) = policy.kind {
                flags & kSecRevocationRequirePositiveResponse != 0
            } else {
                false
            }
        }
        return asksForRevocation ? result.withoutRevocationCheck : result
    }

    /// What cannot be read in the keychain is as good as absent.
    private func storedIssuers(of certificates: [Certificate]) -> [Certificate] {
        var found: [Certificate] = []
        for certificate in certificates.prefix(IssuerSearch.greatestDepth) {
            let issuers = try? IssuerSearch.intermediates(of: certificate) { (subject, count) throws(KeychainError) in
                try stored(subject: subject, count: count)
            }
            for issuer in issuers ?? [] where !found.contains(issuer) && !certificates.contains(issuer) {
                found.append(issuer)
            }
        }
        return found
    }

    private func stored(subject: [UInt8], count: Int) throws(KeychainError) -> [Certificate] {
        var query = ItemQuery(itemClass: .certificate)
        query.matching = [.subject: .data(subject)]
        query.synchronizable = .any
        query.returning = .data
        query.limit = .atMost(count)
        // One that needs the person is as good as absent.
        query.authenticationUI = .skip
        do {
            guard case .items(let items) = try client.perform(.copy(query)) else { return [] }
            return items.compactMap { item in item.secret.flatMap { try? Certificate($0) } }
        } catch  where error.code == .itemNotFound {
            return []
        }
    }
}
