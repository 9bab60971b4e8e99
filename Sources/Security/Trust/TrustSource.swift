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

    /// All policies must hold of one chain; what the first one that does not says is the answer.
    func findings(of state: SecTrust.State) -> TrustFindings {
        let certificates = state.certificates.map(\.content)
        let date = state.date ?? Date.timeIntervalSinceReferenceDate
        let others = state.anchors.map { TrustAnchors(certificates: $0.map(\.content)) }
        let policies = state.policies.compactMap(\.use)
        let uses = (policies.isEmpty ? [.basic] : policies).map { CertificateUse($0) }
        func evaluation(through intermediates: [Certificate]) -> TrustEvaluation {
            evaluator.evaluation(
                of: certificates[0], through: intermediates, for: uses, at: date, trusting: others,
                onlyThese: state.trustsCallersAnchorsOnly)
        }
        let presented = Array(certificates.dropFirst())
        var found = evaluation(through: presented)
        // The keychain is asked only where something is missing.
        if case .untrusted(.noTrustedRoot) = found.result, !found.reachesRoot {
            let stored = storedIssuers(of: certificates)
            if !stored.isEmpty { found = evaluation(through: presented + stored) }
        }
        let result = TrustFindings(found)
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
                guard found.count < IssuerSearch.greatestCount else { return found }
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
        query.authentication.ui = .skip
        do {
            guard case .items(let items) = try client.perform(.copy(query)) else { return [] }
            return items.compactMap { item in item.secret.flatMap { try? Certificate($0) } }
        } catch  where error.code == .itemNotFound {
            return []
        }
    }
}
