// A row that does not open.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Why a row does not open, and which one it is.
package struct RowDamage: Error, Hashable, Sendable {
    package let itemClass: ItemClass
    package let rowID: Int64
    /// What was being done when it failed; holds no value.
    package let reason: String
    /// A newer version has written the row. It is not damaged, and stays where it is.
    package let isOfNewerVersion: Bool

    package init(_ rowID: Int64, of itemClass: ItemClass, because error: KeychainError) {
        self.init(
            rowID, of: itemClass, reason: "\(error.operation)", isOfNewerVersion: error.code == .wrongVersion)
    }

    package init(_ rowID: Int64, of itemClass: ItemClass, reason: String, isOfNewerVersion: Bool = false) {
        self.itemClass = itemClass
        self.rowID = rowID
        self.reason = reason
        self.isOfNewerVersion = isOfNewerVersion
    }
}

extension [RowDamage] {
    /// - Throws: `.wrongVersion` if a newer version has written one of them.
    package func requireKnownVersion() throws(KeychainError) {
        guard contains(where: \.isOfNewerVersion) else { return }
        throw .newerVersion(during: "reading an item")
    }
}

extension KeychainError {
    /// True if a row did not open because its bytes are wrong. A locked class is no damage.
    package var isDamage: Bool { code == .decode }

    /// The same, or because a newer version has written it.
    package var isOfRowThatDoesNotOpen: Bool { isDamage || code == .wrongVersion }
}
