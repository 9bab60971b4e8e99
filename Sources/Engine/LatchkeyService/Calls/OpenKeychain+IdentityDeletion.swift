// Deleting identities: by class every certificate and key that matches, by object or reference one certificate and its key.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// Deletes the certificates that match and the keys that match (reference 3.6.7), in one transaction.
    /// - Throws: `.itemNotFound` where there are neither.
    func delete(
        _ query: IdentityQuery, from caller: Caller, charging memory: CallMemory = .unbounded
    ) throws(KeychainError) {
        let scope = try caller.decideSearch(naming: query.accessGroup).scope()
        _ = try deletingRows(charging: memory) { state throws(KeychainError) in
            let certificates = try state.delete(query.certificate, in: scope).count
            return (count: try certificates + state.delete(query.key, in: scope).count, items: [])
        }
    }

    /// Deletes a certificate, and its key unless another certificate for that key remains (reference 3.6.7).
    /// - Throws: `.itemNotFound` where the certificate is not there, or with a persistent reference the identity.
    func deleteIdentity(
        _ query: IdentityQuery, from caller: Caller, charging memory: CallMemory = .unbounded
    ) throws(KeychainError) {
        let scope = try caller.decideSearch(naming: query.accessGroup).scope()
        _ = try deletingRows(charging: memory) { state throws(KeychainError) in
            (count: try state.deleteIdentity(query, in: scope), items: [])
        }
    }
}

extension KeychainState {
    /// - Returns: how many rows were deleted.
    fileprivate mutating func deleteIdentity(
        _ query: IdentityQuery, in scope: GroupScope
    ) throws(KeychainError) -> Int {
        let (certificates, privateKeys) =
            query.certificate.persistentReference == nil
            ? (try rows(query.certificate, in: scope), try rows(query.key, in: scope))
            : try rowsOfIdentity(query, in: scope)
        guard certificates.count > 0 else { return 0 }
        let now = clock.now()
        var publicKeys: Set<SQLValue> = []
        try forEach(certificates, withData: false) { state, row throws(KeychainError) in
            guard case .success(let row) = row else { return }
            try state.memory.take(Self.digestFootprint)
            publicKeys.insert(try state.items.publicKeyDigest(ofCertificate: row.rowID))
            try state.delete(row, leavesTombstone: query.certificate.leavesTombstones, now: now)
        }
        for publicKey in publicKeys where try items.hasCertificate(forKey: publicKey, in: scope) {
            return certificates.count
        }
        try forEach(privateKeys, withData: false) { state, row throws(KeychainError) in
            guard case .success(let row) = row else { return }
            try state.delete(row, leavesTombstone: query.key.leavesTombstones, now: now)
        }
        return certificates.count + privateKeys.count
    }

    /// Bytes of memory that a digest takes in a set.
    private static var digestFootprint: Int { 128 }

    /// The rows of the identity that a persistent reference names: of several keys the first, which is no public one.
    private func rowsOfIdentity(
        _ query: IdentityQuery, in scope: GroupScope
    ) throws(KeychainError) -> (certificates: MatchingRows, keys: MatchingRows) {
        var certificates = MatchingRows(of: .certificate)
        var privateKeys = MatchingRows(of: .key)
        try items.selectIdentities(query, in: scope, keys: keys) { certificate, key throws(KeychainError) in
            let found = try items.withRow(certificate, of: .certificate, withData: false) {
                certificate throws(KeychainError) in
                try items.withRow(key, of: .key, withData: false) { key throws(KeychainError) in
                    guard case .success(let certificate) = certificate, case .success(let key) = key else {
                        return false
                    }
                    try certificates.add(certificate, charging: memory)
                    try privateKeys.add(key, charging: memory)
                    return true
                }
            }
            return found != true
        }
        return (certificates, privateKeys)
    }

    /// The rows of a query; those that open have been compared with it.
    private func rows(_ query: ItemQuery, in scope: GroupScope) throws(KeychainError) -> MatchingRows {
        var rows = MatchingRows(of: query.itemClass)
        try items.select(query, in: scope, withData: false, keys: keys) { result throws(KeychainError) in
            if case .success(let row) = result, try isMatch(row, for: query) { try rows.add(row, charging: memory) }
            return true
        }
        return rows
    }
}
