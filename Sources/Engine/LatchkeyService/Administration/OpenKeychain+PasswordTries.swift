// One password is tried at a time, and counted where it is wrong.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

/// What became of a password.
enum PasswordTry: Sendable {
    case right, wrong
}

extension OpenKeychain {
    /// How often a password is tried again because the keychain has another one by then.
    private static let mostChanges = 3

    /// Runs `body`, which may try a password, with the keys brought up to the file. A wrong one is counted before
    /// anybody tries the next, a right one ends the count. Those who read wait neither for the derivation of a key nor
    /// if another process is in the way of a count.
    /// - Parameter password: nil if none was given.
    /// - Throws: what `body` throws, for a wrong password with how many there were; `.authFailed` while the next
    ///   password has to wait.
    func trying<R>(
        _ password: ItemSecret?,
        _ body: (inout KeychainState, DerivedPassword?, _ tried: inout PasswordTry?) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        // One try at a time, so that tries at the same instant wait for each other's count: of this process by this
        // lock, of all by that of the directory. Who may not even read that cannot count either.
        try passwordTurn.withLock { _ throws(KeychainError) in
            let turn = try? DirectoryLock(FileSystem.directory(of: file.path))
            defer { turn?.release() }
            for _ in 0..<Self.mostChanges {
                if let result = try tryingOnce(password, body) { return result }
            }
            throw .changedByAnother
        }
    }

    /// - Returns: nil if the keychain has another password than the one that the key was derived for.
    private func tryingOnce<R>(
        _ password: ItemSecret?,
        _ body: (inout KeychainState, DerivedPassword?, _ tried: inout PasswordTry?) throws(KeychainError) -> R
    ) throws(KeychainError) -> R? {
        var tried: PasswordTry?
        do throws(KeychainError) {
            let result: R? = try derivedKey.withLock { _ throws(KeychainError) in
                let derived: DerivedPassword? = if let password { try derive(password) } else { nil }
                return try withState { state throws(KeychainError) in
                    tried = nil
                    try state.readingRefresh()
                    if let derived, derived.basis != state.passwordBasis { return nil }
                    return try body(&state, derived, &tried)
                }
            }
            if tried == .right { endCount() }
            return result
        } catch {
            switch tried {
            case nil: throw error
            case .right:
                endCount()
                throw error
            case .wrong:
                let wrong = try countWrongPassword()
                throw KeychainError(
                    error.code, saying: error.operation, hint: error.hint, cause: wrong.cause(at: clock.now()))
            }
        }
    }

    /// A count that cannot be ended, in a file that may only be read, makes a later password wait, and is no reason to
    /// refuse this one.
    private func endCount() {
        try? tryingAgain { state, _ throws(KeychainError) -> Void? in
            UnwrittenTries.ofKeychains.forget(state.keybag.keychain)
            return try state.passwordTries.reset()
        }
    }

    /// Where the file cannot be written, this process alone remembers.
    private func countWrongPassword() throws(KeychainError) -> WrongPasswords {
        let now = clock.now()
        do {
            return try tryingAgain { state, triesAgain throws(KeychainError) in
                try state.countWrongPassword(at: now, triesAgain: triesAgain)
            }
        } catch {
            return try withState { state throws(KeychainError) in try state.rememberWrongPassword(at: now) }
        }
    }
}
