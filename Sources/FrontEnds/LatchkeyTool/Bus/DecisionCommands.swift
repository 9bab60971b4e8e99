// `latchkey allow` and `latchkey deny`: what a program may do with the items of another.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

struct NamedPair: ParsableArguments {
    @Argument(help: "The program: its path, the identifier of a Flatpak, or its name in `latchkey audit`.")
    var program: String

    @Argument(help: "Whose items: another program, named in the same way.")
    var owner: String

    /// What may give a program more takes the password.
    func decide(_ verdict: BusChoice.Verdict) throws(KeychainError) {
        let client = KeychainClient(as: .tool)
        // Before anybody types a password for nothing.
        _ = try client.busReport()
        let keychain = KeychainAddress.file(client.preferences.builtInKeychain)
        let password: ItemSecret? =
            try client.status(keychain).hasPassword
            ? try PasswordSource.unlockPassword(
                asking: "password of the login keychain: ", configuration: .current,
                hint: "run it on a terminal, or name a file with the password in LATCHKEY_PASSWORD_FILE")
            : nil
        try client.decideOnBus(BusChoice(verdict, program: program, owner: owner), password: password)
    }
}

struct AllowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Let a program use the items of another over the session bus.",
        discussion: """
            It takes the password of the login keychain. A program that others can replace, such as a file of your own, or \
            that runs what others give it, such as secret-tool, is allowed nothing for good.
            """)

    @OptionGroup var pair: NamedPair

    func run() throws {
        try reporting("allowing a program") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) in try pair.decide(.allow) }
        }
    }
}

struct DenyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deny", abstract: "Keep a program from the items of another over the session bus.",
        discussion: "You are not asked about it any more. What a program made itself stays its own.")

    @Flag(help: "Take back what was decided, whichever it was. It takes the password of the login keychain.")
    var forget = false

    @OptionGroup var pair: NamedPair

    func run() throws {
        try reporting("denying a program") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) in
                if forget { return try pair.decide(.forget) }
                try KeychainClient(as: .tool).decideOnBus(
                    BusChoice(.deny, program: pair.program, owner: pair.owner), password: nil)
            }
        }
    }
}
