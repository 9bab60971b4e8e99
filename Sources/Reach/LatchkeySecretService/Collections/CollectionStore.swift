// Where the items of one collection are.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Used by the thread of the bus. What a call changes is on the disk, if the store has one, before it returns.
package protocol CollectionStore: AnyObject {
    func state() throws(KeychainError) -> CollectionState
    /// While locked as well.
    /// - Parameter isAdmitted: whether items of a group are looked at. Those of other groups take no time.
    func search(
        _ attributes: SearchAttributes, in scope: GroupScope, admitting isAdmitted: (AccessGroup) -> Bool
    ) throws(KeychainError) -> ServiceSearchResult
    /// Nil if there is no such item; while locked as well, but then nothing is opened.
    /// - Parameter depth: how much of an item of this group is opened.
    func look(
        at number: Int64, opening depth: (AccessGroup) -> ServiceItemLook.Depth
    ) throws(KeychainError) -> ServiceItemLook?
    /// - Throws: `.itemNotFound`; `.interactionNotAllowed` while locked. So do the next four.
    func item(_ number: Int64) throws(KeychainError) -> ServiceItem
    func secret(of number: Int64, in group: AccessGroup) throws(KeychainError) -> (
        item: ServiceItem, secret: ItemSecret
    )
    /// - Parameter groups: the newest item of them with exactly these attributes becomes the new one, and keeps its
    ///   group.
    func add(_ item: NewServiceItem, replacingIn groups: [AccessGroup]) throws(KeychainError) -> (
        number: Int64, isNew: Bool
    )
    func change(_ number: Int64, in group: AccessGroup, _ change: ServiceItemChange) throws(KeychainError)
    func delete(_ number: Int64, in group: AccessGroup) throws(KeychainError)
    func rename(to label: String) throws(KeychainError)
    func lock() throws(KeychainError)
    /// What works on the keychain as a whole, on any thread; nil if there is no keychain, as for `session`.
    var handling: (any KeychainHandling)? { get }
}

package struct CollectionState: Hashable, Sendable {
    package var label: String
    /// Seconds since 1970-01-01 UTC.
    package var created: UInt64
    package var modified: UInt64
    package var isLocked: Bool
    package var hasPassword: Bool
    /// The time between two locks, by a number that is another one after each.
    package var era: UInt64 = 0

    package init(label: String, created: UInt64, modified: UInt64, isLocked: Bool, hasPassword: Bool) {
        self.label = label
        self.created = created
        self.modified = modified
        self.isLocked = isLocked
        self.hasPassword = hasPassword
    }
}
