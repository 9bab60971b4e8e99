// Calls that need the password of their application: done until their keys are there.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// Does `body`, which gets nil where the call brings no password, derives the keys that it wants, and does it anew. Nobody else
    /// waits for Argon2id meanwhile but calls that want keys of this keychain, too: one key at a time, in turns.
    func derivingKeys<R>(
        of authentication: Authentication, _ body: (ApplicationKeys?) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        guard let password = authentication.applicationPassword, password.count > 0 else { return try body(nil) }
        let keys = ApplicationKeys(password)
        while true {
            do throws(KeychainError) {
                return try body(keys)
            } catch {
                guard error.code == .authNeeded, keys.wantsKeys else { throw error }
                try keys.deriveWanted(taking: derivation, at: unlockPlace)
            }
        }
    }
}

extension KeychainState {
    /// Runs `body` with the keys of its call.
    mutating func with<R>(
        _ keys: ApplicationKeys?, _ body: (inout KeychainState) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        applicationKeys = keys
        defer { applicationKeys = nil }
        return try body(&self)
    }

    /// Opens the secret of a row, also one that is sealed under a password of the application.
    /// - Throws: `.authFailed` for a wrong password, `.interactionNotAllowed` for none or while the class is locked, `.decode` for a
    ///   damaged row, and `.authNeeded` where ``OpenKeychain/derivingKeys(of:_:)`` has to derive the key first.
    func openSecret(of row: OpenedRow, by right: borrowing MayReadSecret) throws(KeychainError) -> OpenedItem {
        switch try row.openSecret(with: keys, by: right) {
        case .open(let item): return item
        case .underPassword(let envelope): return try open(envelope, of: row, by: right)
        }
    }

    /// The same for a row of which it is known already that a password is needed.
    func open(
        _ envelope: PasswordEnvelope, of row: OpenedRow, by right: borrowing MayReadSecret
    ) throws(KeychainError) -> OpenedItem {
        guard let applicationKeys else { throw .noApplicationPassword }
        return try row.open(envelope, with: applicationKeys.key(with: envelope.parameters), of: keys, by: right)
    }

    /// How the secret of a new item is sealed.
    func sealing(_ insertion: Insertion, of item: Item) throws(KeychainError) -> SealedItem.Secret {
        let secret = insertion.addition.secret
        guard item.accessControl.needsApplicationPassword else { return .new(secret) }
        guard let applicationKeys else {
            // Nobody is asked for what cannot be stored anyway.
            let isOpen = keys.has(.classKey(item.accessControl.protection))
            throw isOpen ? .missingApplicationPassword : .noApplicationPassword
        }
        return .underPassword(secret, try applicationKeys.newKey(for: .added(insertion.number)))
    }

    /// How the secret of a changed item is sealed: under the key that the item has, where it has one.
    /// - Parameter envelope: what the old secret was sealed in; nil if that was not opened, or is under no password.
    func sealing(
        _ secret: ItemSecret?, of item: Item, replacing envelope: PasswordEnvelope?
    ) throws(KeychainError) -> SealedItem.Secret {
        guard item.accessControl.needsApplicationPassword else { return .new(secret) }
        guard let applicationKeys else { throw .noApplicationPassword }
        guard let envelope else {
            return .underPassword(secret, try applicationKeys.newKey(for: .changed(item.reference.identifier)))
        }
        return .underPassword(secret, try applicationKeys.key(with: envelope.parameters))
    }
}
