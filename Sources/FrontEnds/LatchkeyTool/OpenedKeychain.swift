// The keychain that a subcommand works on, unlocked.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

package struct OpenedKeychain: Sendable {
    package let client: KeychainClient
    package let path: String

    package init(client: KeychainClient, path: String) {
        self.client = client
        self.path = path
    }

    /// Finds the keychain and unlocks it for this process where it is locked.
    /// - Parameter name: as a user names it, or nil for the default keychain.
    init(named name: String?, unlocking: Bool = true) throws {
        let client = KeychainClient(configuration: .current, identity: .tool)
        let path = try reporting("looking for the keychain") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) in
                if let name { return client.preferences.path(ofKeychainNamed: name) }
                return try client.preferences.defaultKeychain()
            }
        }
        self.init(client: client, path: path)
        guard unlocking, name != nil || exists else { return }
        try reporting("opening \(path)") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) in try unlock() }
        }
    }

    var exists: Bool { client.hasKeychain(at: path) }

    func status() throws(KeychainError) -> KeychainStatus {
        guard case .status(let status) = try client.perform(.status, inKeychainAt: path) else {
            throw KeychainError(.internalError, during: "reading the status of a keychain")
        }
        return status
    }

    /// What a user can prove to the keychain.
    func presence() throws(KeychainError) -> PresenceReport {
        guard case .presence(let report) = try client.perform(.presence, inKeychainAt: path) else {
            throw KeychainError(.internalError, during: "asking what a user can prove")
        }
        return report
    }

    func examine() throws(KeychainError) -> Examination {
        guard case .examination(let examination) = try client.perform(.examine, inKeychainAt: path) else {
            throw KeychainError(.internalError, during: "examining a keychain")
        }
        return examination
    }

    package func copy(_ query: ItemQuery) throws(KeychainError) -> [ReturnedItem] {
        do {
            guard case .items(let items) = try client.perform(.copy(query), inKeychainAt: path) else { return [] }
            return items
        } catch  where error.code == .itemNotFound {
            return []
        }
    }

    private func unlock() throws(KeychainError) {
        let status = try status()
        guard status.hasPassword, status.lockState != .unlocked else { return }
        let password = try PasswordSource.unlockPassword(
            asking: "password to unlock \(path): ", configuration: client.configuration,
            hint: "unlock the keychain with `security unlock-keychain`, or name a file in LATCHKEY_PASSWORD_FILE")
        _ = try client.perform(.unlock(password: password), inKeychainAt: path)
    }
}
