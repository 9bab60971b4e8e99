// A keychain of the user as a collection.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyService

/// Its file need not be there: then it is empty, and the first item makes `login`, without a password.
package final class KeychainCollection: CollectionStore {
    private let keychain: KeychainFile
    /// What it is called, and since when, as long as it has no file.
    private let unmade: CollectionState
    /// One that was there and is away is not made anew.
    private let isMadeByFirstItem: Bool

    private var service: KeychainService { keychain.service }
    private var path: String { keychain.path }
    package var handling: (any KeychainHandling)? { keychain }

    package init(_ keychain: KeychainFile, named name: String, since seconds: UInt64) {
        self.keychain = keychain
        isMadeByFirstItem = CollectionTable.loginName == KeychainName(name)
        unmade = CollectionState(label: name, created: seconds, modified: seconds, isLocked: false, hasPassword: false)
    }

    package func state() throws(KeychainError) -> CollectionState {
        let found = try ifMade(else: nil) { () throws(KeychainError) in
            try service.serviceCollection(inKeychainAt: path)
        }
        guard let found else { return unmade }
        var state = CollectionState(
            label: found.label, created: found.created, modified: found.modified, isLocked: found.isLocked,
            hasPassword: found.hasPassword)
        state.era = found.era
        return state
    }

    package func search(
        _ attributes: SearchAttributes, in scope: GroupScope, admitting isAdmitted: (AccessGroup) -> Bool
    ) throws(KeychainError) -> ServiceSearchResult {
        try withoutActuallyEscaping(isAdmitted) { isAdmitted throws(KeychainError) in
            try ifMade(else: ServiceSearchResult(items: [], isLocked: false)) { () throws(KeychainError) in
                try service.serviceItems(matching: attributes, in: scope, admitting: isAdmitted, inKeychainAt: path)
            }
        }
    }

    package func look(
        at number: Int64, opening depth: (AccessGroup) -> ServiceItemLook.Depth
    ) throws(KeychainError) -> ServiceItemLook? {
        try ifMade(else: nil) { () throws(KeychainError) in
            try service.look(atServiceItem: number, inKeychainAt: path, opening: depth)
        }
    }

    package func item(_ number: Int64) throws(KeychainError) -> ServiceItem {
        try service.serviceItem(number, inKeychainAt: path)
    }

    package func secret(
        of number: Int64, in group: AccessGroup
    ) throws(KeychainError) -> (item: ServiceItem, secret: ItemSecret) {
        try service.serviceSecret(of: number, in: group, inKeychainAt: path)
    }

    package func add(
        _ item: NewServiceItem, replacingIn groups: [AccessGroup]
    ) throws(KeychainError) -> (number: Int64, isNew: Bool) {
        try service.addServiceItem(item, replacingIn: groups, inKeychainAt: path, making: isMadeByFirstItem)
    }

    package func change(
        _ number: Int64, in group: AccessGroup, _ change: ServiceItemChange
    ) throws(KeychainError) {
        try service.changeServiceItem(number, in: group, change, inKeychainAt: path)
    }

    package func delete(_ number: Int64, in group: AccessGroup) throws(KeychainError) {
        try service.deleteServiceItem(number, in: group, inKeychainAt: path)
    }

    package func rename(to label: String) throws(KeychainError) {
        do throws(KeychainError) {
            try service.renameServiceCollection(to: label, inKeychainAt: path)
        } catch {
            guard error.code == .noSuchKeychain else { throw error }
            try keychain.create(label: label, password: nil)
        }
    }

    package func lock() throws(KeychainError) {
        try ifMade(else: ()) { () throws(KeychainError) in try keychain.lock() }
    }

    private func ifMade<Result>(
        else empty: Result, _ body: () throws(KeychainError) -> Result
    ) throws(KeychainError) -> Result {
        do throws(KeychainError) { return try body() } catch {
            guard error.code == .noSuchKeychain else { throw error }
            return empty
        }
    }
}
