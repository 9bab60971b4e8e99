// The place and the size of a keychain.
// SPDX-License-Identifier: Apache-2.0

package struct KeychainSurvey: Hashable, Sendable {
    /// The path of the file, as whoever keeps the keychain has it.
    package let path: String
    package let exists: Bool
    /// Whether the keychain keeps programs of one user apart, as behind the daemon of the system.
    package let keepsProgramsApart: Bool
    /// Rows that are no tombstones, of all classes together. 0 if there is no keychain.
    package let itemCount: Int
    /// Those of them that were added or changed after the time that was asked about.
    package let changedCount: Int

    package init(path: String, exists: Bool, keepsProgramsApart: Bool, itemCount: Int, changedCount: Int) {
        self.path = path
        self.exists = exists
        self.keepsProgramsApart = keepsProgramsApart
        self.itemCount = itemCount
        self.changedCount = changedCount
    }

    /// The same of whoever knows it better.
    package func keeping(programsApart: Bool) -> KeychainSurvey {
        KeychainSurvey(
            path: path, exists: exists, keepsProgramsApart: programsApart, itemCount: itemCount,
            changedCount: changedCount)
    }
}
