// Whether a certificate is trusted, with the certificates that are stored between it and a root.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore
import LatchkeyTrust

extension KeychainState {
    /// True where the chain of the certificate is trusted (reference 3.2.8), or the search does not ask for that.
    func isTrusted(_ item: FoundItem, as query: ItemQuery, in scope: GroupScope) throws(KeychainError) -> Bool {
        let conditions = query.certificateConditions
        guard conditions.trustedOnly else { return true }
        guard let certificate = item.certificate else { return false }
        let issuers = try IssuerSearch.intermediates(of: certificate) { (subject, count) throws(KeychainError) in
            try storedCertificates(ofSubject: subject, in: scope, limit: count)
        }
        let result = trust.evaluate(
            certificate, through: issuers, for: CertificateUse(conditions.policy ?? .basic),
            at: conditions.date(now: clock.now()))
        return result.isTrusted
    }

    private func storedCertificates(
        ofSubject name: [UInt8], in scope: GroupScope, limit: Int
    ) throws(KeychainError) -> [Certificate] {
        var query = ItemQuery(itemClass: .certificate)
        query.matching = [.subject: .data(name)]
        query.synchronizable = .any
        query.returning = .data
        // One that needs the person is as good as absent.
        query.authentication.ui = .skip
        let policy = KeychainPolicy(.groups(scope), for: .answer)
        return try collect(query, in: scope, by: policy, limit: limit).items.compactMap(\.certificate)
    }
}
