// What is kept for one connection to the bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPolicy

struct ServiceClient {
    /// As of its last call.
    var principal: BusPrincipal
    var sessions: Set<Int> = []
    var prompts: Set<ServicePrompt.Path> = []
    var heldCalls: Set<UInt64> = []
    /// Collections whose list of items it has read, and how long the list is at most.
    var listed: Set<KeychainName> = []
    /// Items of others that the user lets it read, until when, and whether for one time.
    var grants: [ItemKey: ItemGrant] = [:]
    /// Signals that wait until it is not prompted any more: some clients take the first signal for the prompt's.
    var deferred: [BusSignal] = []
    /// Items that have changed since, and in what.
    var changed: [ItemKey: Set<ServiceProperty>] = [:]
    /// Collections whose list of items it was not told since that changed, and a number that grows with each list it
    /// was told.
    var outdated: Set<KeychainName> = []
    var lastList = 0

    static let mostPrompts = 64
    static let mostDeferred = 256
    private static let mostGrants = 1000

    init(_ principal: BusPrincipal) { self.principal = principal }

    mutating func postpone(_ properties: [ServiceProperty], of item: ItemKey) {
        guard changed[item] != nil || changed.count < Self.mostDeferred else { return }
        changed[item, default: []].formUnion(properties)
    }

    mutating func grant(_ item: ItemKey, _ grant: ItemGrant) {
        if grants.count < Self.mostGrants { grants[item] = grant }
    }
}

/// The user's word that a client may read an item, without a change of whose it is.
struct ItemGrant {
    /// Who had the connection when the user said it.
    let principal: BusPrincipal
    /// Milliseconds of the monotonic clock.
    let end: UInt64
    /// That of the policy in which the user said it: a lock ends it.
    let epoch: UInt64
    /// Whether it ends with the first reading, and is for nothing else.
    let isForOnce: Bool

    static let lengthForOnce: UInt64 = 60_000
    static let lengthForManagers: UInt64 = 300_000
}
