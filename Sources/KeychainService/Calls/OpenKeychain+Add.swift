// SecItemAdd: decide, complete, seal, insert.
// SPDX-License-Identifier: Apache-2.0

import KeychainCertificates
import KeychainCrypto
import KeychainModel
import KeychainPolicy
import KeychainStore

extension OpenKeychain {
    /// Adds an item (reference 3.3). A keychain that is not there yet is made, without a password.
    /// - Returns: the item as stored.
    func add(_ addition: ItemAddition, from caller: Caller) throws(KeychainError) -> Item {
        let insertion = try Insertion(addition, from: caller)
        return try storing(with: addition.authentication) { state throws(KeychainError) in try state.insert(insertion) }
    }

    /// Adds a certificate and its private key (reference 3.11.5), in one transaction. One of them may be there already.
    /// - Returns: the identity as stored, without the secret of what was there.
    /// - Throws: `.duplicateItem` where both are there.
    func add(_ addition: IdentityAddition, from caller: Caller) throws(KeychainError) -> Identity {
        let certificate = try Insertion(addition.certificate, from: caller)
        let key = try Insertion(addition.key, from: caller)
        return try storing(with: addition.key.authentication) { state throws(KeychainError) in
            let storedCertificate = try state.insertOrFind(certificate)
            let storedKey = try state.insertOrFind(key)
            guard storedCertificate.isNew || storedKey.isNew else {
                throw KeychainError(.duplicateItem, during: "adding an identity")
            }
            return Identity(certificate: storedCertificate.item, key: storedKey.item)
        }
    }

    /// Adds several items, all or none, with the authentication of the first.
    /// - Returns: the items as stored.
    func add(_ additions: [ItemAddition], from caller: Caller) throws(KeychainError) -> [Item] {
        var insertions: [Insertion] = []
        for addition in additions { insertions.append(try Insertion(addition, from: caller)) }
        return try storing(with: additions.first?.authentication ?? Authentication()) { state throws(KeychainError) in
            var items: [Item] = []
            for insertion in insertions { items.append(try state.insert(insertion)) }
            return items
        }
    }

    /// Runs `body` in a transaction that adds.
    private func storing<R>(
        with authentication: Authentication, _ body: @escaping (inout KeychainState) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        try derivingKeys(of: authentication) { keys throws(KeychainError) in
            do throws(KeychainError) {
                return try write(adding: true) { state throws(KeychainError) in try state.with(keys, body) }
            } catch {
                // The file is missing, or another thread or process is making it: creators take turns, so it is there then.
                guard error.code == .noSuchKeychain else { throw error }
                try createIfMissing()
                return try write(adding: true) { state throws(KeychainError) in try state.with(keys, body) }
            }
        }
    }

    private func createIfMissing() throws(KeychainError) {
        do {
            try create(password: nil)
        } catch  where error.code == .duplicateKeychain {
            return
        }
    }
}

/// An addition with what was decided about it.
struct Insertion {
    let addition: ItemAddition
    let group: AccessGroup
    let accessControl: AccessControl

    init(_ addition: ItemAddition, from caller: Caller) throws(KeychainError) {
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
    }

    /// The item with its defaults.
    func item(now: Double) -> Item {
        var item = Item(
            reference: PersistentReference(itemClass: addition.itemClass, identifier: .random()),
            attributes: addition.attributes, accessControl: accessControl, secret: addition.secret)
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
    fileprivate mutating func insertOrFind(_ insertion: Insertion) throws(KeychainError) -> (item: Item, isNew: Bool) {
        do {
            return (try insert(insertion), true)
        } catch  where error.code == .duplicateItem {
            guard case .success(let row)? = try items.rowHoldingKey(of: insertion.item(now: 0), keys: keys) else {
                throw error
            }
            return (try row.open(with: keys).item, false)
        }
    }

    fileprivate mutating func insert(_ insertion: Insertion) throws(KeychainError) -> Item {
        let (addition, accessControl) = (insertion.addition, insertion.accessControl)
        try require(accessControl)
        let now = clock.now()
        var item = insertion.item(now: now)

        // Sealed before the uniqueness check: a duplicate in a locked class is refused as locked (reference 3.3.7).
        let sealed = try seal(&item, secret: addition.secret)
        do {
            try items.insert(sealed)
        } catch  where error.code == .duplicateItem {
            try insert(&item, inPlaceOfRowWithSameKey: error, secret: addition.secret, now: now)
        }
        if let list = addition.accessList {
            try accessLists.replace(with: list, of: item.reference, under: accessControl.protection, keys: keys)
        }
        return item
    }

    /// A tombstone is replaced in place and a damaged row goes to quarantine; anything else is a duplicate.
    private mutating func insert(
        _ item: inout Item, inPlaceOfRowWithSameKey duplicate: KeychainError, secret: ItemSecret?, now: Double
    ) throws(KeychainError) {
        guard let holder = try items.rowHoldingKey(of: item, keys: keys) else { throw duplicate }
        switch holder {
        case .success(let row) where row.isTombstone:
            item = Item(
                reference: PersistentReference(itemClass: row.itemClass, identifier: row.identifier),
                attributes: item.attributes, accessControl: item.accessControl, secret: secret)
            item.attributes[.modificationDate] = .date(max(now, row.modificationDate + KeychainClock.step))
            try items.replace(rowID: row.rowID, with: seal(&item, secret: secret))
        case .success(let row):
            guard let damage = damage(of: row) else { throw duplicate }
            try quarantine.move(damage, now: now)
            try items.insert(seal(&item, secret: secret))
        case .failure(let damage):
            try quarantine.move(damage, now: now)
            try items.insert(seal(&item, secret: secret))
        }
    }

    /// Completes the item digest and seals a new item.
    private func seal(_ item: inout Item, secret: ItemSecret?) throws(KeychainError) -> SealedItem {
        item.refreshDigest(secret: secret)
        return try SealedItem(item, secret: sealing(secret, of: item), with: keys)
    }

    /// What is wrong with a row, or nil where it opens or where its class is locked.
    func damage(of row: ItemRow) -> RowDamage? {
        do {
            var opened = try row.open(with: keys)
            try opened.openSecret(with: keys)
            return nil
        } catch {
            return error.isDamage ? RowDamage(row, because: error) : nil
        }
    }
}

extension Item {
    /// The digest covers the secret only where reading it needs neither a proof nor a password of the application: it is returned with the attributes, and must not
    /// help to guess a secret that may not be read.
    mutating func refreshDigest(secret: ItemSecret?) {
        let itemClass = reference.itemClass
        let described = attributes.filter { entry in
            guard let description = itemClass.description(of: entry.key) else { return true }
            return !description.traits.contains(.notInDigest) && description.storage != .secret
        }
        let coversSecret = !accessControl.constrainsReading && !accessControl.needsApplicationPassword
        attributes[.sha1] = .data(ItemDigest.digest(of: described, secret: coversSecret ? secret : nil))
    }
}

extension ItemRow {
    var modificationDate: Double {
        if case .date(let seconds)? = clearValue(of: .modificationDate) { seconds } else { 0 }
    }
}

extension KeychainError {
    /// True where a row did not open because its bytes are wrong; a locked class is no damage.
    var isDamage: Bool { code == .decode }
}

extension RowDamage {
    init(_ row: ItemRow, because error: KeychainError) {
        self.init(itemClass: row.itemClass, rowID: row.rowID, reason: "\(error.operation)")
    }
}
