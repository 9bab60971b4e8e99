// What the user's word does to a keychain: their password proves it, and access lists keep it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// - Parameter password: nil, or empty, for a keychain without one.
    /// - Throws: `.authFailed` for a wrong password, and for any while it has to wait; `.interactionNotAllowed` if it
    ///   is missing.
    func prove(_ password: ItemSecret?) throws(KeychainError) {
        try trying(password) { state, password, tried throws(KeychainError) in
            if state.keybag.hasPassword, password == nil {
                throw KeychainError(
                    .interactionNotAllowed, during: "changing who may read an item",
                    hint: "the password of the keychain is needed")
            }
            // Whoever knows it could unlock as well.
            if let password { try state.unlock(with: password, noting: &tried) }
        }
    }

    func passwordWait() throws(KeychainError) -> Int {
        try withState { state throws(KeychainError) in
            try state.readingRefresh()
            return Int((try state.passwordWait() ?? 0).rounded(.up))
        }
    }

    /// Gives an item another access list.
    /// - Throws: as ``prove(_:)``, and `.itemNotFound` if the caller has no such item.
    func setAccessList(
        of reference: PersistentReference, to list: AccessList, provenBy password: ItemSecret?, for call: CallContext
    ) throws(KeychainError) {
        let scope = try call.caller.decideSearch(naming: nil).scope()
        try orNotFound(for: call) { () throws(KeychainError) in
            try prove(password)
            // The list that is there need not be readable.
            try changeLists(of: [reference], in: scope) { _, _, _ in list }
        }
    }

    /// Puts a program on access lists.
    /// - Throws: `.itemNotFound` if one of the items has gone; then no list has changed.
    func allow(
        _ application: TrustedApplication, toRead references: Set<PersistentReference>
    ) throws(KeychainError) {
        do throws(KeychainError) {
            try changeLists(of: references, in: .all) { state, reference, protection throws(KeychainError) in
                let list = try state.accessLists.list(of: reference, under: protection, keys: state.keys)
                return AccessList(list.entries + [.application(application)])
            }
        } catch  where error.code == .noSuchKeychain {
            throw .notFound
        }
    }

    private func changeLists(
        of references: Set<PersistentReference>, in scope: GroupScope,
        to list:
            @escaping @Sendable (borrowing KeychainState, PersistentReference, ProtectionClass)
            throws(KeychainError) -> AccessList
    ) throws(KeychainError) {
        _ = try write(adding: true) { state, transaction throws(KeychainError) in
            for reference in references {
                let protection = try state.protection(of: reference, in: scope)
                let list = try list(state, reference, protection)
                try state.accessLists.replace(
                    with: list, of: reference, under: protection, keys: state.keys, in: transaction)
            }
            return .done(())
        }
    }
}

extension KeychainState {
    fileprivate func protection(
        of reference: PersistentReference, in scope: GroupScope
    ) throws(KeychainError) -> ProtectionClass {
        var found: ProtectionClass?
        let items = ItemStore(connection)
        try items.select(.item(reference), in: scope, withData: false, keys: keys) { result throws(KeychainError) in
            if case .success(let row) = result { found = row.protection }
            return false
        }
        guard let found else { throw .notFound }
        return found
    }
}
