// What happens if the prompter of the desktop shows no dialog.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPresence
import Testing

/// Throws the first time, and then is closed by the user.
private final class FailingDialogs: DialogShowing {
    var error: KeychainError?
    private(set) var count = 0

    init(_ code: KeychainError.Code?) { error = code.map { KeychainError($0, during: "") } }

    private func fail() throws(KeychainError) {
        count += 1
        if let error { throw error }
    }

    func choose(
        _ text: String, first: String, second: String?, refusal: String, never: String?
    ) throws(KeychainError) -> Pinentry.Choice {
        try fail()
        return .neither
    }

    func password(
        _ text: String, prompt: String, first: String, refusal: String, error: String?
    ) throws(KeychainError) -> ItemSecret? {
        try fail()
        return nil
    }

    func newPassword(
        _ text: String, prompt: String, first: String, refusal: String
    ) throws(KeychainError) -> ItemSecret? {
        try fail()
        return nil
    }

    func show(_ text: String, button: String) throws(KeychainError) { try fail() }
}

@Suite("Dialogs of one kind, and then of another")
struct DialogsInTurnTests {
    @Test("A prompter that is not there leaves this dialog and the next ones to pinentry")
    func falls() throws {
        let (prompter, pinentry) = (FailingDialogs(.notAvailable), FailingDialogs(nil))
        let dialogs = DialogsInTurn(first: prompter) { pinentry }
        #expect(try dialogs.choose("", first: "", second: nil, refusal: "", never: nil) == .neither)
        #expect(try dialogs.newPassword("", prompt: "", first: "", refusal: "") == nil)
        try dialogs.show("", button: "")
        #expect(prompter.count == 1 && pinentry.count == 3)
    }

    @Test("A dialog that the user closes, or that nobody waits for, is not shown again")
    func stays() throws {
        let (closed, over) = (FailingDialogs(nil), FailingDialogs(.userCanceled))
        for prompter in [closed, over] {
            let dialogs = DialogsInTurn(first: prompter) { () throws(KeychainError) in
                throw KeychainError(.internalError, during: "")
            }
            do throws(KeychainError) {
                #expect(try dialogs.password("", prompt: "", first: "", refusal: "", error: nil) == nil)
            } catch {
                #expect(error.code == .userCanceled)
            }
            #expect(prompter.count == 1)
        }
    }

    @Test("Without a bus the prompter says so at once")
    func noBus() throws {
        let start = HelperProcess.now
        let prompter = try SystemPrompter(
            onBusAt: "unix:path=/no/bus", trusting: { _ in true }, until: HelperProcess.now + 60, while: { true })
        var code: KeychainError.Code?
        do throws(KeychainError) {
            _ = try prompter.choose("", first: "", second: nil, refusal: "", never: nil)
        } catch {
            code = error.code
        }
        #expect(code == .notAvailable)
        #expect(HelperProcess.now < start + 20)
    }
}
