// What an import did, in numbers.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
package import LatchkeyObjects

/// Counts identities, and the keys and certificates that are no part of one (reference 6.6.9).
package struct ImportCount: Sendable {
    private let items: [ExternalItem]
    private var added: Set<ExternalItem> = []
    /// How many items the keychain had already.
    package private(set) var known = 0

    package init(of items: [ExternalItem]) { self.items = items }

    package mutating func note(_ item: ExternalItem, isNew: Bool) {
        if isNew { added.insert(item) } else { known += 1 }
    }

    /// `1 identity imported.` and so on, a line for each kind of which there is one.
    package var lines: String {
        var identities = 0
        var inIdentities: Set<ExternalItem> = []
        let index = CertificateIndex(items)
        for item in Set(items) {
            for certificate in index.certificates(of: item) {
                let parts: Set = [item, .certificate(certificate)]
                guard !parts.isDisjoint(with: added) else { continue }
                identities += 1
                inIdentities.formUnion(parts)
            }
        }
        let rest = added.subtracting(inIdentities)
        let keys = rest.count { if case .key = $0 { true } else { false } }
        return Self.line(identities, "identity", "identities") + Self.line(keys, "key", "keys")
            + Self.line(rest.count - keys, "certificate", "certificates")
    }

    private static func line(_ count: Int, _ one: String, _ many: String) -> String {
        count == 0 ? "" : "\(count) \(count == 1 ? one : many) imported.\n"
    }
}
