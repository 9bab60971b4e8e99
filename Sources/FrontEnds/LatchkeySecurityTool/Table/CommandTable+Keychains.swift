// The commands that work on whole keychains (reference 6.5).
// SPDX-License-Identifier: Apache-2.0

extension CommandTable {
    private static let domain = CommandOption("d", "domain", "Use this domain: user, system, common or dynamic")

    static let listKeychains = Command(
        "list-keychains", [domain, CommandOption("s", "Set the search list to the given keychains")],
        operands: "[keychain...]", "Show or set the list of keychains that are searched.",
        action: PreferenceCommands.listKeychains)

    static let preferenceCommands = [
        Command(
            "default-keychain", [domain, CommandOption("s", "Set the default keychain, or unset it without a name")],
            operands: "[keychain]", "Show or set the keychain that new items go to.",
            action: PreferenceCommands.defaultKeychain),
        Command(
            "login-keychain", [domain, CommandOption("s", "Set the login keychain, or unset it without a name")],
            operands: "[keychain]", "Show or set the login keychain.", action: PreferenceCommands.loginKeychain),
    ]

    static let keychainCommands = [
        Command(
            "create-keychain",
            [
                CommandOption("P", "Ask for the password on the terminal, as without -p"),
                CommandOption(
                    "p", "password", "Use this password; empty for none, - to read it from standard input", .secret),
            ], operands: "keychain...", "Make keychains and add them to the search list.",
            action: KeychainCommands.create),
        Command(
            "delete-keychain", operands: "keychain...", "Delete keychains and take them out of the search list.",
            action: KeychainCommands.delete),
        Command(
            "lock-keychain", [CommandOption("a", "Lock all keychains of the search list")], operands: "[keychain]",
            "Lock a keychain, or the default one.", action: LockCommands.lock),
        Command(
            "unlock-keychain",
            [
                CommandOption("u", "Use no password"),
                CommandOption("p", "password", "Use this password; - to read it from standard input", .secret),
            ], operands: "[keychain]", "Unlock a keychain, or the default one.", action: LockCommands.unlock),
        Command(
            "set-keychain-settings",
            [
                CommandOption("l", "Lock when the system sleeps"),
                CommandOption("u", "Mark the time of -t as in use (cancelled without -t)"),
                CommandOption("t", "seconds", "Lock after this time without use (default: never)"),
            ], operands: "[keychain]", "Set when a keychain locks by itself.", action: LockCommands.setSettings),
        Command(
            "set-keychain-password",
            [
                CommandOption("o", "password", "The old password; - to read it from standard input", .secret),
                CommandOption(
                    "p", "password", "The new password; empty for none, - to read it from standard input", .secret),
            ], operands: "[keychain]", "Set, change or remove the password of a keychain.",
            action: KeychainCommands.setPassword),
        Command(
            "show-keychain-info", [CommandOption("s", "salt", "Accepted and ignored", .hidden)],
            operands: "[keychain]", "Show when a keychain locks by itself.", action: LockCommands.showInfo),
        Command(
            "dump-keychain",
            [
                CommandOption("a", "Show the access list of each item"),
                CommandOption("d", "Show the data of each item in the clear"),
                CommandOption("i", "Edit the access list of each item by lines on standard input"),
                CommandOption("r", "Show the sealed data of each item"),
            ], operands: "[keychain...]", "List the items of keychains.", action: DumpCommand.run),
    ]

    private static let backedUp = CommandOption("k", "keychain", "Use this keychain instead of the default one")

    static let backupCommands = [
        Command(
            "keychain-export",
            [
                backedUp,
                CommandOption(
                    "p", "password", "The password for the backup; - to read it from standard input", .secret),
            ], operands: "file", "Back up a keychain to a file; see latchkey(1).", action: BackupCommands.export),
        Command(
            "keychain-import",
            [
                backedUp,
                CommandOption("p", "password", "The password of the backup; - to read it from standard input", .secret),
            ], operands: "file", "Restore a keychain from a backup; see latchkey(1).",
            action: BackupCommands.restore),
        Command(
            "keychain-backup-get-uuid", operands: "file", "Show the UUID of a backup.",
            action: BackupCommands.identifier),
    ]
}
