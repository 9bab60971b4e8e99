// The sealed bytes of a secret, as the file holds them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// The sealed secret of one item (`security dump-keychain -r`). No key is used, so it works while locked.
    /// - Throws: `.itemNotFound` if the caller's groups do not have the item.
    func sealedData(
        of reference: PersistentReference, for call: CallContext
    ) throws(KeychainError) -> [UInt8] {
        let scope = try call.caller.decideSearch(naming: nil).scope()
        return try readSnapshot(for: call) { state throws(KeychainError) in
            try state.sealedData(of: reference, in: scope, for: call)
        }
    }
}

extension KeychainState {
    fileprivate func sealedData(
        of reference: PersistentReference, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> [UInt8] {
        var found: [UInt8]?
        let items = items(call)
        try items.select(.item(reference), in: scope, withData: true, keys: keys) { result throws(KeychainError) in
            if case .success(let row) = result {
                try call.memory.take(2 * (row.sealedSecret?.count ?? 0))
                found = row.sealedSecret
            }
            return false
        }
        guard let found else { throw .notFound }
        return found
    }
}

extension ItemQuery {
    /// Finds exactly this item.
    static func item(_ reference: PersistentReference) -> ItemQuery {
        var query = ItemQuery(itemClass: reference.itemClass)
        query.persistentReference = reference
        query.synchronizable = .any
        return query
    }
}
