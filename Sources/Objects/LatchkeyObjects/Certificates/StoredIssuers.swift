// The certificates of keychains that a chain may lead through.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
package import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTrust

/// The possible issuers that keychains hold. What they hold proves nothing: an evaluation finds out which of them
/// issued a certificate.
package struct StoredIssuers: Sendable {
    private let client: KeychainClient
    private let keychains: [KeychainAddress?]

    /// - Parameter keychains: in the order of the search; nil is the default one.
    package init(in keychains: [KeychainAddress?], of client: KeychainClient) {
        self.keychains = keychains
        self.client = client
    }

    /// The possible issuers of `certificate`, theirs, and so on, as ``IssuerSearch`` finds and bounds them. One that
    /// needs the user is left out.
    package func intermediates(of certificate: Certificate) throws(KeychainError) -> [Certificate] {
        try IssuerSearch.intermediates(of: certificate) { (subject, count) throws(KeychainError) in
            try certificates(of: subject, count: count)
        }
    }

    private func certificates(of subject: [UInt8], count: Int) throws(KeychainError) -> [Certificate] {
        var query = ItemQuery(itemClass: .certificate)
        query.matching = [.subject: .data(subject)]
        query.synchronizable = .any
        query.returning = .data
        query.authentication.ui = .skip
        var found: [Certificate] = []
        for keychain in keychains where found.count < count {
            query.limit = .atMost(count - found.count)
            found += try client.found(query, in: keychain).compactMap { item in
                item.secret.flatMap { try? Certificate($0) }
            }
        }
        return found
    }
}
