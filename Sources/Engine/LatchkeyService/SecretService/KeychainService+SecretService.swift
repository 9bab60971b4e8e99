// Items of the Secret Service: the calls of whoever serves a bus.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyStore

/// The caller has decided about the program. A number names a row that is an item of the Secret Service; any other row
/// is not there for these calls. While the keychain is locked, searches and summaries work, and what opens or changes
/// an item throws `.interactionNotAllowed`. `path` is that of the keychain's file.
extension KeychainService {
    /// Every item that has all these attributes, newest first. While the keychain is locked the digests alone find
    /// them.
    /// - Parameter isAdmitted: whether items of a group are looked at; nil for all of the scope. What is not looked at
    ///   takes no time.
    /// - Throws: `.decode` if one of them does not open, `.wrongVersion` if none does that a newer version has not
    ///   written.
    package func serviceItems(
        matching attributes: SearchAttributes, in scope: GroupScope,
        admitting isAdmitted: ((AccessGroup) -> Bool)? = nil,
        inKeychainAt path: String
    ) throws(KeychainError) -> ServiceSearchResult {
        try serving(path, orIfMissing: ServiceSearchResult(items: [], isLocked: false)) {
            keychain throws(KeychainError) in
            try keychain.serviceItems(matching: attributes, in: scope, admitting: isAdmitted)
        }
    }

    /// The same, opened.
    package func openServiceItems(
        matching attributes: SearchAttributes, in scope: GroupScope, inKeychainAt path: String
    ) throws(KeychainError) -> [ServiceItem] {
        try serving(path, orIfMissing: []) { keychain throws(KeychainError) in
            try keychain.openServiceItems(matching: attributes, in: scope)
        }
    }

    /// Finds an item, and opens as much of it as its group allows.
    /// - Parameter depth: decides by the item's group; not called if there is no such item.
    /// - Returns: nil if there is no such item.
    /// - Throws: `.decode` if it does not open.
    package func look(
        atServiceItem number: Int64, inKeychainAt path: String, opening depth: (AccessGroup) -> ServiceItemLook.Depth
    ) throws(KeychainError) -> ServiceItemLook? {
        try serving(path, orIfMissing: .some(nil)) { keychain throws(KeychainError) in
            try keychain.look(atServiceItem: number, opening: depth)
        }
    }

    /// - Throws: `.itemNotFound`.
    package func serviceItem(_ number: Int64, inKeychainAt path: String) throws(KeychainError) -> ServiceItem {
        try serving(path) { keychain throws(KeychainError) in try keychain.serviceItem(number) }
    }

    /// - Parameter group: the one that the caller has decided about.
    /// - Throws: `.itemNotFound`, also if the item has another group by now; `.interactionNotAllowed` also if its
    ///   access control asks for the user or a password, which nobody gives over a bus.
    package func serviceSecret(
        of number: Int64, in group: AccessGroup, inKeychainAt path: String
    ) throws(KeychainError) -> (item: ServiceItem, secret: ItemSecret) {
        try serving(path) { keychain throws(KeychainError) in try keychain.serviceSecret(of: number, in: group) }
    }

    /// Stores an item.
    /// - Parameters:
    ///   - groups: the newest item of them that has exactly these attributes, if there is one, gets the label, the
    ///     content type and the secret, and stays in its group.
    ///   - isMade: whether a keychain that is not there is made, without a password.
    /// - Returns: the number of the item, and whether it is new.
    package func addServiceItem(
        _ item: NewServiceItem, replacingIn groups: [AccessGroup], inKeychainAt path: String, making isMade: Bool = true
    ) throws(KeychainError) -> (number: Int64, isNew: Bool) {
        try serving(path) { keychain throws(KeychainError) in
            try keychain.addServiceItem(item, replacingIn: groups, making: isMade)
        }
    }

    /// The same with the item's own group, or none.
    package func addServiceItem(
        _ item: NewServiceItem, replacing isReplacing: Bool, inKeychainAt path: String
    ) throws(KeychainError) -> (number: Int64, isNew: Bool) {
        try addServiceItem(item, replacingIn: isReplacing ? [item.group] : [], inKeychainAt: path)
    }

    /// - Throws: as ``serviceSecret(of:in:inKeychainAt:)``.
    package func changeServiceItem(
        _ number: Int64, in group: AccessGroup, _ change: ServiceItemChange, inKeychainAt path: String
    ) throws(KeychainError) {
        try serving(path) { keychain throws(KeychainError) in
            try keychain.changeServiceItem(number, in: group, change)
        }
    }

    /// - Throws: `.itemNotFound`, also if the item has another group by now.
    package func deleteServiceItem(
        _ number: Int64, in group: AccessGroup, inKeychainAt path: String
    ) throws(KeychainError) {
        try serving(path) { keychain throws(KeychainError) in try keychain.deleteServiceItem(number, in: group) }
    }

    /// - Throws: `.noSuchKeychain`.
    package func serviceCollection(inKeychainAt path: String) throws(KeychainError) -> ServiceCollection {
        try keepingDamaged(path) { keychain throws(KeychainError) in try keychain.serviceCollection() }
    }

    /// - Parameter label: if it is empty the keychain is called as its file.
    /// - Throws: `.noSuchKeychain`, `.parameter` for a label of more than 4 KiB.
    package func renameServiceCollection(to label: String, inKeychainAt path: String) throws(KeychainError) {
        try keepingDamaged(path) { keychain throws(KeychainError) in try keychain.renameServiceCollection(to: label) }
    }
}

extension KeychainService {
    /// Runs `body` on a keychain. A file whose bytes are damaged is kept under another name, as in calls on items, but
    /// the next call does not begin anew.
    private func keepingDamaged<R>(
        _ path: String, _ body: (OpenKeychain) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        let keychain = try keychain(at: path)
        do throws(KeychainError) {
            return try body(keychain)
        } catch {
            if error.code == .noSuchKeychain { try keychain.requireNothingKept() }
            guard error.suggestsDamage else { throw error }
            throw try keychain.settingAside(after: error)
        }
    }

    /// The same; a keychain that was never made holds nothing.
    private func serving<R>(
        _ path: String, orIfMissing nothing: R? = nil, _ body: (OpenKeychain) throws(KeychainError) -> R
    ) throws(KeychainError) -> R {
        do throws(KeychainError) {
            return try keepingDamaged(path, body)
        } catch {
            guard error.code == .noSuchKeychain else { throw error }
            guard let nothing else { throw .notFound }
            return nothing
        }
    }
}
