// The passwords that an adoption needs.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

/// Each is asked for once.
struct AdoptionPasswords {
    private let client: KeychainClient
    private let login: KeychainAddress
    private var known: [KeychainAddress: ItemSecret] = [:]

    private static let hint: StaticString =
        "run it on a terminal, or name a file with the password in LATCHKEY_PASSWORD_FILE"

    init(_ client: KeychainClient) {
        self.client = client
        login = .file(client.preferences.builtInKeychain)
    }

    /// That of a keychain in the home.
    func ofHome(_ path: String) throws(KeychainError) -> ItemSecret {
        try PasswordSource.unlockPassword(
            asking: "password of \(PrintableText.of(path)): ", configuration: client.configuration, hint: Self.hint)
    }

    mutating func note(_ password: ItemSecret, of keychain: KeychainAddress) { known[keychain] = password }

    /// Unlocks a keychain of the daemon.
    mutating func unlock(_ keychain: KeychainAddress, named name: String) throws(KeychainError) {
        let status = try client.status(keychain)
        guard status.hasPassword, status.lockState != .unlocked else { return }
        try client.unlock(with: try ofDaemon(keychain, named: name), in: keychain)
    }

    /// By which the daemon lets items in as they are; nil if the login keychain has none.
    mutating func proof() throws(KeychainError) -> ItemSecret? {
        guard client.hasKeychain(at: login.path), try client.status(login).hasPassword else { return nil }
        return try ofDaemon(login, named: "login")
    }

    /// The command that gives the login keychain a password; it makes one that is not there yet.
    var commandForLogin: String {
        let survey = try? client.survey(in: login)
        return survey?.exists == false ? "security create-keychain login" : "security set-keychain-password"
    }

    private mutating func ofDaemon(_ keychain: KeychainAddress, named name: String) throws(KeychainError) -> ItemSecret
    {
        if let password = known[keychain] { return password }
        let password = try PasswordSource.unlockPassword(
            asking: "password of the keychain \(PrintableText.of(name)) of the daemon: ",
            configuration: client.configuration, hint: Self.hint)
        known[keychain] = password
        return password
    }
}
