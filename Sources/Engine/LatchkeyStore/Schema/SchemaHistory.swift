// All versions of the tables of a keychain file.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// A file is made in the newest version, and an older one is brought there when a program opens it that may write it.
package struct SchemaHistory: Hashable, Sendable {
    /// Ascending by their numbers, from 1, without a gap.
    private let versions: [SchemaVersion]

    /// What this program reads and writes.
    package static let latchkey = SchemaHistory([.v1, .v2])

    package init(_ versions: [SchemaVersion]) { self.versions = versions }

    package var newest: SchemaVersion? { versions.last }

    /// - Parameter number: what `user_version` says.
    /// - Throws: `.invalidKeychain` for one that never was.
    func version(_ number: Int64) throws(KeychainError) -> SchemaVersion {
        guard let version = versions.first(where: { $0.number == number }) else {
            throw KeychainError(.invalidKeychain, during: "opening a keychain", hint: "the file is not a keychain")
        }
        return version
    }

    /// The versions that follow one, in their order.
    /// - Parameter number: 0 for all.
    func versions(after number: Int64) -> [SchemaVersion] { versions.filter { $0.number > number } }
}
