// Keychains in memory that can be locked.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import Synchronization

@testable import LatchkeySecretService

/// What a keychain is on other threads.
final class TestKeychain: KeychainHandling {
    struct State {
        var exists: Bool
        var label: String
        var password: ItemSecret?
        var isLocked = false
        var era: UInt64 = 0
        /// Seconds.
        var passwordWait = 0
        /// Whether other processes give wrong passwords, so that none is tried.
        var isBusy = false
    }

    let state: Mutex<State>

    init(_ label: String, exists: Bool = true, password: ItemSecret? = nil, isLocked: Bool = false) {
        state = Mutex(State(exists: exists, label: label, password: password, isLocked: isLocked))
    }

    var isLocked: Bool {
        get { state.withLock { $0.isLocked } }
        set { state.withLock { $0.isLocked = newValue } }
    }

    var exists: Bool {
        get { state.withLock { $0.exists } }
        set { state.withLock { $0.exists = newValue } }
    }

    var password: ItemSecret? { state.withLock { $0.password } }

    func create(label: String, password: ItemSecret?) throws(KeychainError) {
        try state.withLock { state throws(KeychainError) in
            guard !state.exists else { throw KeychainError(.duplicateKeychain, during: "making a keychain") }
            state = State(exists: true, label: label, password: password?.count == 0 ? nil : password)
        }
    }

    func unlock(with password: ItemSecret?) throws(KeychainError) {
        try prove(password)
        state.withLock { $0.isLocked = false }
    }

    func changePassword(from old: ItemSecret?, to new: ItemSecret?) throws(KeychainError) {
        try prove(old)
        state.withLock { $0.password = new }
    }

    func destroy(provenBy password: ItemSecret?, hasPassword: Bool) throws(KeychainError) {
        if hasPassword { try prove(password) }
        state.withLock { $0.exists = false }
    }

    func passwordWait() -> Int { state.withLock { $0.passwordWait } }

    func prove(_ password: ItemSecret?) throws(KeychainError) {
        guard !state.withLock({ $0.isBusy }) else {
            throw KeychainError(
                .authFailed, during: "trying a password", hint: KeychainError.untriedPassword,
                cause: .wrongPasswords(inARow: 3, wait: 1))
        }
        guard state.withLock({ $0.password }) == password else {
            throw KeychainError(.authFailed, during: "trying a password")
        }
    }
}

final class TestCollection: CollectionStore {
    let keychain: TestKeychain
    private var items: MemoryCollection
    /// The numbers of items that were opened.
    var opened: [Int64] = []
    /// What opening an item comes to.
    var failure: KeychainError?

    init(_ keychain: TestKeychain, clock: @escaping () -> Double) {
        self.keychain = keychain
        items = MemoryCollection(now: clock, step: { 1 })
    }

    var handling: (any KeychainHandling)? { keychain }

    private func requireUnlocked() throws(KeychainError) {
        guard keychain.state.withLock({ !$0.isLocked }) else {
            throw KeychainError(.interactionNotAllowed, during: "opening an item")
        }
    }

    func state() -> CollectionState {
        var state = items.state()
        let keychain = keychain.state.withLock { ($0.label, $0.isLocked, $0.password) }
        (state.label, state.isLocked, state.hasPassword) = (keychain.0, keychain.1, keychain.2 != nil)
        state.era = self.keychain.state.withLock { $0.era }
        return state
    }

    func search(
        _ attributes: SearchAttributes, in scope: GroupScope, admitting isAdmitted: (AccessGroup) -> Bool
    ) -> ServiceSearchResult {
        var result = items.search(attributes, in: scope, admitting: isAdmitted)
        result.isLocked = keychain.isLocked
        return result
    }

    func look(
        at number: Int64, opening depth: (AccessGroup) -> ServiceItemLook.Depth
    ) throws(KeychainError) -> ServiceItemLook? {
        guard let look = items.look(at: number, opening: depth) else { return nil }
        let unopened = ServiceItemLook(summary: look.summary, isLocked: keychain.isLocked)
        guard look.item != nil, !keychain.isLocked else { return unopened }
        opened.append(number)
        if let failure { throw failure }
        return look
    }

    func item(_ number: Int64) throws(KeychainError) -> ServiceItem {
        try requireUnlocked()
        opened.append(number)
        if let failure { throw failure }
        return try items.item(number)
    }

    func secret(
        of number: Int64, in group: AccessGroup
    ) throws(KeychainError) -> (item: ServiceItem, secret: ItemSecret) {
        try requireUnlocked()
        if let failure { throw failure }
        return try items.secret(of: number, in: group)
    }

    func add(
        _ item: NewServiceItem, replacingIn groups: [AccessGroup]
    ) throws(KeychainError) -> (number: Int64, isNew: Bool) {
        try requireUnlocked()
        keychain.state.withLock { $0.exists = true }
        return try items.add(item, replacingIn: groups)
    }

    func change(_ number: Int64, in group: AccessGroup, _ change: ServiceItemChange) throws(KeychainError) {
        try requireUnlocked()
        try items.change(number, in: group, change)
    }

    func delete(_ number: Int64, in group: AccessGroup) throws(KeychainError) {
        try items.delete(number, in: group)
    }

    func rename(to label: String) { keychain.state.withLock { $0.label = label } }
    func lock() {
        keychain.state.withLock { state in
            state.isLocked = true
            state.era += 1
        }
    }
}

final class TestHome: ServiceHome {
    var keychains: [KeychainName: TestKeychain]
    var collections: [KeychainName: TestCollection] = [:]
    /// Names that no collection can be made for.
    var unusable: Set<KeychainName> = []
    /// Whether the folder can be listed.
    var isListed = true
    /// Calls that may lock.
    var locksLeft = Int.max
    /// Keychains that were locked too often.
    var lockless: Set<KeychainName> = []
    let aliasFile: String?
    let clock: () -> Double

    init(_ keychains: [KeychainName: TestKeychain], aliasFile: String? = nil, clock: @escaping () -> Double) {
        self.keychains = keychains
        self.aliasFile = aliasFile
        self.clock = clock
    }

    func keychainNames() -> [KeychainName]? {
        guard isListed else { return nil }
        return keychains.filter { $0.value.state.withLock { $0.exists } }.map(\.key)
    }

    func hasKeychain(named name: KeychainName) -> Bool? {
        isListed ? keychains[name]?.state.withLock { $0.exists } ?? false : nil
    }

    func countLock(of name: KeychainName, at now: UInt64) -> Bool {
        guard locksLeft > 0, !lockless.contains(name) else { return false }
        locksLeft -= 1
        return true
    }

    func collection(named name: KeychainName) throws(KeychainError) -> any CollectionStore {
        guard !unusable.contains(name) else { throw KeychainError(.notAvailable, during: "opening a keychain") }
        if let collection = collections[name] { return collection }
        let keychain = keychains[name] ?? TestKeychain(name.text, exists: false)
        keychains[name] = keychain
        let collection = TestCollection(keychain, clock: clock)
        collections[name] = collection
        return collection
    }
}
