// Passwords that are configured for the daemon, so that it unlocks keychains without a user.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

/// Read when a keychain is to be unlocked, and not kept.
package struct ConfiguredPasswords: Sendable {
    private let files: @Sendable (UInt32) -> [String]
    private let log: DaemonLog
    /// Whether there is a place for such passwords: then a keychain may be unlocked as soon as it is asked for.
    let isPossible: Bool

    package static let none = ConfiguredPasswords(isPossible: false, log: .quiet) { _ in [] }

    private init(isPossible: Bool, log: DaemonLog, files: @escaping @Sendable (UInt32) -> [String]) {
        self.files = files
        self.log = log
        self.isPossible = isPossible
    }

    /// - Parameter isSystem: each user has a credential with the user's number in its name; else there is one for the
    ///   only user.
    package init(isSystem: Bool, environment: Environment, log: DaemonLog) {
        let credentials = environment["CREDENTIALS_DIRECTORY"]
        let file = isSystem ? nil : environment["LATCHKEY_PASSWORD_FILE"]
        self.init(isPossible: credentials != nil || file != nil, log: log) { user in
            PasswordFile.configured(file: file, credentials: credentials, of: isSystem ? user : nil)
        }
    }

    /// The file that has a user's password.
    func file(of user: UInt32) -> String? { files(user).first }

    /// - Returns: nil if none is configured, or it cannot be read: the keychain then stays locked.
    func password(of user: UInt32) -> ItemSecret? {
        guard let file = file(of: user) else { return nil }
        do throws(KeychainError) {
            return try PasswordFile.read(path: file, waits: false)
        } catch {
            log.error("the configured password of user \(user) cannot be read; the keychain stays locked")
            return nil
        }
    }
}
