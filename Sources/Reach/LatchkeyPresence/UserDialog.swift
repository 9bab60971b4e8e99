// Asks a user whether one program may read another's item.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// The two steps of a question: what is allowed, and the password that shows that it is the user who allows it. Any
/// program of the user could press a button.
package struct UserDialog: ~Copyable {
    let dialogs: any DialogShowing
    let question: PermissionQuestion
    private var tries = 0
    private var chosen: Permission?
    /// Whether the user has denied it for good.
    private var isForGood = false
    /// A new password that is kept while the old one is asked for again.
    var newPassword: ItemSecret?

    /// Passwords that are asked for before the question counts as denied.
    private static let mostTries = 3

    package init(_ question: PermissionQuestion, with pinentry: consuming Pinentry) {
        self.init(question, on: PinentryDialogs(pinentry))
    }

    package init(_ question: PermissionQuestion, on dialogs: any DialogShowing) {
        self.question = question
        self.dialogs = dialogs
    }

    /// What is permitted, as far as one user's choice says.
    package enum Permission: Hashable, Sendable { case once, always }

    /// What the user says, in as many dialogs as it takes.
    /// - Parameter failure: why the last password was not taken.
    package mutating func answer(after failure: KeychainError? = nil) throws(KeychainError) -> PermissionAnswer {
        if let service = question.service, let answer = try answer(to: service, after: failure) { return answer }
        if chosen == nil { chosen = try choose() }
        guard let chosen else { return isForGood ? .never : .denied }
        var password: ItemSecret?
        if question.needsPassword {
            password = try self.password(for: chosen, after: failure)
            guard password != nil else { return try refused(after: failure) }
        }
        return chosen == .once ? .once(password: password) : .always(password: password)
    }

    /// The field for the password was closed. If that was the question, it can be a refusal for good.
    private mutating func refused(after failure: KeychainError?) throws(KeychainError) -> PermissionAnswer {
        guard offersNever, !question.offersAlways, failure == nil else { return .denied }
        let text = "Not allowed:\n" + DialogText.description(of: question)
        let choice = try dialogs.choose(text, first: Self.never, second: nil, refusal: "Ask Again _Next Time")
        return choice == .first ? .never : .denied
    }

    /// - Returns: nil if the user denies it.
    package mutating func choose() throws(KeychainError) -> Permission? {
        // With a password and one choice the field for the password is the question.
        guard question.offersAlways || !question.needsPassword else { return .once }
        let text = DialogText.description(of: question)
        let choice = try dialogs.choose(
            text, first: question.offersAlways ? "Allow _Once" : "_Allow",
            second: question.offersAlways ? "Al_ways Allow" : nil, refusal: "_Deny",
            never: offersNever ? Self.never : nil)
        switch choice {
        case .first: return .once
        case .neither: return nil
        case .never:
            isForGood = true
            return nil
        case .second:
            guard !question.needsPassword else { return .always }
            // There are pinentries that tell a closed window and the second button by the same code.
            let sure = try dialogs.choose(
                "Always:\n" + text, first: "Al_ways Allow", second: nil, refusal: "_Deny")
            return sure == .first ? .always : nil
        }
    }

    /// The password of the keychain, or of the item.
    /// - Parameter failure: why the last one was not taken. One that was not even tried is no try.
    /// - Returns: nil if the user gives up, or has tried often enough.
    package mutating func password(
        for permission: Permission, after failure: KeychainError? = nil
    ) throws(KeychainError) -> ItemSecret? {
        guard mayTry(after: failure) else { return nil }
        if let proof = question.proof, proof.methods == .applicationPassword { return try passwordOfItem(proof) }
        let lead = question.proof == nil ? Self.lead(of: permission) : Self.leadOfProof
        return try dialogs.password(
            lead + DialogText.description(of: question), prompt: "Password of the keychain:",
            first: permission == .always ? "Al_ways Allow" : question.proof == nil ? "_Allow" : "_Confirm",
            refusal: refusal, error: Self.words(of: failure))
    }

    /// Counts a try.
    mutating func mayTry(after failure: KeychainError?) -> Bool {
        if failure?.secondsToWait != nil { tries -= 1 }
        guard tries < Self.mostTries else { return false }
        tries += 1
        return true
    }

    static func words(of failure: KeychainError?) -> String? {
        failure.map { failure in
            failure.secondsToWait.map { "Wait \($0) s: wrong passwords were tried. This one was not." }
                ?? "That was not the password. Try again."
        }
    }

    /// One that is not empty, and is typed twice where it is new.
    private mutating func passwordOfItem(_ proof: PermissionQuestion.Proof) throws(KeychainError) -> ItemSecret? {
        let text = DialogText.description(of: question)
        var error = proof.wrongPasswords > 0 ? "That was not the password. Try again." : nil
        for _ in 0..<Self.mostTries {
            let typed = try dialogs.password(
                text, prompt: "Password of the item:", first: "_OK", refusal: refusal, error: error)
            guard let typed else { return nil }
            error = "A password has at least one character."
            guard typed.count > 0 else { continue }
            guard proof.isForNewItem else { return typed }
            let again = try dialogs.password(
                text, prompt: "The same again:", first: "_OK", refusal: refusal, error: nil)
            guard let again else { return nil }
            if again == typed { return typed }
            error = "The two were not the same. Try again."
        }
        return nil
    }

    private static let never = "Ne_ver Allow"

    /// What programs get over a bus is decided for good; a manager has the user before it, who may try again.
    private var offersNever: Bool {
        guard let service = question.service, case .permit = service.wish else { return false }
        return service.requester == .program || service.requester == .pool
    }

    private var refusal: String {
        guard let title = question.proof?.cancelTitle, !title.isEmpty else {
            return question.proof == nil ? "_Deny" : "_Cancel"
        }
        return DialogText.button(title)
    }

    /// Says who waits for a finger until the dialog is closed.
    package mutating func waitForFinger() throws(KeychainError) {
        try dialogs.show(DialogText.description(of: question), button: refusal)
    }

    /// The whole of a proof, for a process that checks the password itself.
    /// - Throws: `.userCanceled` if the user gives up, `.authFailed` after several wrong passwords.
    package mutating func prove(
        checking check: (ItemSecret) throws(KeychainError) -> Void
    ) throws(KeychainError) -> ProofEvidence {
        guard question.needsPassword else {
            try waitForFinger()
            throw .proofCanceled
        }
        var failure: KeychainError?
        while let password = try password(for: .once, after: failure) {
            do throws(KeychainError) {
                try check(password)
                return ProofEvidence(hasPassword: true)
            } catch {
                guard error.code == .authFailed || error.secondsToWait != nil else { throw error }
                failure = error
            }
        }
        if let failure, tries >= Self.mostTries { throw failure }
        throw .proofCanceled
    }

    private static let leadOfProof = "Confirm that it is you, and unlock the keychain:\n"

    /// What the password does: it is the one that unlocks, and where the keychain was locked it is unlocked afterwards.
    package static func lead(of permission: Permission) -> String {
        (permission == .always ? "Always allow" : "Allow once") + ", and unlock the keychain:\n"
    }
}

extension KeychainError {
    package static let proofCanceled = KeychainError(
        .userCanceled, during: "asking the user for a proof", hint: "the dialog was closed, or its time is over")

    /// Seconds until a password is tried, if this one was not.
    package var secondsToWait: Int? {
        guard code == .interactionNotAllowed, case .wrongPasswords(_, let wait)? = cause else { return nil }
        return wait
    }
}
