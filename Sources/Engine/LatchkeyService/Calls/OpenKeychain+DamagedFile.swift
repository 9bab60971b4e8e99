// What becomes of the keychain's file when a call on items finds that its bytes are none.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

extension OpenKeychain {
    /// Keeps the file under another name, so that the next call begins anew (reference 3.15.1). Only a file that
    /// Latchkey named itself, in the home of keychains, is renamed: one that a user names may be anything.
    /// - Returns: what the call that found the damage answers.
    func settingAside(after error: KeychainError) throws(KeychainError) -> KeychainError {
        closeDamaged()
        guard file.directory == deviceKey.directory, file.path.hasSuffix(".keychain-db") else { return error }
        // Another process or thread may have found it, too, and been faster.
        guard try file.setAsideIfDamaged(now: clock.now()) || isSound else { return error }
        return KeychainError(
            .notAvailable, during: "reading a damaged keychain file",
            hint:
                "the damaged file is kept beside under a dated name (see `latchkey doctor`); the next call begins anew",
            cause: error.cause)
    }

    /// True if what is under the path now is a keychain, or is to become one.
    private var isSound: Bool {
        do throws(KeychainError) {
            _ = try file.open()
            return true
        } catch {
            return error.code == .noSuchKeychain
        }
    }
}
