// The keychain that a subcommand works on, unlocked.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package struct OpenedKeychain: Sendable {
    package let client: KeychainClient
    package let path: String

    var address: KeychainAddress { .file(path) }

    package init(client: KeychainClient, path: String) {
        self.client = client
        self.path = path
    }

    /// Finds the keychain and unlocks it for this process where it is locked.
    /// - Parameter name: as a user names it, or nil for the default keychain.
    init(named name: String?, unlocking: Bool = true) throws {
        let client = KeychainClient(as: .tool)
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

    /// What the daemon of the system says of the keychain, whose file is then not in the home; nil if no such daemon
    /// answers.
    var survey: KeychainSurvey? {
        guard client.configuration.socket != nil, let survey = try? client.survey(in: address) else { return nil }
        return survey.keepsProgramsApart ? survey : nil
    }

    private func unlock() throws(KeychainError) {
        let status = try client.status(address)
        guard status.hasPassword, status.lockState != .unlocked else { return }
        let password = try PasswordSource.unlockPassword(
            asking: "password to unlock \(path): ", configuration: client.configuration,
            hint: "unlock the keychain with `security unlock-keychain`, or name a file in LATCHKEY_PASSWORD_FILE")
        try client.unlock(with: password, in: address)
    }
}
