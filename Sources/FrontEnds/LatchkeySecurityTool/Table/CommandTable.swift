// Every command in the order of macOS's tool, in which the first match of an abbreviation wins.
// SPDX-License-Identifier: Apache-2.0

package enum CommandTable {
    /// All commands, those that this version does not have among them.
    package static let all: [Command] =
        [help, listKeychains, missing("list-smartcards")] + preferenceCommands + keychainCommands
        + [missing("create-keypair")] + itemCommands
        + [findKey, setKeyPartitionList] + certificateCommands
        + preferredIdentities + [missing("create-db")] + transferCommands
        + ["export-smartcard", "cms", "install-mds"].map(missing) + trustCommands
        + ["user-trust-settings-enable", "trust-settings-export", "trust-settings-import"].map(missing)
        + [verifyCertificate] + ["authorize", "authorizationdb", "execute-with-privileges", "leaks"].map(missing)
        + [error, rawItem] + backupCommands
        + [whoami, completionScript, missing("smartcards"), missing("requirement-evaluate")]

    /// The commands that help and completion name.
    package static var shown: [Command] { all.filter { $0.availability == .shown } }

    /// The first command whose name begins with `abbreviation` (reference 6.4.1).
    package static func command(abbreviated abbreviation: String) -> Command? {
        all.first { $0.name.utf8.starts(with: abbreviation.utf8) }
    }

    /// The commands whose names begin with `abbreviation`, as `help` lists them.
    package static func shownCommands(abbreviated abbreviation: String) -> [Command] {
        all.filter { $0.availability != .missing && $0.name.utf8.starts(with: abbreviation.utf8) }
    }

    private static func missing(_ name: String) -> Command { Command(missing: name) }

    private static let help = Command(
        "help", operands: "[command...]", "Show all commands, or the usage of a command.",
        action: HelpCommand.run)

    private static let error = Command(
        "error", operands: "code...", "Describe result codes, in decimal or hexadecimal.", readsOptions: false,
        action: ErrorCommand.run)

    private static let whoami = Command(
        "whoami", operands: "", "Show who this program is to the keychain.", action: WhoamiCommand.run)

    private static let completionScript = Command(
        "completion-script", operands: "bash|zsh", "Print the completion script of a shell.", isHidden: true,
        action: CompletionScript.run)
}
