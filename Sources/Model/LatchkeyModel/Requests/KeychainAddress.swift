// Which keychain a request goes to.
// SPDX-License-Identifier: Apache-2.0

/// The file of a keychain, and what becomes of a call if there is none.
package struct KeychainAddress: Hashable, Sendable {
    /// The path of the keychain's file. On its way to a daemon it may be a name in the daemon's home of keychains.
    package let path: String
    /// If true, a file that is missing is an error (`.noSuchKeychain`). If false, a keychain without a file holds
    /// nothing, and its first item makes it.
    package let mustExist: Bool

    private init(_ path: String, mustExist: Bool) {
        self.path = path
        self.mustExist = mustExist
    }

    /// A keychain that its first item may make.
    package static func file(_ path: String) -> KeychainAddress { KeychainAddress(path, mustExist: false) }

    /// A keychain that a program has named, and that is not made by the call.
    package static func existing(_ path: String) -> KeychainAddress { KeychainAddress(path, mustExist: true) }

    /// The same keychain under another name.
    package func renamed(_ path: String) -> KeychainAddress { KeychainAddress(path, mustExist: mustExist) }
}
