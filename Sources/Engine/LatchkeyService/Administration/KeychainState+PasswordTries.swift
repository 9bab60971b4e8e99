// How long the next password has to wait after wrong ones.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

extension WrongPasswords {
    /// The longest wait, in seconds.
    private static let longestWait: Double = 60

    /// Seconds from the last wrong password to the next try: 1, 2, 4 … 60.
    private var delay: Double {
        guard count > 0 else { return 0 }
        return min(Self.longestWait, Double(1 << min(count - 1, 6)))
    }

    /// Seconds that the next try still has to wait, or nil if it need not. A last try in the future is no reason to
    /// wait: the clock was set back, and a user must not be kept out by that.
    func wait(at now: Double) -> Double? {
        let rest = last + delay - now
        return now >= last && rest > 0 ? rest : nil
    }

    func cause(at now: Double) -> KeychainError.Cause {
        .wrongPasswords(inARow: count, wait: Int((wait(at: now) ?? 0).rounded(.up)))
    }
}

extension KeychainState {
    /// Seconds until the next password may be tried; nil for none.
    func passwordWait() throws(KeychainError) -> Double? { try wrongPasswords().wait(at: clock.now()) }

    /// What the file says, or what this process remembers since it could not be written.
    private func wrongPasswords() throws(KeychainError) -> WrongPasswords {
        let written = try passwordTries.wrong()
        guard let unwritten = UnwrittenTries.ofKeychains.of(keybag.keychain), unwritten.last >= written.last else {
            return written
        }
        return unwritten
    }

    /// - Throws: `.authFailed` while the next password has to wait. It is not tried then, and not counted.
    func requireNoPasswordWait() throws(KeychainError) {
        let wrong = try wrongPasswords()
        let now = clock.now()
        guard wrong.wait(at: now) != nil else { return }
        throw KeychainError(
            .authFailed, during: "waiting after wrong passwords", hint: KeychainError.untriedPassword,
            cause: wrong.cause(at: now))
    }

    /// Brings in the class keys of a right password.
    /// - Parameter tried: what became of the password, for ``OpenKeychain/trying(_:_:)``, which counts.
    /// - Throws: `.authFailed` for a wrong password, and for any while it has to wait.
    mutating func unlockKeys(with unlockKey: ItemSecret, noting tried: inout PasswordTry?) throws(KeychainError) {
        // Another process may have tried one meanwhile.
        try requireNoPasswordWait()
        do throws(KeychainError) {
            try keybag.unlock(&keys, with: unlockKey.bytes)
        } catch {
            if error.code == .authFailed { tried = .wrong }
            throw error
        }
        tried = .right
    }

    /// - Parameter now: when a wrong password was tried.
    /// - Returns: nil if another process writes.
    func countWrongPassword(at now: Double, triesAgain: Bool) throws(KeychainError) -> WrongPasswords? {
        let counted = try connection.writeAtOnce(triesAgain: triesAgain) { transaction throws(KeychainError) in
            let after = WrongPasswords(count: try wrongPasswords().count + 1, last: now)
            try passwordTries.store(after, in: transaction)
            return after
        }
        if counted != nil { UnwrittenTries.ofKeychains.forget(keybag.keychain) }
        return counted
    }

    /// Remembers a wrong password in this process alone.
    func rememberWrongPassword(at now: Double) throws(KeychainError) -> WrongPasswords {
        let counted = WrongPasswords(count: try wrongPasswords().count + 1, last: now)
        UnwrittenTries.ofKeychains.keep(counted, of: keybag.keychain)
        return counted
    }
}
