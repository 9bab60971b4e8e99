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
    /// Runs `body`, which may try a password. A wrong one is counted before anybody tries the next, a right one ends
    /// the count; readers do not wait if another process is in the way of that.
    /// - Throws: what `body` throws, for a wrong password with how many there were.
    func tryingPassword<R>(
        _ body: (inout KeychainState, _ tried: inout PasswordTry?) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        // One try at a time, so that tries at the same instant wait for each other's count. Who may not even read the
        // directory cannot count either.
        let turn = try? DirectoryLock(FileSystem.directory(of: file.path))
        defer { turn?.release() }
        var tried: PasswordTry?
        do throws(KeychainError) {
            let result = try withState { state throws(KeychainError) in
                tried = nil
                return try body(&state, &tried)
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
            UnwrittenTries.forget(state.keybag.keychain)
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
