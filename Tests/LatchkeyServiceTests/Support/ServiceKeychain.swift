// A keychain with items of the Secret Service, as whoever serves a bus uses it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyPlatform
@testable import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport

/// Used by one test.
final class ServiceKeychain: Sendable {
    let home: TemporaryHome
    let clock = ManualClock()
    let service: KeychainService

    var path: String { home.keychain }

    init() throws {
        home = try TemporaryHome()
        service = KeychainService(home: home.path, clock: clock.clock, unlockPlace: .service)
    }

    /// A program that uses the other calls.
    func program(_ group: String, tool isTool: Bool = false) -> Caller {
        let own = AccessGroup(rawValue: group)
        return Caller(
            accessGroups: [own, AccessGroup(rawValue: group + AccessGroup.busSuffix)] + (isTool ? [.all] : []),
            applicationIdentifier: group)
    }

    @discardableResult
    func perform(_ request: Request, as group: String = "TEAM123456.a") throws(KeychainError) -> Reply {
        try service.perform(request, inKeychainAt: path, from: program(group))
    }

    /// What a program finds with the other calls.
    func items(
        as group: String = "TEAM123456.a", _ matching: AttributeValues = [:],
        returning: ReturnOptions = [.attributes, .data]
    ) throws(KeychainError) -> [ReturnedItem] {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = matching
        query.limit = .all
        query.returning = returning
        guard case .items(let items) = try perform(.copy(query), as: group) else { return [] }
        return items
    }

    @discardableResult
    func add(
        _ attributes: SearchAttributes, _ secret: TestSecret = "secret", to group: AccessGroup = .first,
        label: String = "label", contentType: String = "text/plain", replacing: Bool = false
    ) throws(KeychainError) -> (number: Int64, isNew: Bool) {
        try service.addServiceItem(
            NewServiceItem(
                group: group, label: label, attributes: attributes, contentType: contentType,
                secret: ItemSecret(secret)),
            replacing: replacing, inKeychainAt: path)
    }

    func found(_ attributes: SearchAttributes = .none, in scope: GroupScope = .all) throws(KeychainError) -> [Int64] {
        try service.serviceItems(matching: attributes, in: scope, inKeychainAt: path).items.map(\.number)
    }

    func item(_ number: Int64) throws(KeychainError) -> ServiceItem {
        try service.serviceItem(number, inKeychainAt: path)
    }

    func look(
        at number: Int64, opening depth: (AccessGroup) -> ServiceItemLook.Depth = { _ in .summary }
    ) throws(KeychainError) -> ServiceItemLook? {
        try service.look(atServiceItem: number, inKeychainAt: path, opening: depth)
    }

    func secret(of number: Int64, in group: AccessGroup = .first) throws(KeychainError) -> TestSecret {
        TestSecret(found: try service.serviceSecret(of: number, in: group, inKeychainAt: path).secret.bytes)
    }

    func change(
        _ number: Int64, in group: AccessGroup = .first, _ body: (inout ServiceItemChange) -> Void
    ) throws(KeychainError) {
        var change = ServiceItemChange()
        body(&change)
        try service.changeServiceItem(number, in: group, change, inKeychainAt: path)
    }

    func delete(_ number: Int64, in group: AccessGroup = .first) throws(KeychainError) {
        try service.deleteServiceItem(number, in: group, inKeychainAt: path)
    }

    func examination() throws(KeychainError) -> Examination {
        guard case .examination(let examination) = try perform(.examine) else {
            throw KeychainError(.internalError, during: "examining in a test")
        }
        return examination
    }

    @discardableResult
    func rows(_ sql: String) throws(KeychainError) -> [[SQLValue]] {
        try Connection(path: path, readOnly: false).rows(sql)
    }
}

extension AccessGroup {
    static let first = AccessGroup(rawValue: "TEAM123456.a.bus")
    static let second = AccessGroup(rawValue: "TEAM123456.b.bus")
}

extension SearchAttributes: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, String)...) {
        self = SearchAttributes(elements.map { Pair(name: $0.0, value: $0.1) }) ?? .none
    }
}
