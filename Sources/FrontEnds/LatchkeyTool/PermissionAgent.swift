// Takes questions from the daemon and brings it what the user said.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPresence
import LatchkeySignature
import LatchkeyTooling

/// One question after the other. The daemon says what a program asks for. This process alone decides at which
/// screen or terminal the user is asked.
struct PermissionAgent: Sendable {
    let client: KeychainClient
    /// The path of pinentry; nil if there is none that may be used.
    let pinentry: String?
    let place: Pinentry.Place
    /// The bus whose prompter is asked first; nil for pinentry alone.
    let desktop: String?
    let prompters: TrustedPrompters
    /// Whether the desktop is Plasma, whose prompter comes before others.
    let isPlasma: Bool

    /// Seconds before the daemon is asked again, where it could not be reached, at most.
    private static let longestPause: UInt32 = 30
    /// Seconds between two looks at whether the program still waits.
    private static let lookTime = 1.0
    /// Seconds after which a dialog that pinentry was told to show is taken for shown: it fails sooner where it cannot.
    private static let showTime = 0.4

    /// Runs until the daemon refuses this process.
    func run() throws(KeychainError) {
        var pause: UInt32 = 1
        var told: KeychainError?
        while true {
            do throws(KeychainError) {
                let start = HelperProcess.now
                if let question = try client.nextQuestion() {
                    ask(question)
                } else if HelperProcess.now < start + 1 {
                    sleep(1)
                }
                pause = 1
                told = nil
            } catch {
                guard error.code == .notAvailable else { throw error }
                // It may be about to be started again, or the other agent of the session may end.
                if told?.hint != error.hint || told == nil {
                    Console.errors.write(
                        StatusMessage.lines(for: error, from: "latchkey", calling: "waiting for questions"))
                }
                told = error
                sleep(pause)
                pause = min(pause * 2, Self.longestPause)
            }
        }
    }

    /// Asks the user, and tells the daemon, also if a dialog could not be shown.
    private func ask(_ question: PermissionQuestion) {
        do throws(KeychainError) {
            try show(question)
        } catch {
            let isOver = error.code == .userCanceled
            if !isOver {
                Console.errors.write(StatusMessage.lines(for: error, from: "latchkey", calling: "asking the user"))
            }
            _ = try? answer(question, isOver ? .denied : .unavailable)
        }
    }

    private func show(_ question: PermissionQuestion) throws(KeychainError) {
        // The daemon gives the question to another agent if this one does not say soon that it lives.
        guard isOpen(question, isShown: false) else { return }
        let deadline = HelperProcess.now + Double(question.secondsLeft)
        var nextLook: Double?
        let dialogs = try dialogs(
            for: question, until: deadline,
            while: {
                // Nobody comes here before a dialog was to be shown.
                let look = nextLook ?? HelperProcess.now + Self.showTime
                nextLook = look
                guard HelperProcess.now >= look else { return true }
                nextLook = HelperProcess.now + Self.lookTime
                return isOpen(question, isShown: true)
            })
        var dialog = UserDialog(question, on: dialogs)
        if question.proof?.methods == .finger {
            // The daemon reads the finger; here is said who wants it.
            try dialog.waitForFinger()
            try answer(question, .denied)
            return
        }
        var failure: KeychainError?
        while true {
            let said = try dialog.answer(after: failure)
            do throws(KeychainError) {
                try answer(question, said)
                return
            } catch {
                guard error.code == .authFailed || error.secondsToWait != nil, question.needsPassword else {
                    throw error
                }
                failure = error
                if error.code == .authFailed, case .wrongPasswords(_, let wait)? = error.cause {
                    sleep(UInt32(clamping: min(wait, 60)))
                }
            }
        }
    }

    /// The desktop's own dialogs, which programs of the session cannot cover, or those of pinentry.
    private func dialogs(
        for question: PermissionQuestion, until deadline: Double, while isWanted: @escaping () -> Bool
    ) throws(KeychainError) -> any DialogShowing {
        let (path, place) = (pinentry, place)
        func usePinentry() throws(KeychainError) -> any DialogShowing {
            guard let path else { throw .nowhereToAsk }
            return PinentryDialogs(
                try Pinentry(
                    at: path, in: place, environment: Pinentry.environment, until: deadline, while: isWanted))
        }
        let prompters = prompters
        guard let desktop else { return try usePinentry() }
        let isTrusted: @Sendable (Int32) -> Bool = { Self.isProcess($0, of: prompters) }
        func useSystemPrompter() throws(KeychainError) -> any DialogShowing {
            guard
                let prompter = try? SystemPrompter(
                    onBusAt: desktop, trusting: isTrusted, until: deadline, while: isWanted)
            else { return try usePinentry() }
            return DialogsInTurn(first: prompter, next: usePinentry)
        }
        guard isPlasma, prompters == .any,
            let prompter = try? PlasmaPrompter(
                for: question, onBusAt: desktop, trusting: isTrusted, until: deadline, while: isWanted)
        else { return try useSystemPrompter() }
        return DialogsInTurn(first: prompter, next: useSystemPrompter)
    }

    /// One that is not told apart, such as a process that the user may not look at, is not asked.
    private static func isProcess(_ process: Int32, of prompters: TrustedPrompters) -> Bool {
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/\(process)/exe", &path, path.count)
        guard count > 0, count < path.count else { return false }
        let bytes = path.prefix(count).map { UInt8(bitPattern: $0) }
        let program = String(decoding: bytes, as: UTF8.self)
        return prompters.contain(program, isOfSystem: SystemPath.isProgramOfSystem)
    }

    /// - Parameter isShown: the dialog is, so that the daemon may take a finger for it.
    private func isOpen(_ question: PermissionQuestion, isShown: Bool) -> Bool {
        do throws(KeychainError) {
            try client.requireOpenQuestion(question.number, isShown: isShown)
            return true
        } catch {
            return false
        }
    }

    private func answer(_ question: PermissionQuestion, _ answer: PermissionAnswer) throws(KeychainError) {
        do throws(KeychainError) {
            try client.answerQuestion(question.number, answer)
        } catch  where error.code == .itemNotFound {
            // The program has gone meanwhile: there is nobody to tell.
        }
    }
}
