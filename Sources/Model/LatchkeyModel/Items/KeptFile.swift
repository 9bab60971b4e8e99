// The names of damaged files that are kept beside the keychain.
// SPDX-License-Identifier: Apache-2.0

/// A keychain file that could not be read any more keeps all its bytes under another name
/// (Documentation/Reference/Formats/Database.md, section 12).
package enum KeptFile {
    /// What stands between the name of the keychain and the date.
    package static let marker = ".damaged-"
    /// What SQLite keeps beside a file, by the end of the name.
    package static let companions = ["-wal", "-shm"]
    /// What other programs that use SQLite may leave beside a file. Nobody here reads it or takes it away.
    package static let journal = "-journal"

    /// True for the name of a file in the folder of a keychain that was kept from it; the names of its log do not
    /// count.
    package static func isKept(_ name: String, from keychain: String) -> Bool {
        name.hasPrefix(keychain + marker) && !companions.contains { name.hasSuffix($0) }
    }
}
