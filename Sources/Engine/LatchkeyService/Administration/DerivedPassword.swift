// A password with the key that it gives, which is derived while nobody has the keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

struct DerivedPassword: Sendable {
    /// What a key was derived for: with another one it is worth nothing.
    struct Basis: Hashable, Sendable {
        let keybag: RowIdentifier
        let parameters: LockedKeybag.Password
    }

    let isEmpty: Bool
    /// Nil for a keychain without a password.
    let basis: Basis?
    /// Nil if there is no basis.
    let unlockKey: ItemSecret?
    /// When the derivation began.
    let era: UInt64
}

extension OpenKeychain {
    /// Derives the key of a password, which takes about 140 ms, and longer if others derive too. Nobody waits for that
    /// but other tries of passwords.
    func derive(_ password: ItemSecret) throws(KeychainError) -> DerivedPassword {
        let (basis, era, keybag) = try withState { state throws(KeychainError) in
            try state.readingRefresh()
            if state.keybag.hasPassword { try state.requireNoPasswordWait() }
            return (state.passwordBasis, state.era, state.keybag)
        }
        let unlockKey: ItemSecret? =
            if let basis {
                try ItemSecret(
                    KeychainState.unlockKey(
                        from: password.bytes, on: basis, deviceKey: deviceKey.read(for: keybag), at: unlockPlace))
            } else {
                nil
            }
        return DerivedPassword(isEmpty: password.count == 0, basis: basis, unlockKey: unlockKey, era: era)
    }
}

extension KeychainState {
    /// Nil for a keychain without a password.
    var passwordBasis: DerivedPassword.Basis? {
        keybag.password.map { DerivedPassword.Basis(keybag: keybag.keybag, parameters: $0) }
    }

    /// Derives the unlock key; takes about 140 ms.
    static func unlockKey(
        from password: borrowing SecretBytes, on basis: DerivedPassword.Basis, deviceKey: borrowing SecretBytes,
        at unlockPlace: UnlockPlace
    ) throws(KeychainError) -> SecretBytes {
        let parameters = basis.parameters
        let passwordKey = try unlockPlace.deriving(at: parameters.cost) { () throws(KeychainError) in
            try PasswordKey.derive(from: password, salt: parameters.salt, cost: parameters.cost)
        }
        return UnlockKey.derive(passwordKey: passwordKey, deviceKey: deviceKey, keybag: basis.keybag)
    }
}
