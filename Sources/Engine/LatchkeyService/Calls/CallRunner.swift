// Does a call anew until nothing is missing that the keychain can get itself.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// The keys that a password of an application gives are derived here, between two tries of the call: Argon2id runs
/// outside of the lock and of every transaction. What only the user can give ends the call (``Need``), and whoever runs
/// the service asks.
struct CallRunner {
    /// The call with the keys of its password, if it brings one.
    let call: CallContext
    private let keychain: OpenKeychain

    init(_ call: CallContext, with authentication: Authentication, in keychain: OpenKeychain) {
        let password = authentication.applicationPassword.flatMap { $0.count > 0 ? $0 : nil }
        self.call = password.map { call.with(ApplicationKeys($0)) } ?? call
        self.keychain = keychain
    }

    /// Begins a try: what the last one noted is forgotten.
    func begin() { call.proofs.begin() }

    /// Gets what a try has found missing. Nobody else waits for that but calls that want keys of this keychain, too:
    /// one key at a time, in turns.
    /// - Returns: whether the call is to be done anew.
    /// - Throws: `.authFailed` if more keys are missing than one call derives.
    func doesAnew<Result>(after outcome: Outcome<Result>) throws(KeychainError) -> Bool {
        guard case .needs(.keys) = outcome, let keys = call.applicationKeys else { return false }
        try keys.deriveWanted(taking: keychain.derivation, at: keychain.unlockPlace)
        return true
    }
}
