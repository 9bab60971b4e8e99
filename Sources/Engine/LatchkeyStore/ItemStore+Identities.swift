// Identities: the rows of certificates joined with the rows of their private keys.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

extension ItemStore {
    /// Visits the pairs of rows that make identities, in the order in which their certificates were created, until
    /// `visit` returns false. Of the keys of one certificate the private ones come first.
    ///
    /// Digests narrow the rows and join them; what a visitor opens it must still compare.
    package func selectIdentities(
        _ query: IdentityQuery, in scope: GroupScope, keys: borrowing UnlockedKeybag,
        visit: (_ certificate: Int64, _ key: Int64) throws(KeychainError) -> Bool
    ) throws(KeychainError) {
        let join = try identityJoin(query, in: scope, keys: keys)
        let statement = try connection.prepare(join.text)
        defer { statement.reset() }
        try statement.bind(join.values)
        while try statement.step() {
            guard case .integer(let certificate) = statement.value(at: 0),
                case .integer(let key) = statement.value(at: 1)
            else { continue }
            guard try visit(certificate, key) else { return }
        }
    }

    /// The statement of a search over identities, and the values to bind.
    package func identityJoin(
        _ query: IdentityQuery, in scope: GroupScope, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> (text: String, values: [SQLValue]) {
        let (certificate, certificateValues) = try shape(of: query.certificate, in: scope, keys: keys)
        let (key, keyValues) = try shape(of: query.key, in: scope, keys: keys)
        let isOpen = [certificate, key].allSatisfy { $0.columns == 0 && !$0.flags.contains(.byReference) }
        // The order of row ids would draw SQLite away from the index that leaves few rows to sort.
        let order = isOpen ? "cert.rowid" : "+cert.rowid"
        let text = """
            SELECT cert.rowid, keys.rowid FROM cert JOIN keys ON keys.klbl = cert.pkhh \
            WHERE \(certificate.condition(of: "cert.")) AND \(key.condition(of: "keys.")) AND keys.priv = ? \
            ORDER BY \(order), keys.kcls = ?, keys.rowid
            """
        return (
            text,
            certificateValues + keyValues + [
                try keys.digest(of: 1, in: .isPrivate), try keys.digest(of: 0, in: .keyClass),
            ]
        )
    }

    /// The digest of the public key of a certificate, as its column has it.
    package func publicKeyDigest(ofCertificate rowID: Int64) throws(KeychainError) -> SQLValue {
        try connection.rows("SELECT pkhh FROM cert WHERE rowid = ?", [.integer(rowID)]).first?.first ?? .null
    }

    /// Whether a certificate for this public key is there.
    package func hasCertificate(forKey digest: SQLValue, in scope: GroupScope) throws(KeychainError) -> Bool {
        var text = "SELECT 1 FROM cert WHERE pkhh = ? AND tomb = 0 AND musr = x''"
        var values = [digest]
        if case .only(let groups) = scope {
            text += " AND agrp IN (\(repeatElement("?", count: groups.count).joined(separator: ", ")))"
            values += groups.map { .text($0.rawValue) }
        }
        return try !connection.rows(text + " LIMIT 1", values).isEmpty
    }
}

extension UnlockedKeybag {
    /// What the column of a number of keys holds.
    fileprivate borrowing func digest(of number: Int64, in attribute: Attribute) throws(KeychainError) -> SQLValue {
        guard let description = ItemClass.key.description(of: attribute) else { return .null }
        return try column(for: .number(number), of: description, in: .key)
    }
}
