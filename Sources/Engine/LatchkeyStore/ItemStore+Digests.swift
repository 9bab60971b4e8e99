// Compares the digests of rows with what is sealed, and sets them right.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCrypto
import LatchkeyModel
package import LatchkeyPlatform

/// A column of digests that does not hold what it should.
package struct WrongDigest {
    let column: String
    /// What the column should hold.
    let digest: SQLValue
}

extension ItemStore {
    /// The columns of an opened row that hold another digest than that of the sealed attribute.
    ///
    /// A search compares what it found by, and needs no more; a row that a wrong digest hides is found by looking at
    /// every row.
    package func wrongDigests(
        of opened: OpenedRow, keys: borrowing UnlockedKeybag
    ) throws(KeychainError) -> [WrongDigest] {
        let itemClass = opened.row.itemClass
        let digests = itemClass.attributes.filter { $0.hasColumn && $0.storage == .digest }
        let columns = digests.map(\.attribute.code).joined(separator: ", ")
        let statement = try connection.prepare("SELECT \(columns) FROM \(itemClass.rawValue) WHERE rowid = ?")
        defer { statement.reset() }
        try statement.bind([.integer(opened.row.rowID)])
        guard try statement.step() else { throw KeychainError(.decode, during: "reading the digests of a row") }
        var wrong: [WrongDigest] = []
        for (offset, description) in digests.enumerated() {
            let digest = try keys.column(
                for: opened.item.attributes[description.attribute], of: description, in: itemClass)
            guard statement.value(at: offset) != digest else { continue }
            wrong.append(WrongDigest(column: description.attribute.code, digest: digest))
        }
        return wrong
    }

    /// Writes the digests of an opened row anew that are wrong.
    /// - Throws: `.duplicateItem` if another row has the primary key that the row then has.
    package func setDigestsRight(
        of opened: OpenedRow, keys: borrowing UnlockedKeybag, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) {
        let wrong = try wrongDigests(of: opened, keys: keys)
        guard !wrong.isEmpty else { return }
        let assignments = wrong.map { "\($0.column) = ?" }.joined(separator: ", ")
        try connection.run(
            "UPDATE \(opened.row.itemClass.rawValue) SET \(assignments) WHERE rowid = ?",
            wrong.map(\.digest) + [.integer(opened.row.rowID)])
    }
}
