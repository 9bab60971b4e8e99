// Secrets that are sealed under a password of their application as well.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension KeychainState {
    /// Opens the secret of a row, also one that is sealed under a password of the application.
    /// - Throws: `.authFailed` for a wrong password, `.interactionNotAllowed` for none or while the class is locked,
    ///   `.decode` for a damaged row.
    func openSecret(
        of row: OpenedRow, by right: borrowing MayReadSecret, for call: CallContext
    ) throws(KeychainError) -> Outcome<OpenedItem> {
        switch try row.openSecret(with: keys, by: right) {
        case .open(let item): .done(item)
        case .underPassword(let envelope): try open(envelope, of: row, by: right, for: call)
        }
    }

    /// The same for a row of which it is known already that a password is needed.
    func open(
        _ envelope: PasswordEnvelope, of row: OpenedRow, by right: borrowing MayReadSecret, for call: CallContext
    ) throws(KeychainError) -> Outcome<OpenedItem> {
        guard let applicationKeys = call.applicationKeys else { throw .noApplicationPassword }
        guard let key = applicationKeys.key(with: envelope.parameters) else { return .needs(.keys) }
        return .done(try row.open(envelope, with: key, of: keys, by: right))
    }

    /// How the secret of a new item is sealed.
    func sealing(
        _ insertion: Insertion, of item: Item, for call: CallContext
    ) throws(KeychainError) -> Outcome<SealedItem.Secret> {
        let secret = insertion.addition.secret
        guard item.accessControl.needsApplicationPassword else { return .done(.new(secret)) }
        guard let applicationKeys = call.applicationKeys else {
            // Nobody is asked for what cannot be stored anyway.
            let isOpen = keys.has(.classKey(item.accessControl.protection))
            throw isOpen ? .missingApplicationPassword : .noApplicationPassword
        }
        return sealing(secret, under: applicationKeys.newKey(for: .added(insertion.number)))
    }

    /// How the secret of a changed item is sealed: under the key that the item has, if it has one.
    /// - Parameter envelope: what the old secret was sealed in; nil if that was not opened, or is under no password.
    func sealing(
        _ secret: ItemSecret?, of item: Item, replacing envelope: PasswordEnvelope?, for call: CallContext
    ) throws(KeychainError) -> Outcome<SealedItem.Secret> {
        guard item.accessControl.needsApplicationPassword else { return .done(.new(secret)) }
        guard let applicationKeys = call.applicationKeys else { throw .noApplicationPassword }
        let key =
            if let envelope {
                applicationKeys.key(with: envelope.parameters)
            } else {
                applicationKeys.newKey(for: .changed(item.reference.identifier))
            }
        return sealing(secret, under: key)
    }

    private func sealing(_ secret: ItemSecret?, under key: ApplicationKey?) -> Outcome<SealedItem.Secret> {
        key.map { .done(.underPassword(secret, $0)) } ?? .needs(.keys)
    }
}
