// Where the keychains are and whether a daemon keeps them, from the environment.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import Glibc
import LatchkeyModel
import LatchkeyPlatform

/// Read once a process.
package struct ClientConfiguration: Sendable {
    /// The directory of keychains (`LATCHKEY_HOME`), absolute.
    package let home: String
    /// The socket of a configured daemon. With one, no call ever falls back to the embedded keychain.
    package let socket: String?
    /// Files that may hold the password for a program without a user, in the order they are tried.
    package let passwordFiles: [String]
    /// Whether a daemon of the user is one. Any program of the user could be it.
    package var takesOwnDaemon = true

    package init(home: String, socket: String? = nil, passwordFiles: [String] = []) {
        self.home = home
        self.socket = socket
        self.passwordFiles = passwordFiles
    }

    /// The socket that the packaged daemon listens on.
    private static let packagedSocket = "/run/latchkey/keychaind.sock"
    private static let clientFile = "/etc/latchkey/client.conf"
    /// In the place of a socket: no daemon, even if one is installed.
    private static let noSocket = "none"

    /// - Parameter environment: the variables of the process.
    package init(environment: [String: String]) {
        func directory(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let personal = directory("HOME") ?? "/var/lib/latchkey/\(getuid())"
        let data = directory("XDG_DATA_HOME") ?? personal + "/.local/share"
        home = Self.absolute(directory("LATCHKEY_HOME") ?? data + "/latchkey")
        let named = directory("LATCHKEY_SOCKET") ?? Self.configuredSocket() ?? Self.existing(Self.packagedSocket)
        socket = named == Self.noSocket ? nil : named
        passwordFiles = PasswordFile.configured(
            file: directory("LATCHKEY_PASSWORD_FILE"), credentials: directory("CREDENTIALS_DIRECTORY"))
    }

    package static let current = ClientConfiguration(environment: ProcessEnvironment.variables(named: names))

    /// The variables that count.
    private static let names = [
        "HOME", "XDG_DATA_HOME", "LATCHKEY_HOME", "LATCHKEY_SOCKET", "LATCHKEY_PASSWORD_FILE", "CREDENTIALS_DIRECTORY",
    ]

    /// `socket = PATH` in the client file.
    private static func configuredSocket() -> String? {
        guard let text = try? String(contentsOfFile: clientFile, encoding: .utf8) else { return nil }
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != " " && $0 != "\t" } }
            if parts.count == 2, parts[0] == "socket", !parts[1].isEmpty { return parts[1] }
        }
        return nil
    }

    private static func existing(_ path: String) -> String? { unsafe access(path, F_OK) == 0 ? path : nil }

    /// The path as an absolute one.
    package static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }
}
