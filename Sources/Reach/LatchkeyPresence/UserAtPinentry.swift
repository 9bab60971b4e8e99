// Asks the user with pinentry, from the process that needs the proof.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
package import LatchkeyModel
package import LatchkeyPlatform
import Synchronization

/// The user at the terminal or the display of this process, and at the fingerprint reader.
package final class UserAtPinentry: UserAsking {
    private let pinentry: String
    private let place: @Sendable () -> Pinentry.Place
    private let fingers: (any FingerprintReader)?
    /// One dialog at a time.
    private let turn = Mutex<Void>(())

    /// Seconds that a dialog waits.
    private static let patience = 110.0
    /// Microseconds between two looks at whether another dialog is closed.
    private static let turnTime: UInt32 = 50_000

    package init(
        pinentry: String = "/usr/bin/pinentry", place: @escaping @Sendable () -> Pinentry.Place = { .ofProcess },
        fingers: (any FingerprintReader)?
    ) {
        self.pinentry = pinentry
        self.place = place
        self.fingers = fingers
    }

    package var biometry: BiometryState { fingers?.state(ofUser: geteuid()) ?? .unavailable }

    package func prove(
        _ question: PermissionQuestion, while isWanted: @escaping @Sendable () -> Bool,
        checking check: (ItemSecret) throws(KeychainError) -> Void
    ) throws(KeychainError) -> ProofEvidence {
        let place = place()
        guard place.terminal != nil || place.display != nil else { throw .nowhereToAsk }
        while isWanted() {
            let result: Result<ProofEvidence, KeychainError>? = turn.withLockIfAvailable { _ in
                do throws(KeychainError) {
                    return .success(try ask(question, in: place, while: isWanted, checking: check))
                } catch {
                    return .failure(error)
                }
            }
            if let result { return try result.get() }
            usleep(Self.turnTime)
        }
        throw .proofCanceled
    }

    private func ask(
        _ question: PermissionQuestion, in place: Pinentry.Place, while isWanted: @escaping @Sendable () -> Bool,
        checking check: (ItemSecret) throws(KeychainError) -> Void
    ) throws(KeychainError) -> ProofEvidence {
        let finger = question.proof?.methods.contains(.finger) == true ? fingers.map(FingerWait.init) : nil
        let pinentry: Pinentry
        do throws(KeychainError) {
            pinentry = try Pinentry(
                at: self.pinentry, in: place, environment: Pinentry.environment,
                until: HelperProcess.now + Self.patience,
                while: {
                    // Nobody comes here before pinentry was told to show the dialog.
                    finger?.start(while: isWanted)
                    return isWanted() && finger?.endsDialog(of: question) != true
                })
        } catch {
            throw error.code == .notAvailable ? .nowhereToAsk : error
        }
        defer { finger?.end() }
        var dialog = UserDialog(question, with: pinentry)
        do throws(KeychainError) {
            let evidence = try dialog.prove(checking: check)
            let isUsers = question.proof?.methods.contains(.password) == true
            if evidence.hasPassword, isUsers { fingers?.endLockout(ofUser: geteuid()) }
            return evidence
        } catch {
            switch finger?.outcome {
            case .matched(let set)?: return ProofEvidence(enrolledSet: set)
            case .notMatched?, .unavailable?:
                guard question.proof?.methods == .finger else { throw error }
                throw .noFinger
            default: throw error.code == .notAvailable ? .nowhereToAsk : error
            }
        }
    }
}

/// A wait for a finger beside a dialog, on a thread of its own.
private final class FingerWait: Sendable {
    private let reader: any FingerprintReader
    private let result = Mutex<FingerOutcome?>(nil)
    private let isOver = Atomic<Bool>(false)
    private let hasStarted = Atomic<Bool>(false)
    private let hasLeft = Atomic<Bool>(true)

    init(_ reader: any FingerprintReader) { self.reader = reader }

    var outcome: FingerOutcome? { result.withLock { $0 } }

    /// True if the dialog has nothing left to wait for.
    func endsDialog(of question: PermissionQuestion) -> Bool {
        switch outcome {
        case .matched?: true
        case .notMatched?, .unavailable?: question.proof?.methods == .finger
        default: false
        }
    }

    /// Once.
    func start(while isWanted: @escaping @Sendable () -> Bool) {
        guard !hasStarted.exchange(true, ordering: .sequentiallyConsistent) else { return }
        hasLeft.store(false, ordering: .sequentiallyConsistent)
        let started = SystemThread.startDetached { [self] in
            let outcome = reader.verify(ofUser: geteuid()) {
                isWanted() && !isOver.load(ordering: .sequentiallyConsistent)
            }
            result.withLock { $0 = outcome }
            hasLeft.store(true, ordering: .sequentiallyConsistent)
        }
        guard !started else { return }
        result.withLock { $0 = .unavailable }
        hasLeft.store(true, ordering: .sequentiallyConsistent)
    }

    /// The reader is released before the call goes on.
    func end() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        while !hasLeft.load(ordering: .sequentiallyConsistent) { usleep(10_000) }
    }
}

extension KeychainError {
    package static let nowhereToAsk = KeychainError(
        .interactionNotAllowed, during: "asking the user for a proof",
        hint: "there is no terminal and no display for pinentry, or no pinentry")
    package static let noFinger = KeychainError(
        .authFailed, during: "waiting for a finger", hint: "no finger matched, or the reader has gone")
}
