// Deleting identities: by class every certificate and key that matches, by object or reference one certificate and its
// key.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// Deletes the certificates that match, then the keys that match (reference 3.6.7), in one transaction.
    /// - Throws: `.itemNotFound` if no certificate matches; then the keys stay.
    func delete(_ query: IdentityQuery, for call: CallContext) throws(KeychainError) -> Outcome<[Item]> {
        let scope = try call.caller.decideDeletion(naming: query.accessGroup).scope()
        let found: [ConfinedIdentity]?
        switch try confinement(of: query, in: scope, for: call) {
        case .needs(let need): return .needs(need)
        case .done(let identities): found = identities
        }
        return try deletingRows(for: call) { state, transaction throws(KeychainError) in
            if let found { return try state.delete(found, of: query, in: scope, for: call, in: transaction) }
            let certificates: Deletion
            switch try state.delete(query.certificate, in: scope, for: call, in: transaction) {
            case .needs(let need): return .needs(need)
            case .done(let deletion): certificates = deletion
            }
            guard certificates.count > 0 else { return .done(certificates) }
            return try state.delete(query.key, in: scope, for: call, in: transaction).map { keys in
                Deletion(count: certificates.count + keys.count)
            }
        }
    }

    /// Deletes a certificate, and its key unless another certificate for that key remains (reference 3.6.7).
    /// - Throws: `.itemNotFound` if the certificate is not there, or with a persistent reference the identity.
    func deleteIdentity(_ query: IdentityQuery, for call: CallContext) throws(KeychainError) -> Outcome<[Item]> {
        let scope = try call.caller.decideDeletion(naming: query.accessGroup).scope()
        let found: [ConfinedIdentity]?
        switch try confinement(of: query, in: scope, for: call) {
        case .needs(let need): return .needs(need)
        case .done(let identities): found = identities
        }
        return try deletingRows(for: call) { state, transaction throws(KeychainError) in
            if let found { return try state.delete(found, of: query, in: scope, for: call, in: transaction) }
            return try state.deleteIdentity(query, in: scope, for: call, in: transaction)
        }
    }
}

extension KeychainState {
    fileprivate mutating func deleteIdentity(
        _ query: IdentityQuery, in scope: GroupScope, for call: CallContext,
        in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Outcome<Deletion> {
        let (certificates, privateKeys) =
            query.certificate.persistentReference == nil
            ? (try rows(query.certificate, in: scope, for: call), try rows(query.key, in: scope, for: call))
            : try rowsOfIdentity(query, in: scope, for: call)
        return try delete(certificates, with: privateKeys, of: query, in: scope, for: call, in: transaction)
    }

    /// Deletes identities that a search has found, each as its persistent reference would.
    fileprivate mutating func delete(
        _ identities: [ConfinedIdentity], of query: IdentityQuery, in scope: GroupScope, for call: CallContext,
        in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Outcome<Deletion> {
        var count = 0
        for identity in identities {
            let certificates = try rows([identity.certificate], of: .certificate, in: scope, for: call)
            let privateKeys = try rows(identity.keys, of: .key, in: scope, for: call)
            switch try delete(certificates, with: privateKeys, of: query, in: scope, for: call, in: transaction) {
            case .needs(let need): return .needs(need)
            case .done(let deletion): count += deletion.count
            }
        }
        return .done(Deletion(count: count))
    }

    /// Deletes certificates, and the keys with them unless another certificate for one of these remains.
    private mutating func delete(
        _ certificates: MatchingRows, with privateKeys: MatchingRows, of query: IdentityQuery, in scope: GroupScope,
        for call: CallContext, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Outcome<Deletion> {
        guard certificates.count > 0 else { return .done(Deletion(count: 0)) }
        let now = clock.now()
        var publicKeys: Set<SQLValue> = []
        var need = try forEach(certificates, withData: false, for: call, in: transaction) {
            state, row throws(KeychainError) in
            guard case .success(let row) = row else { return nil }
            try call.memory.take(Self.digestFootprint)
            publicKeys.insert(try state.items(call).publicKeyDigest(ofCertificate: row.rowID))
            try state.delete(
                row, leavesTombstone: query.certificate.leavesTombstones, now: now, for: call, in: transaction)
            return nil
        }
        if let need { return .needs(need) }
        for publicKey in publicKeys where try items(call).hasCertificate(forKey: publicKey, in: scope) {
            return .done(Deletion(count: certificates.count))
        }
        need = try forEach(privateKeys, withData: false, for: call, in: transaction) {
            state, row throws(KeychainError) in
            guard case .success(let row) = row else { return nil }
            try state.delete(row, leavesTombstone: query.key.leavesTombstones, now: now, for: call, in: transaction)
            return nil
        }
        if let need { return .needs(need) }
        return .done(Deletion(count: certificates.count + privateKeys.count))
    }

    /// Bytes of memory that a digest takes in a set.
    private static var digestFootprint: Int { 128 }

    /// The rows of the identity that a persistent reference names: of several keys the first, which is no public one.
    private func rowsOfIdentity(
        _ query: IdentityQuery, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> (certificates: MatchingRows, keys: MatchingRows) {
        var certificates = MatchingRows(of: .certificate)
        var privateKeys = MatchingRows(of: .key)
        let items = items(call)
        try items.selectIdentities(query, in: scope, keys: keys) { certificate, key throws(KeychainError) in
            let found = try items.withRow(certificate, of: .certificate, withData: false) {
                certificate throws(KeychainError) in
                try items.withRow(key, of: .key, withData: false) { key throws(KeychainError) in
                    guard case .success(let certificate) = certificate, case .success(let key) = key else {
                        return false
                    }
                    try certificates.add(certificate, charging: call.memory)
                    try privateKeys.add(key, charging: call.memory)
                    return true
                }
            }
            return found != true
        }
        return (certificates, privateKeys)
    }

    /// The rows of items that a search has found.
    private func rows(
        _ references: [PersistentReference], of itemClass: ItemClass, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> MatchingRows {
        var rows = MatchingRows(of: itemClass)
        for reference in references {
            var query = ItemQuery(itemClass: itemClass)
            query.persistentReference = reference
            query.synchronizable = .any
            try items(call).select(query, in: scope, withData: false, keys: keys) { result throws(KeychainError) in
                if case .success(let row) = result { try rows.add(row, charging: call.memory) }
                return true
            }
        }
        return rows
    }

    /// The rows of a query; those that open have been compared with it.
    private func rows(
        _ query: ItemQuery, in scope: GroupScope, for call: CallContext
    ) throws(KeychainError) -> MatchingRows {
        var rows = MatchingRows(of: query.itemClass)
        let items = items(call)
        try items.select(query, in: scope, withData: false, keys: keys) { result throws(KeychainError) in
            if case .success(let row) = result, try isMatch(row, for: query) {
                try rows.add(row, charging: call.memory)
            }
            return true
        }
        return rows
    }
}
