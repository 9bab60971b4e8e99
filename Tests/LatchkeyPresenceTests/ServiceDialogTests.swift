// What a user sees, and can say, when a program asks for something over the bus of a session.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPresence
import LatchkeyTestSupport
import Testing

/// Dialogs that answer what they are told to, and keep what they were asked.
private final class ScriptedDialogs: DialogShowing {
    var choices: [Pinentry.Choice] = []
    /// Nil for one that the user closes.
    var passwords: [ItemSecret?] = []
    private(set) var heard: [String] = []
    private(set) var text = ""

    func choose(
        _ text: String, first: String, second: String?, refusal: String, never: String?
    ) throws(KeychainError) -> Pinentry.Choice {
        self.text = text
        heard.append([first, second, refusal, never].compactMap { $0 }.joined(separator: "/"))
        return choices.isEmpty ? .neither : choices.removeFirst()
    }

    func password(
        _ text: String, prompt: String, first: String, refusal: String, error: String?
    ) throws(KeychainError) -> ItemSecret? {
        self.text = text
        heard.append(prompt + (error.map { " " + $0 } ?? "") + " " + first)
        return passwords.isEmpty ? nil : passwords.removeFirst()
    }

    func newPassword(
        _ text: String, prompt: String, first: String, refusal: String
    ) throws(KeychainError) -> ItemSecret? {
        self.text = text
        heard.append("twice " + prompt + " " + first)
        return passwords.isEmpty ? nil : passwords.removeFirst()
    }

    func show(_ text: String, button: String) throws(KeychainError) {}
}

private let hostileName = "a”\nforged\n<b>\u{202E}" + String(repeating: "漢%", count: 4000)

@Suite("Dialogs for a program on the bus")
struct ServiceDialogTests {
    private let old = ItemSecret(SecretBytes(unrecorded: [1]))
    private let new = ItemSecret(SecretBytes(unrecorded: [2, 3]))
    private let empty = ItemSecret(SecretBytes(unrecorded: []))
    private let dialogs = ScriptedDialogs()

    private func question(
        _ wish: PermissionQuestion.Service.Wish, of requester: PermissionQuestion.Service.Requester = .program,
        password: Bool = false, path: String = "/usr/bin/seahorse", keychain: String = "login", label: String = "Mail",
        count: UInt32 = 1, always: Bool = true
    ) -> PermissionQuestion {
        let report = IdentityReport(
            processID: 0, userID: 1000, executable: path, origin: .path, applicationIdentifier: "x", accessGroups: [])
        var question = PermissionQuestion(
            number: 1, requester: report, startedBy: "", ownerGroup: AccessGroup(rawValue: ""), owner: nil,
            item: .init(itemClass: .genericPassword, label: label, account: "", service: ""), itemCount: count,
            keychain: keychain, needsPassword: password, offersAlways: always, secondsLeft: 60)
        question.purpose = .service(.init(wish, of: requester))
        return question
    }

    private func words(_ answer: PermissionAnswer) -> String {
        func word(_ secret: ItemSecret?) -> String { secret.map { "\($0.count)" } ?? "none" }
        return switch answer {
        case .denied: "denied"
        case .unavailable: "unavailable"
        case .never: "never"
        case .once(let password): "once \(word(password))"
        case .always(let password): "always \(word(password))"
        case .newPassword(let old, let new): "\(word(old)) to \(word(new))"
        }
    }

    @Test("An unlock asks for the password of the keychain, three times")
    func unlock() throws {
        dialogs.passwords = [old, new, new, new]
        var dialog = UserDialog(question(.unlock, password: true), on: dialogs)
        #expect(words(try dialog.answer()) == "once 1")
        let wrong = KeychainError(.authFailed, during: "")
        #expect(words(try dialog.answer(after: wrong)) == "once 2")
        #expect(words(try dialog.answer(after: wrong)) == "once 2")
        #expect(words(try dialog.answer(after: wrong)) == "denied")
        #expect(
            dialogs.heard.prefix(2) == [
                "Password of the keychain: _Unlock",
                "Password of the keychain: That was not the password. Try again. _Unlock",
            ])
        #expect(
            dialogs.text == """
                The program
                   “/usr/bin/seahorse”
                wants to unlock a keychain

                Keychain: “login”
                """)
    }

    @Test("A prompter that knows of wallets alone is told who asks, in one line")
    func wallet() throws {
        let unlock = question(.unlock, of: .pool, password: true)
        #expect(
            DialogText.wallet(of: unlock)
                == "“login”, for a program that is not known, through “/usr/bin/seahorse” (any program can run it)")
        let forged = question(.newKeychain, path: hostileName, keychain: hostileName)
        let wallet = try #require(DialogText.wallet(of: forged))
        #expect(wallet.utf8.count < 8192 && !wallet.contains { $0.isNewline || "<>&".contains($0) })
        #expect(wallet.count { $0 == "“" } == 2 && wallet.count { $0 == "”" } == 2)
        let others: [PermissionQuestion.Service.Wish] = [
            .delete, .changePassword, .makeDefault(keychain: "y"), .rename(label: "x"),
            .permit(.moved, owner: "/usr/bin/x"),
        ]
        for wish in others { #expect(DialogText.wallet(of: question(wish, password: true)) == nil) }
        #expect(DialogText.wallet(of: question(.unlock)) == nil)
    }

    @Test("A new keychain gets a password, or none")
    func newKeychain() throws {
        dialogs.passwords = [new, empty, nil]
        let asked = question(.newKeychain)
        var answers: [String] = []
        for _ in 0..<3 {
            var dialog = UserDialog(asked, on: dialogs)
            answers.append(words(try dialog.answer()))
        }
        #expect(answers == ["none to 2", "none to none", "denied"])
        #expect(dialogs.text.contains("Leave it empty for no password."))
    }

    @Test("A change of the password keeps the new one if the old one was wrong")
    func changePassword() throws {
        dialogs.passwords = [new, new, old]
        var dialog = UserDialog(question(.changePassword, password: true), on: dialogs)
        #expect(words(try dialog.answer()) == "2 to 2")
        #expect(words(try dialog.answer(after: KeychainError(.authFailed, during: ""))) == "1 to 2")
        #expect(
            dialogs.heard == [
                "Old password: _Continue", "twice New password: _Change",
                "Old password: That was not the password. Try again. _Continue",
            ])
    }

    @Test("A keychain without a password has no old one")
    func firstPassword() throws {
        dialogs.passwords = [new]
        var dialog = UserDialog(question(.changePassword), on: dialogs)
        #expect(words(try dialog.answer()) == "none to 2")
        #expect(dialogs.heard == ["twice New password: _Change"])
    }

    @Test(
        "Whether something is done is asked by one button, or by the password",
        arguments: [
            (.delete, "_Delete", "delete a keychain with all that is in it"),
            (.makeDefault(keychain: "work"), "_Change", "store new secrets from now on in the keychain\n   “work”"),
            (.rename(label: "My keys"), "_Rename", "“My keys”"),
        ] as [(PermissionQuestion.Service.Wish, String, String)])
    func confirm(_ wish: PermissionQuestion.Service.Wish, _ button: String, _ text: String) throws {
        dialogs.choices = [.first, .neither]
        dialogs.passwords = [old]
        for (password, expected) in [(false, "once none"), (false, "denied"), (true, "once 1"), (true, "denied")] {
            var dialog = UserDialog(question(wish, password: password), on: dialogs)
            #expect(words(try dialog.answer()) == expected)
            #expect(dialogs.text.contains(text))
        }
        #expect(dialogs.heard.first == button + "/_Cancel")
    }

    @Test("An item is permitted once, always, or not")
    func permit() throws {
        dialogs.choices = [.first, .second, .second, .first, .neither]
        dialogs.passwords = [old]
        var answers: [String] = []
        for password in [false, true, false, false] {
            let asked = question(.permit(.moved, owner: "/opt/mail"), password: password, count: 3)
            var dialog = UserDialog(asked, on: dialogs)
            answers.append(words(try dialog.answer()))
        }
        #expect(answers == ["once none", "always 1", "always none", "denied"])
        for text in ["secrets of a program of the same name", "“/opt/mail”", "Password: “Mail”", "and 2 more"] {
            #expect(dialogs.text.contains(text))
        }
    }

    @Test(
        "A program can be denied for good, and a manager for now",
        arguments: [
            (.program, true), (.pool, true), (.manager, false), (.nobody, false),
        ] as [(PermissionQuestion.Service.Requester, Bool)])
    func never(_ requester: PermissionQuestion.Service.Requester, _ isOffered: Bool) throws {
        let wish = PermissionQuestion.Service.Wish.permit(.moved, owner: "/opt/mail")
        dialogs.choices = [.never]
        var dialog = UserDialog(question(wish, of: requester), on: dialogs)
        #expect(words(try dialog.answer()) == "never")
        #expect(dialogs.heard == ["Allow _Once/Al_ways Allow/_Deny" + (isOffered ? "/Ne_ver Allow" : "")])
    }

    @Test("Whoever closes the field for the password can say that it is for good, but not after a wrong one")
    func neverAtField() throws {
        let asked = question(.permit(.moved, owner: "/opt/mail"), of: .pool, password: true, always: false)
        for (choice, expected) in [(.first, "never"), (.neither, "denied")] as [(Pinentry.Choice, String)] {
            (dialogs.passwords, dialogs.choices) = ([nil], [choice])
            var dialog = UserDialog(asked, on: dialogs)
            #expect(words(try dialog.answer()) == expected)
        }
        #expect(dialogs.heard.last == "Ne_ver Allow/Ask Again _Next Time")
        #expect(dialogs.text.hasPrefix("Not allowed:\nA program that is not known, through"))
        dialogs.passwords = [old, nil]
        let count = dialogs.heard.count
        var dialog = UserDialog(asked, on: dialogs)
        _ = try dialog.answer()
        #expect(words(try dialog.answer(after: KeychainError(.authFailed, during: ""))) == "denied")
        #expect(dialogs.heard.count == count + 2)
    }

    @Test("A program that any program can run is not taken for the one that asks")
    func pool() {
        let text = DialogText.description(of: question(.unlock, of: .pool, path: "/usr/bin/secret-tool"))
        #expect(text.hasPrefix("A program that is not known, through\n   “/usr/bin/secret-tool”\n   (any program can"))
        #expect(DialogText.description(of: question(.unlock, of: .nobody, path: "/a")).contains("not known,\n   “/a”"))
        #expect(DialogText.description(of: question(.unlock, of: .manager)).contains("(it shows the secrets of all"))
    }

    @Test(
        "Names of a client are bounded, and look like nothing else",
        arguments: [
            .rename(label: hostileName), .permit(.imported, owner: hostileName),
            .permit(.moved, owner: hostileName), .permit(.managed, owner: hostileName),
        ] as [PermissionQuestion.Service.Wish])
    func hostile(_ wish: PermissionQuestion.Service.Wish) {
        let text = DialogText.description(
            of: question(wish, path: hostileName, keychain: hostileName, label: hostileName, count: 9))
        #expect(!text.contains("<b>") && !text.contains("\u{202E}") && !text.contains("forged\n"))
        #expect(AssuanLine.command("SETDESC", UserDialog.lead(of: .always) + text) != nil)
    }

    @Test("A new password is typed twice, also with a pinentry that has one field")
    func twice() throws {
        let word = TestSecret("typed twice into it")
        let other = TestSecret("typed once into it")
        func typed(_ pins: [String], refuses: Bool = false) throws -> ItemSecret? {
            var pinentry = try ScriptedHelper(pins: pins, refusing: refuses ? "SETREPEAT" : nil).pinentry()
            return try pinentry.newPassword("Why", prompt: "New:", first: "OK", refusal: "Cancel")
        }
        let given = ItemSecret(recorded: word.bytes)
        #expect(try typed(["D \(word.text)\\nS PIN_REPEATED\\nOK"]) == given)
        #expect(try typed(["D \(word.text)\\nOK", "D \(word.text)\\nOK"], refuses: true) == given)
        #expect(
            try typed([
                "D \(word.text)\\nOK", "D \(other.text)\\nOK", "D \(word.text)\\nOK", "D \(word.text)\\nOK",
            ]) == given)
        #expect(try typed(["D \(word.text)\\nOK", "ERR 83886179"]) == nil)
        #expect(try typed(["S PIN_REPEATED\\nOK"])?.count == 0)
    }
}
