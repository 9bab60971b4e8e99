// What takes the password of a keychain, or takes the keychain away: slow, and done on other threads than the bus's.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
package import LatchkeyService

/// Of one keychain.
package struct KeychainHandling: Sendable {
    package let service: KeychainService
    package let path: String

    package init(_ service: KeychainService, path: String) {
        self.service = service
        self.path = path
    }

    /// - Parameter password: nil or empty for none.
    /// - Throws: `.duplicateKeychain` if there is one.
    func create(label: String, password: ItemSecret?) throws(KeychainError) {
        try run(.create(password: password))
        try service.renameServiceCollection(to: label, inKeychainAt: path)
    }

    /// - Throws: `.authFailed` for a wrong password; wrong ones are counted, and make the next wait.
    func unlock(with password: ItemSecret?) throws(KeychainError) {
        try run(.unlock(password: password ?? ItemSecret(unsafe SecretBytes(count: 0) { _ in })))
    }

    func changePassword(from old: ItemSecret?, to new: ItemSecret?) throws(KeychainError) {
        try run(.changePassword(old: old, new: new))
    }

    /// - Parameter password: of the keychain, if that has one.
    func destroy(provenBy password: ItemSecret?, hasPassword: Bool) throws(KeychainError) {
        if hasPassword { try prove(password) }
        try run(.destroy)
    }

    /// - Throws: `.authFailed` unless it is the keychain's password.
    func prove(_ password: ItemSecret?) throws(KeychainError) {
        try service.prove(password, ofKeychainAt: path)
    }

    func lock() throws(KeychainError) { try run(.lock) }

    private func run(_ request: Request) throws(KeychainError) {
        let outcome = try CallRunner(of: Caller(accessGroups: []), on: service).run(request, at: .file(path))
        guard case .done = outcome else {
            throw KeychainError(.internalError, during: "working on a keychain as a whole")
        }
    }
}
