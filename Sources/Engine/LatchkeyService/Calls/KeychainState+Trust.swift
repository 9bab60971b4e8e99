// Whether a certificate is trusted, with the certificates that are stored between it and a root.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore
import LatchkeyTrust

extension KeychainState {
    /// True if the chain of the certificate is trusted (reference 3.2.8), or the search does not ask for that.
    func isTrusted(
        _ item: FoundItem, as query: ItemQuery, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> Outcome<Bool> {
        let conditions = query.certificateConditions
        guard conditions.trustedOnly else { return .done(true) }
        guard let certificate = item.certificate else { return .done(false) }
        var need: Need?
        let issuers = try IssuerSearch.intermediates(of: certificate) { (subject, count) throws(KeychainError) in
            switch try storedCertificates(ofSubject: subject, in: scope, for: call, limit: count) {
            case .done(let found): return found
            case .needs(let missing):
                need = missing
                return []
            }
        }
        if let need { return .needs(need) }
        let result = trust.evaluate(
            certificate, through: issuers, for: CertificateUse(conditions.policy ?? .basic),
            at: conditions.date(now: clock.now()))
        return .done(result.isTrusted)
    }

    private func storedCertificates(
        ofSubject name: [UInt8], in scope: GroupScope, for call: CallContext, limit: Int
    ) throws(KeychainError) -> Outcome<[Certificate]> {
        var query = ItemQuery(itemClass: .certificate)
        query.matching = [.subject: .data(name)]
        query.synchronizable = .any
        query.returning = .data
        // One that needs the user is as good as absent.
        query.authentication.ui = .skip
        let policy = KeychainPolicy(.groups(scope), for: .answer)
        return try collect(query, in: scope, by: policy, for: call, limit: limit).map { found in
            found.items.compactMap(\.certificate)
        }
    }
}
