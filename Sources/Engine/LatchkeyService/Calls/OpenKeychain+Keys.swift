// Keys whose bytes stay here: they are made here, and work here.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension OpenKeychain {
    /// Stores the halves of a new key, both or none.
    /// - Returns: the private half, and the public one if it is stored; with their bytes, unless these stay.
    func add(_ key: MadeKey, for call: CallContext) throws(KeychainError) -> Outcome<[ReturnedItem]> {
        let permission = call.caller.userPermission
        guard let publicHalf = key.publicHalf else {
            return try add(key.privateHalf, for: call).map { item in
                [KeychainPolicy.answer(newKey: item, key.privateHalf.secret, to: permission)]
            }
        }
        return try addPair(private: key.privateHalf, public: publicHalf, for: call).map { items in
            zip(items, [key.privateHalf, publicHalf]).map { item, half in
                KeychainPolicy.answer(newKey: item, half.secret, to: permission)
            }
        }
    }

    /// An operation of a key. Whether the caller may use it is what decides whether it may read an item, asked anew
    /// each time, and what the access control of the key asks of the user: they have proved it before the key is open.
    /// The key is open in wiped memory while it works, and no lock is held.
    /// - Throws: as ``copy(_:for:opening:)``, and `.parameter` for what the key cannot do, or bytes that are no private
    ///   key.
    func use(_ use: KeyUse, for call: CallContext) throws(KeychainError) -> Outcome<ItemSecret> {
        try use.checkedAlgorithm()
        guard use.key.itemClass == .key else {
            throw KeychainError(.parameter, during: "reading the reference of a key")
        }
        var query = ItemQuery.item(use.key)
        query.returning = .reference
        query.authentication = use.authentication
        let found: FoundItem
        switch try copy(query, for: call, opening: .use) {
        case .needs(let need): return .needs(need)
        case .done(let items):
            guard let first = items.first else { throw .notFound }
            found = first
        }
        guard let key = found.item.storedKey(found.secret), key.keyClass == .private else {
            throw KeychainError(.parameter, during: "using an item that is no private key")
        }
        return .done(try key.checkedWorking().result(of: use))
    }
}

extension KeyData {
    /// - Throws: `.parameter` for bytes that have the form of a key and are none; a store of before they were checked
    ///   may have some.
    fileprivate func checkedWorking() throws(KeychainError) -> WorkingKey {
        do throws(KeychainError) {
            return try working()
        } catch {
            guard error.code == .decode else { throw error }
            throw KeychainError(
                .parameter, during: "using an item whose bytes are no key",
                hint: "delete the item, and import the key again")
        }
    }
}
