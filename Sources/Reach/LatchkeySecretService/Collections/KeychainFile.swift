// A keychain by its file, as a whole.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyService

package struct KeychainFile: KeychainHandling {
    let service: KeychainService
    let path: String

    package init(_ service: KeychainService, path: String) {
        self.service = service
        self.path = path
    }

    package func create(label: String, password: ItemSecret?) throws(KeychainError) {
        try run(.create(password: password))
        do throws(KeychainError) {
            try service.renameServiceCollection(to: label, inKeychainAt: path)
        } catch {
            // Whoever is told that it failed does not know that it is there.
            try? run(.destroy)
            throw error
        }
    }

    package func unlock(with password: ItemSecret?) throws(KeychainError) {
        try run(.unlock(password: password ?? ItemSecret(unsafe SecretBytes(count: 0) { _ in })))
    }

    package func changePassword(from old: ItemSecret?, to new: ItemSecret?) throws(KeychainError) {
        // As long as it has no file, it has no password either.
        if old == nil, try !isMade() { return try run(.create(password: new)) }
        try run(.changePassword(old: old, new: new))
    }

    private func isMade() throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            _ = try service.serviceCollection(inKeychainAt: path)
            return true
        } catch {
            guard error.code == .noSuchKeychain else { throw error }
            return false
        }
    }

    package func destroy(provenBy password: ItemSecret?, hasPassword: Bool) throws(KeychainError) {
        if hasPassword { try prove(password) }
        try run(.destroy)
    }

    package func prove(_ password: ItemSecret?) throws(KeychainError) {
        try service.prove(password, ofKeychainAt: path)
    }

    package func passwordWait() throws(KeychainError) -> Int { try service.passwordWait(ofKeychainAt: path) }

    func lock() throws(KeychainError) { try run(.lock) }

    private func run(_ request: Request) throws(KeychainError) {
        let outcome = try CallRunner(of: Caller(accessGroups: []), on: service).run(request, at: .file(path))
        guard case .done = outcome else {
            throw KeychainError(.internalError, during: "working on a keychain as a whole")
        }
    }
}
