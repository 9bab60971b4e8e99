// SecItemAdd: decide, complete, seal, insert.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

extension OpenKeychain {
    /// Adds an item (reference 3.3). A keychain that is not there yet is made, without a password.
    /// - Returns: the item as stored.
    func add(_ addition: ItemAddition, for call: CallContext) throws(KeychainError) -> Outcome<Item> {
        let insertion = try Insertion(addition, from: call.caller)
        return try storing(for: call) { state, transaction throws(KeychainError) in
            try state.insert(insertion, for: call, in: transaction)
        }
    }

    /// Adds a certificate and its private key (reference 3.11.5), in one transaction. One of them may be there already.
    /// - Returns: its halves as stored.
    /// - Throws: `.duplicateItem` if both are there.
    func add(_ addition: IdentityAddition, for call: CallContext) throws(KeychainError) -> Outcome<FoundIdentity> {
        let certificate = try Insertion(addition.certificate, from: call.caller)
        let key = try Insertion(addition.key, from: call.caller, number: 1)
        try Authentication.requireOne(of: addition.certificate, addition.key)
        return try storing(for: call) { state, transaction throws(KeychainError) in
            let storedCertificate: StoredItem
            switch try state.insertOrFind(certificate, for: call, in: transaction) {
            case .needs(let need): return .needs(need)
            case .done(let item): storedCertificate = item
            }
            let storedKey: StoredItem
            switch try state.insertOrFind(key, for: call, in: transaction) {
            case .needs(let need): return .needs(need)
            case .done(let item): storedKey = item
            }
            guard storedCertificate.isNew || storedKey.isNew else {
                throw KeychainError(.duplicateItem, during: "adding an identity")
            }
            return .done(FoundIdentity(certificate: .listed(storedCertificate.item), key: .listed(storedKey.item)))
        }
    }

    /// Adds the halves of a key, both or none: the public one comes first in the keychain (reference 5.2.4).
    /// - Returns: the halves as stored, the private one first.
    /// - Throws: `.parameter` if they say different things about the user.
    func addPair(
        private privateHalf: ItemAddition, public publicHalf: ItemAddition, for call: CallContext
    ) throws(KeychainError) -> Outcome<[Item]> {
        try Authentication.requireOne(of: privateHalf, publicHalf)
        let privateInsertion = try Insertion(privateHalf, from: call.caller)
        let publicInsertion = try Insertion(publicHalf, from: call.caller, number: 1)
        return try storing(for: call) { state, transaction throws(KeychainError) in
            let publicItem: Item
            switch try state.insert(publicInsertion, for: call, in: transaction) {
            case .needs(let need): return .needs(need)
            case .done(let item): publicItem = item
            }
            return try state.insert(privateInsertion, for: call, in: transaction).map { [$0, publicItem] }
        }
    }

    /// Runs `body` in a transaction that adds. A keychain that is missing is made.
    func storing<R>(
        for call: CallContext,
        _ body:
            @escaping (inout KeychainState, borrowing WriteTransaction)
            throws(KeychainError) -> Outcome<R>
    ) throws(KeychainError) -> Outcome<R> {
        do throws(KeychainError) {
            return try write(adding: true, body)
        } catch  where error.code == .noSuchKeychain && !call.requiresKeychain {
            // The file is missing, or another thread or process is making it: creators take turns, so it is there then.
            try createIfMissing()
            return try write(adding: true, body)
        }
    }

    func createIfMissing() throws(KeychainError) {
        do {
            try create(password: nil)
        } catch  where error.code == .duplicateKeychain {
            return
        }
    }
}

extension Authentication {
    /// - Throws: `.parameter` if two items that are stored together say different things about the user.
    fileprivate static func requireOne(of first: ItemAddition, _ second: ItemAddition) throws(KeychainError) {
        let (one, other) = (first.authentication, second.authentication)
        guard one == other || one == Authentication() || other == Authentication() else {
            throw KeychainError(
                .parameter, during: "reading how the user may be asked for two items",
                hint: "what is stored in one call has one context")
        }
    }
}

/// An addition with what was decided about it.
struct Insertion {
    let addition: ItemAddition
    let group: AccessGroup
    let accessControl: AccessControl
    /// Which of the items of its call it is.
    let number: Int

    /// - Parameter isPermitted: the user has said that it goes to its group as it is.
    init(
        _ addition: ItemAddition, from caller: Caller, number: Int = 0, permitted isPermitted: Bool = false
    ) throws(KeychainError) {
        self.number = number
        let wanted = addition.attributes[.accessGroup].flatMap { value -> AccessGroup? in
            if case .string(let name) = value { AccessGroup(rawValue: name) } else { nil }
        }
        guard case .only(let groups) = try caller.decideWrite(naming: wanted).scope(), let group = groups.first else {
            throw KeychainError(.missingEntitlement, during: "choosing the group of a new item")
        }
        try addition.requireWholeKey()
        self.addition = addition
        self.group = group
        accessControl = try addition.resolvedAccessControl(in: group)
        if !isPermitted { try addition.requireOwnersProtection(accessControl, in: group, from: caller) }
    }

    /// Whether the caller adds what a deleted item leaves: its primary key and nothing that is secret.
    var isTombstone: Bool { addition.attributes[.tombstone] == .number(1) }

    /// The item with its defaults.
    func item(_ identifier: RowIdentifier, now: Double) -> Item {
        var item = Item(
            reference: PersistentReference(itemClass: addition.itemClass, identifier: identifier),
            attributes: addition.attributes, accessControl: accessControl)
        for description in addition.itemClass.attributes {
            if description.traits.contains(.ignoredFromCaller) { item.attributes[description.attribute] = nil }
            if let defaultValue = description.defaultValue, !item.attributes.contains(description.attribute) {
                item.attributes[description.attribute] = defaultValue
            }
        }
        item.attributes[.accessGroup] = .string(group.rawValue)
        item.attributes[.accessible] = .string(accessControl.protection.rawValue)
        item.attributes[.creationDate] = .date(now)
        item.attributes[.modificationDate] = .date(now)
        return item
    }
}

extension ItemAddition {
    /// - Throws: `.interactionNotAllowed` if a tool would prepare for another program an item that is protected less
    ///   than its own would be, or that others may read: the program would put its next secret there.
    fileprivate func requireOwnersProtection(
        _ accessControl: AccessControl, in group: AccessGroup, from caller: Caller
    ) throws(KeychainError) {
        guard let permission = caller.userPermission, permission.isAnothers(group), itemClass != .certificate,
            accessList != nil || attributes[.synchronizable] == .number(1)
                || accessControl.protection.isWeaker(than: itemClass.defaultProtection(in: group))
        else { return }
        throw KeychainError(
            .interactionNotAllowed, during: "adding an item to the group of another program",
            hint: "such an item has the default protection, and neither an access list nor copies on other devices")
    }

    /// The access control from `kSecAttrAccessControl`, else from `kSecAttrAccessible`, else the default class.
    fileprivate func resolvedAccessControl(in group: AccessGroup) throws(KeychainError) -> AccessControl {
        var accessible: ProtectionClass?
        if case .string(let name)? = attributes[.accessible] { accessible = ProtectionClass(rawValue: name) }
        guard let accessControl else {
            return AccessControl(protection: accessible ?? itemClass.defaultProtection(in: group), flags: nil)
        }
        guard accessible == nil || accessible == accessControl.protection else {
            throw KeychainError(.parameter, during: "comparing the access control with the accessible class")
        }
        guard attributes[.synchronizable] != .number(1) || !accessControl.isConstrained else {
            throw KeychainError(.parameter, during: "adding a synchronizable item with an access control")
        }
        return accessControl
    }
}

extension KeychainState {
    /// Refuses what this keychain cannot keep.
    func require(_ accessControl: AccessControl) throws(KeychainError) {
        if accessControl.protection == .akpu, !keybag.hasPassword {
            throw KeychainError(
                .authFailed, during: "storing an item that needs a keychain password",
                hint: "set a password with `security set-keychain-password`")
        }
    }

    /// - Returns: the new item, or the one that is there with the same primary key.
    fileprivate mutating func insertOrFind(
        _ insertion: Insertion, for call: CallContext, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Outcome<StoredItem> {
        do throws(KeychainError) {
            return try insert(insertion, for: call, in: transaction).map { StoredItem(item: $0, isNew: true) }
        } catch  where error.code == .duplicateItem {
            let holder = try items(call).rowHoldingKey(of: insertion.item(.zero, now: 0), keys: keys)
            guard case .success(let row)? = holder else { throw error }
            return .done(StoredItem(item: try row.open(with: keys).item, isNew: false))
        }
    }

    fileprivate mutating func insert(
        _ insertion: Insertion, for call: CallContext, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Outcome<Item> {
        let (addition, accessControl) = (insertion.addition, insertion.accessControl)
        try require(accessControl)
        let now = clock.now()
        let identifier = try items(call).nextIdentifier(of: addition.itemClass, now: now, in: transaction)
        var item = insertion.item(identifier, now: now)
        if insertion.isTombstone { item = item.tombstone(identifier: identifier, now: now) }

        // Sealed before the uniqueness check: a duplicate in a locked class is refused as locked (reference 3.3.7).
        let sealed: SealedItem
        switch try seal(&item, of: insertion, for: call) {
        case .needs(let need): return .needs(need)
        case .done(let new): sealed = new
        }
        do throws(KeychainError) {
            try items(call).insert(sealed, in: transaction)
        } catch  where error.code == .duplicateItem {
            let need = try insert(
                &item, of: insertion, inPlaceOfRowWithSameKey: error, now: now, for: call, in: transaction)
            if let need { return .needs(need) }
        }
        if let list = addition.accessList, !insertion.isTombstone {
            try accessLists.replace(
                with: list, of: item.reference, under: accessControl.protection, keys: keys, in: transaction)
        }
        return .done(item)
    }

    /// A tombstone is replaced in place and a damaged row goes to quarantine; anything else is a duplicate.
    private mutating func insert(
        _ item: inout Item, of insertion: Insertion, inPlaceOfRowWithSameKey duplicate: KeychainError, now: Double,
        for call: CallContext, in transaction: borrowing WriteTransaction
    ) throws(KeychainError) -> Need? {
        guard let holder = try items(call).rowHoldingKey(of: item, keys: keys) else { throw duplicate }
        var replaced: Int64?
        switch holder {
        case .success(let row) where row.isTombstone:
            item = Item(
                reference: PersistentReference(itemClass: row.itemClass, identifier: row.identifier),
                attributes: item.attributes, accessControl: item.accessControl)
            item.attributes[.modificationDate] = .date(max(now, row.modificationDate + KeychainClock.step))
            replaced = row.rowID
        case .success(let row):
            guard let damage = damage(of: row), !damage.isOfNewerVersion else { throw duplicate }
            try quarantine.move(damage, now: now, in: transaction)
        case .failure(let damage):
            try quarantine.move(damage, now: now, in: transaction)
        }
        switch try seal(&item, of: insertion, for: call) {
        case .needs(let need): return need
        case .done(let sealed):
            if let replaced {
                try items(call).replace(rowID: replaced, with: sealed, in: transaction)
            } else {
                try items(call).insert(sealed, in: transaction)
            }
            return nil
        }
    }

    /// Completes the item digest and seals a new item.
    private func seal(
        _ item: inout Item, of insertion: Insertion, for call: CallContext
    ) throws(KeychainError) -> Outcome<SealedItem> {
        if insertion.isTombstone { return .done(try SealedItem(item, secret: .none, with: keys)) }
        item.refreshDigest(secret: insertion.addition.secret)
        switch try sealing(insertion, of: item, for: call) {
        case .needs(let need): return .needs(need)
        case .done(let secret): return .done(try SealedItem(item, secret: secret, with: keys))
        }
    }

    /// Why a row does not open, or nil if it opens or if its class is locked.
    func damage(of row: ItemRow) -> RowDamage? {
        do {
            let opened = try row.open(with: keys)
            _ = try opened.openSecret(with: keys, by: KeychainPolicy.mayKeep(opened.item.reference))
            return nil
        } catch {
            return error.isOfRowThatDoesNotOpen ? RowDamage(row, because: error) : nil
        }
    }
}

extension Item {
    /// The digest covers the secret only if reading it needs neither a proof nor a password of the application: it
    /// is returned with the attributes, and must not help to guess a secret that may not be read.
    mutating func refreshDigest(secret: ItemSecret?) {
        let itemClass = reference.itemClass
        let described = attributes.filter { entry in
            guard let description = itemClass.description(of: entry.key) else { return true }
            return !description.traits.contains(.notInDigest) && description.storage != .secret
        }
        let coversSecret = !accessControl.constrainsReading(of: itemClass) && !accessControl.needsApplicationPassword
        attributes[.sha1] = .data(ItemDigest.digest(of: described, secret: coversSecret ? secret : nil))
    }
}

/// An item of the keychain, and whether the call has just put it there.
private struct StoredItem {
    let item: Item
    let isNew: Bool
}

extension ItemRow {
    var modificationDate: Double {
        if case .date(let seconds)? = clearValue(of: .modificationDate) { seconds } else { 0 }
    }
}

extension RowDamage {
    init(_ row: ItemRow, because error: KeychainError) {
        self.init(row.rowID, of: row.itemClass, because: error)
    }
}
