// A keychain of before the daemon, and one of the daemon that takes its items in.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport

struct TwoKeychains {
    static let tool = AccessGroup(rawValue: "ADHOCTOOLS.latchkey.x")
    static let toolBefore = AccessGroup(rawValue: "ADHOCTOOLS.security")
    static let owned = AccessGroup(rawValue: "TEAM123456.owner")

    private let homes: (TemporaryHome, TemporaryHome)
    let clock = ManualClock()
    let old: KeychainService
    let new: KeychainService
    var oldPath: String { homes.0.keychain }
    var newPath: String { homes.1.keychain }

    /// Behind the daemon.
    let latchkey = Caller(
        accessGroups: [tool, .all], applicationIdentifier: tool.rawValue, toolGroups: [tool, toolBefore])
    let owner = Caller(accessGroups: [owned], applicationIdentifier: owned.rawValue, toolGroups: [tool])
    /// Without a daemon: a program may write to any group if only it says so.
    let anybody = Caller(accessGroups: [owned, .all])

    init() throws {
        homes = (try TemporaryHome(), try TemporaryHome())
        old = KeychainService(home: homes.0.path, clock: clock.clock)
        new = KeychainService(home: homes.1.path, clock: clock.clock, unlockPlace: .service)
    }

    /// Stores a generic password.
    @discardableResult
    func add(
        _ account: String, secret: TestSecret = "secret", behindDaemon: Bool = false, by caller: Caller? = nil,
        configure: (inout ItemAddition) -> Void = { _ in }
    ) throws(KeychainError) -> ReturnedItem {
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = [.account: .string(account), .service: .string("service")]
        addition.secret = ItemSecret(secret)
        configure(&addition)
        let (service, path) = behindDaemon ? (new, newPath) : (old, oldPath)
        let asked = caller ?? (behindDaemon ? owner : anybody)
        guard case .items(let items) = try service.perform(.add(addition), inKeychainAt: path, from: asked),
            let item = items.first
        else { throw KeychainError(.internalError, during: "adding in a test") }
        clock.now += 1
        return item
    }

    /// Every page of the old keychain.
    func everything() throws(KeychainError) -> (items: [MovedItem], staying: [StayReason: Int], state: MoveState?) {
        var items: [MovedItem] = []
        var staying: [StayReason: Int] = [:]
        var state: MoveState?
        var place: MovePlace? = .start
        while let next = place {
            let page = try old.movedItems(after: next, ofKeychainAt: oldPath)
            items += page.items
            staying.merge(page.staying, uniquingKeysWith: +)
            state = page.state
            place = page.place
        }
        return (items, staying, state)
    }

    /// - Parameter isPermitted: whether the user has given the password.
    func adopt(
        _ items: [MovedItem], permitted isPermitted: Bool, isTrial: Bool = false
    ) throws(KeychainError) -> [AdoptionOutcome] {
        let outcome = try new.run(
            .adopt(items, password: nil, isTrial: isTrial), inKeychainAt: newPath, from: latchkey,
            permitting: isPermitted ? Set(items.map(\.reference)) : [])
        guard case .done(.adoption(let outcomes)) = outcome else {
            throw KeychainError(.internalError, during: "adopting in a test")
        }
        return outcomes
    }

    /// What a program finds in the daemon, in the order of the keychain.
    func found(
        _ itemClass: ItemClass = .genericPassword, by caller: Caller? = nil,
        configure: (inout ItemQuery) -> Void = { _ in }
    ) throws(KeychainError) -> [ReturnedItem] {
        var query = ItemQuery(itemClass: itemClass)
        query.limit = .all
        query.synchronizable = .any
        query.returning = [.data, .attributes, .persistentReference]
        configure(&query)
        do throws(KeychainError) {
            let reply = try new.perform(.copy(query), inKeychainAt: newPath, from: caller ?? owner)
            guard case .items(let items) = reply else { return [] }
            return items
        } catch  where error.code == .itemNotFound {
            return []
        }
    }
}

extension ReturnedItem {
    var account: String {
        if case .string(let account)? = attributes[.account] { account } else { "" }
    }
    var text: TestSecret? { secret.map { TestSecret(found: $0.bytes) } }
}
