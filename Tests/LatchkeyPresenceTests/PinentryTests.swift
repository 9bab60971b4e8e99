// Dialogs, with a pinentry of the tests: a process that answers what a file tells it to, and keeps what it was asked.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPresence
import LatchkeyTestSupport
import Testing

@Suite("Dialogs of pinentry")
struct PinentryTests {
    @Test(
        "The three buttons are told apart",
        arguments: [("OK", "first"), ("ERR 83886194", "second"), ("ERR 83886179", "neither")])
    func buttons(_ answer: String, _ expected: String) throws {
        let helper = try ScriptedHelper(confirm: [answer])
        var pinentry = try helper.pinentry()
        let choice = try pinentry.choose("May it?", first: "Once", second: "Always", refusal: "Deny")
        #expect("\(choice)" == expected)
        #expect(try helper.heard().contains("SETDESC May it?"))
    }

    @Test(
        "Without a second button only the first permits", arguments: ["ERR 83886194", "ERR 83886179", "ERR 83886142"])
    func noSecond(_ answer: String) throws {
        var pinentry = try ScriptedHelper(confirm: [answer]).pinentry()
        #expect(try pinentry.choose("May it?", first: "Once", second: nil, refusal: "Deny") == .neither)
    }

    @Test(
        "A refusal for good takes a second dialog, which no closed window and no end of the time shows or answers",
        arguments: [
            (["ERR 83886179", "OK"], "never", 2), (["ERR 83886179", "ERR 83886179"], "neither", 2),
            (["ERR 83886179", "ERR 83886194"], "neither", 2), (["ERR 83886179", "ERR 83886278"], "neither", 2),
            (["ERR 83886278", "OK"], "neither", 1), (["ERR 83886142", "OK"], "neither", 1), (["OK"], "first", 1),
            (["ERR 83886194"], "second", 1),
        ])
    func refusalForGood(_ answers: [String], _ expected: String, _ dialogs: Int) throws {
        let helper = try ScriptedHelper(confirm: answers)
        var pinentry = try helper.pinentry()
        let choice = try pinentry.choose("May it?", first: "Once", second: "Always", refusal: "Deny", never: "Never")
        #expect("\(choice)" == expected)
        let heard = try helper.heard()
        #expect(heard.count { $0.hasPrefix("CONFIRM") } == dialogs)
        guard dialogs == 2 else { return }
        #expect(heard.suffix(4).dropLast() == ["SETOK Never", "SETNOTOK Ask Again _Next Time", "SETCANCEL _Close"])
    }

    @Test("A password arrives as it was typed, and no password is none")
    func password() throws {
        let word = TestSecret("typed into pinentry")
        let helper = try ScriptedHelper(pins: ["D \(word.text)%25\\nOK", "ERR 83886179"])
        var pinentry = try helper.pinentry()
        func ask() throws -> ItemSecret? {
            try pinentry.password("Why", prompt: "Password:", first: "Allow", refusal: "Deny")
        }
        #expect(try ask() == ItemSecret(recorded: word.bytes + [UInt8(ascii: "%")]))
        #expect(try ask() == nil)
    }

    private func proof(_ methods: ProofMethods, reason: String = "to pay") -> PermissionQuestion {
        let report = IdentityReport(
            processID: 7, userID: 1000, executable: "/reader", origin: .path, applicationIdentifier: "x",
            accessGroups: [])
        var question = PermissionQuestion(
            number: 1, requester: report, startedBy: "", ownerGroup: .all, owner: nil,
            item: .init(itemClass: .genericPassword, label: "Bank", account: "", service: ""), itemCount: 1,
            keychain: "login", needsPassword: methods.contains(.password), offersAlways: false, secondsLeft: 60)
        question.purpose = .proof(
            .init(methods: methods, reason: reason, cancelTitle: "_Not now\n", isForItem: true))
        return question
    }

    @Test("A proof by password is one dialog; wrong passwords are told from none")
    func proves() throws {
        let wrong = KeychainError(.authFailed, during: "")
        let helper = try ScriptedHelper(pins: ["OK", "OK"])
        var dialog = UserDialog(proof([.password, .finger]), with: try helper.pinentry())
        var tries = 0
        let evidence = try dialog.prove { _ throws(KeychainError) in
            tries += 1
            if tries == 1 { throw wrong }
        }
        #expect(evidence == ProofEvidence(hasPassword: true))
        let heard = try helper.heard()
        #expect(heard.contains("SETCANCEL -Not now?") && !heard.contains("CONFIRM"))
        let text = try #require(heard.first { $0.hasPrefix("SETDESC") })
        for words in ["/reader", "(unsigned)", "to pay", "Bank", "finger"] { #expect(text.contains(words)) }
        func outcome(_ pins: [String]) throws -> KeychainError.Code? {
            var dialog = UserDialog(proof(.password), with: try ScriptedHelper(pins: pins).pinentry())
            return failure { _ = try dialog.prove { _ throws(KeychainError) in throw wrong } }
        }
        #expect(try outcome(["OK", "ERR 83886179"]) == .userCanceled)
        #expect(try outcome(["OK", "OK", "OK", "OK"]) == .authFailed)
    }

    @Test("A dialog for a finger has one button, which gives up")
    func finger() throws {
        let helper = try ScriptedHelper()
        var dialog = UserDialog(proof(.finger), with: try helper.pinentry())
        #expect(failure { _ = try dialog.prove { _ throws(KeychainError) in } } == .userCanceled)
        #expect(try helper.heard().contains { $0.hasPrefix("MESSAGE") })
        #expect(try helper.heard().contains("SETOK -Not now?"))
    }

    @Test("What a program says in a dialog is bounded, and looks like nothing else")
    func reasons() throws {
        let text = DialogText.description(
            of: proof(.finger, reason: "a\u{201D}\n<b>\u{202E}" + String(repeating: "x", count: 900)))
        #expect(!text.contains("<b>") && !text.contains("\u{202E}") && text.contains("a\"?\u{2039}b\u{203A}?xxx"))
        #expect(text.utf8.count < 600)
    }

    @Test("A password that was not tried is no try, and the dialog says how long to wait")
    func waits() throws {
        let helper = try ScriptedHelper(pins: Array(repeating: "OK", count: 9))
        let report = IdentityReport(
            processID: 7, userID: 1000, executable: "/reader", origin: .path, applicationIdentifier: "x",
            accessGroups: [])
        let question = PermissionQuestion(
            number: 1, requester: report, startedBy: "", ownerGroup: .all, owner: nil,
            item: .init(itemClass: .genericPassword, label: "", account: "", service: ""), itemCount: 1,
            keychain: "login", needsPassword: true, offersAlways: true, secondsLeft: 60)
        var dialog = UserDialog(question, with: try helper.pinentry())
        let mustWait = KeychainError(
            .interactionNotAllowed, during: "", cause: .wrongPasswords(inARow: 3, wait: 37))
        let wrong = KeychainError(.authFailed, during: "")
        #expect(try dialog.password(for: .once) != nil)
        for _ in 0..<4 { #expect(try dialog.password(for: .once, after: mustWait) != nil) }
        #expect(try helper.heard().contains("SETERROR Wait 37 s: wrong passwords were tried. This one was not."))
        for _ in 0..<2 { #expect(try dialog.password(for: .once, after: wrong) != nil) }
        #expect(try dialog.password(for: .once, after: wrong) == nil, "three were wrong")
        #expect(try helper.heard().contains { $0.hasPrefix("SETDESC Allow once, and unlock the keychain:") })
    }

    @Test("A pinentry that fails, ends or says something else is an error, and no answer")
    func broken() throws {
        for answer in ["ERR 83886340 No display", "INQUIRE X", "nonsense", "exit"] {
            var pinentry = try ScriptedHelper(confirm: [answer]).pinentry()
            #expect(throws: KeychainError.self) {
                _ = try pinentry.choose("May it?", first: "Once", second: nil, refusal: "Deny")
            }
        }
        #expect(throws: KeychainError.self) {
            _ = try Pinentry(
                at: "/no/pinentry", in: Pinentry.Place(), environment: [], until: HelperProcess.now + 5, while: { true }
            )
        }
    }

    @Test("A dialog ends when nobody waits for it, and when its time is over")
    func ends() throws {
        let start = HelperProcess.now
        var unwanted = try ScriptedHelper(confirm: ["wait"]).pinentry { HelperProcess.now < start + 1 }
        #expect(throws: KeychainError(.userCanceled, during: "")) {
            _ = try unwanted.choose("May it?", first: "Once", second: nil, refusal: "Deny")
        }
        var late = try ScriptedHelper(confirm: ["wait"]).pinentry(for: 1)
        #expect(throws: KeychainError(.userCanceled, during: "")) {
            _ = try late.choose("May it?", first: "Once", second: nil, refusal: "Deny")
        }
        #expect(HelperProcess.now < start + 30)
    }

    @Test("Pinentry gets the environment that it is given, and its place by options")
    func place() throws {
        let helper = try ScriptedHelper(confirm: ["OK"])
        var place = Pinentry.Place()
        place.terminal = "/dev/pts/7"
        place.display = ":3"
        let pinentry = try helper.pinentry(in: place)
        _ = consume pinentry
        let heard = try helper.heard()
        #expect(heard.contains("OPTION ttyname=/dev/pts/7") && heard.contains("OPTION display=:3"))
        #expect(!heard.contains { $0.hasPrefix("OPTION ttytype") })
    }
}
