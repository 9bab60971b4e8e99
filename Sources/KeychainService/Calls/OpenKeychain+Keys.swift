// Keys whose bytes stay here: they are made here, and work here.
// SPDX-License-Identifier: Apache-2.0

import KeychainCertificates
import KeychainKeys
import KeychainModel

extension OpenKeychain {
    /// Makes a pair and stores its halves, both or none. Who is calling, and where the halves go, is decided before, and nothing waits
    /// for the keychain meanwhile: a long RSA key takes seconds.
    /// - Returns: the private half, and the public one where it is stored.
    func make(_ pair: NewKeyPair, from caller: Caller) throws(KeychainError) -> [Item] {
        var halves = [pair.privateHalf] + (pair.publicHalf.map { [$0] } ?? [])
        for half in halves {
            guard half.itemClass == .key, half.secret == nil else {
                throw KeychainError(.parameter, during: "reading what a new key is stored with")
            }
            _ = try Insertion(half, from: caller)
        }
        let key = try KeyData(
            stored: pair.kind, .private, KeyMath.newKey(pair.kind, bits: Int(pair.bits)))
        let isExtractable = pair.privateHalf.attributes[.isExtractable] != .number(0)
        halves[0].take(key, isExtractable: isExtractable)
        if halves.count > 1 { halves[1].take(key.publicKey, isExtractable: true) }
        return try add(halves, from: caller)
    }

    /// An operation of a key. Whether the caller may use it is what decides whether it may read an item, asked anew each time, and
    /// what the access control of the key asks of the person. The key is open in wiped memory while it works, and no lock is held.
    /// - Throws: as ``copy(_:from:permitting:)``, and `.parameter` for what the key cannot do, or bytes that are no private key.
    func use(
        _ use: KeyUse, from caller: Caller, permitting permitted: Set<PersistentReference>,
        proving proofs: CallProofs
    ) throws(KeychainError) -> UseOutcome {
        try use.checkedAlgorithm()
        guard use.key.itemClass == .key else {
            throw KeychainError(.parameter, during: "reading the reference of a key")
        }
        var query = ItemQuery.item(use.key)
        query.returning = .reference
        query.authentication = use.authentication
        let item: Item
        switch try copy(query, from: caller, permitting: permitted, proving: proofs) {
        case .needsPermission(let need): return .needsPermission(need)
        case .found(let items):
            guard let found = items.first else { throw .notFound }
            item = found
        }
        if item.accessControl.needsPersonToUse {
            let isProved = try withState(isReading: true) { state throws(KeychainError) in
                try state.proving(proofs) { state throws(KeychainError) in
                    try state.isProved(item, use.authentication)
                }
            }
            guard isProved else { throw .promptForbidden }
        }
        guard let key = item.storedKey, key.keyClass == .private else {
            throw KeychainError(.parameter, during: "using an item that is no private key")
        }
        let worker = try WorkingKey(
            key.kind, .private, key.externalRepresentation, publicOctets: key.publicOctets)
        return .done(try worker.result(of: use))
    }
}

/// The same as ``CallOutcome`` for the use of a key.
enum UseOutcome: Sendable {
    case done(ItemSecret)
    case needsPermission(PermissionNeed)
}

extension Reply {
    /// The answer as it leaves the service: of keys that stay, only what is public.
    var withoutStayingBytes: Reply {
        switch self {
        case .items(let items): .items(items.map(\.withoutStayingBytes))
        case .identities(let identities):
            .identities(
                identities.map { Identity(certificate: $0.certificate, key: $0.key.withoutStayingBytes) })
        default: self
        }
    }
}
