// The commands that work on passwords (reference 6.6).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel

extension CommandTable {
    static let itemCommands = [
        Command(
            "add-generic-password", genericAttributes(.adding) + adding(passwordLetters: ["p", "w"]),
            operands: "[keychain]", "Add a generic password.",
            action: { (arguments, context) throws(CommandFailure) in
                try AddCommand(.genericPassword).run(arguments, context)
            }),
        Command(
            "add-internet-password", internetAttributes(.adding) + adding(passwordLetters: ["w"]),
            operands: "[keychain]", "Add an internet password.",
            action: { (arguments, context) throws(CommandFailure) in
                try AddCommand(.internetPassword).run(arguments, context)
            }),
        addCertificates,
        Command(
            "find-generic-password", genericAttributes(.matching) + showing, operands: "[keychain...]",
            "Find a generic password.",
            action: { (arguments, context) throws(CommandFailure) in
                try FindCommand(.genericPassword).run(arguments, context)
            }),
        Command(
            "delete-generic-password", genericAttributes(.matching), operands: "[keychain...]",
            "Delete the first generic password that matches.",
            action: { (arguments, context) throws(CommandFailure) in
                try DeleteCommand(.genericPassword).run(arguments, context)
            }),
        Command(
            "set-generic-password-partition-list", genericAttributes(.matching) + partitions,
            operands: "[keychain...]", "Set who may read the first generic password that matches.",
            action: { (arguments, context) throws(CommandFailure) in
                try PartitionListCommand(.genericPassword).run(arguments, context)
            }),
        Command(
            "find-internet-password", internetAttributes(.matching) + showing, operands: "[keychain...]",
            "Find an internet password.",
            action: { (arguments, context) throws(CommandFailure) in
                try FindCommand(.internetPassword).run(arguments, context)
            }),
        Command(
            "delete-internet-password", internetAttributes(.matching), operands: "[keychain...]",
            "Delete the first internet password that matches.",
            action: { (arguments, context) throws(CommandFailure) in
                try DeleteCommand(.internetPassword).run(arguments, context)
            }),
        Command(
            "set-internet-password-partition-list", internetAttributes(.matching) + partitions,
            operands: "[keychain...]", "Set who may read the first internet password that matches.",
            action: { (arguments, context) throws(CommandFailure) in
                try PartitionListCommand(.internetPassword).run(arguments, context)
            }),
    ]

    private enum Purpose { case adding, matching }

    private static func genericAttributes(_ purpose: Purpose) -> [CommandOption] {
        let verb = purpose == .adding ? "Set" : "Match"
        let required: CommandOption.Traits = purpose == .adding ? .required : []
        return [
            CommandOption("a", "account", "\(verb) the account", required),
            CommandOption("s", "service", "\(verb) the service", required),
            CommandOption("c", "creator", "\(verb) the creator, a code of four characters"),
            CommandOption("C", "type", "\(verb) the type, a code of four characters"),
            CommandOption(
                "D", "kind", "\(verb) the kind" + (purpose == .adding ? " (default: application password)" : "")),
            CommandOption("G", "value", "\(verb) the generic attribute"),
            CommandOption("j", "comment", "\(verb) the comment"),
            CommandOption("l", "label", "\(verb) the label" + (purpose == .adding ? " (default: the service)" : "")),
        ]
    }

    private static func internetAttributes(_ purpose: Purpose) -> [CommandOption] {
        let verb = purpose == .adding ? "Set" : "Match"
        let required: CommandOption.Traits = purpose == .adding ? .required : []
        return [
            CommandOption("a", "account", "\(verb) the account", required),
            CommandOption("s", "server", "\(verb) the server", required),
            CommandOption("c", "creator", "\(verb) the creator, a code of four characters"),
            CommandOption("C", "type", "\(verb) the type, a code of four characters"),
            CommandOption("d", "domain", "\(verb) the security domain"),
            CommandOption(
                "D", "kind", "\(verb) the kind" + (purpose == .adding ? " (default: Internet password)" : "")),
            CommandOption("j", "comment", "\(verb) the comment"),
            CommandOption("l", "label", "\(verb) the label" + (purpose == .adding ? " (default: the server)" : "")),
            CommandOption("p", "path", "\(verb) the path"),
            CommandOption("P", "port", "\(verb) the port"),
            CommandOption("r", "protocol", "\(verb) the protocol, a code of four characters"),
            CommandOption(
                "t", "type",
                "\(verb) the authentication type, a code of four characters"
                    + (purpose == .adding ? " (default: dflt)" : "")),
        ]
    }

    private static func adding(passwordLetters: [Character]) -> [CommandOption] {
        passwordLetters.map { letter in
            CommandOption(
                letter, "password",
                "Set the password; - to read it from standard input; as the last word alone to be asked",
                [.secret, .asksAsLastWord])
        } + [
            CommandOption("X", "password", "Set the password, given in hexadecimal", .secret),
            CommandOption("A", "Let any application read the item"),
            CommandOption(
                "T", "application", "Let this application read the item; may be repeated, empty for none", .file),
            CommandOption("U", "Update the item if there is one already"),
        ]
    }

    /// The options of the commands that say who may read an item.
    static let partitions = [
        CommandOption(
            "S", "partitions",
            "Who may read, with commas between them: apple-tool:, teamid:TEAM, unsigned:, path:/PATH; empty for nobody",
            .required),
        CommandOption(
            "k", "password", "The password of the keychain; - to read it from standard input", .secret),
    ]

    private static let showing = [
        CommandOption("g", "Show the password too, on standard error"),
        CommandOption("w", "Show the password alone, on standard output"),
    ]
}
