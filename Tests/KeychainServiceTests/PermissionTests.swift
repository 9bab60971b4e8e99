// What only the person can permit.
// SPDX-License-Identifier: Apache-2.0

import KeychainModel
import KeychainService
import TestSupport
import Testing

@Suite struct PermissionTests {
    private static let tool = AccessGroup(rawValue: "ADHOCTOOLS.security.x")
    private let home: TemporaryHome
    private let service: KeychainService

    init() throws {
        home = try TemporaryHome()
        service = KeychainService(home: home.path, unlockPlace: .service)
    }

    private static func program(_ identifier: String) -> Caller {
        Caller(
            accessGroups: [AccessGroup(rawValue: identifier)], applicationIdentifier: identifier, toolGroups: [tool])
    }

    private let owner = program("TEAM123456.owner")
    private let reader = program("TEAM123456.reader")
    private let security = Caller(
        accessGroups: [tool, .all], applicationIdentifier: tool.rawValue, toolGroups: [tool])

    private func perform(
        _ request: Request, _ caller: Caller, permitting: Set<PersistentReference> = []
    ) throws(KeychainError) -> CallOutcome {
        try service.perform(request, inKeychainAt: home.keychain, from: caller, permitting: permitting)
    }

    @discardableResult
    private func add(
        _ account: String, of caller: Caller, list: AccessList? = nil
    ) throws(KeychainError) -> PersistentReference {
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = [.account: .string(account), .service: .string("service")]
        addition.secret = ItemSecret(TestSecret("of \(account)"))
        addition.accessList = list
        guard case .done(.items(let items)) = try perform(.add(addition), caller), let item = items.first else {
            throw KeychainError(.internalError, during: "adding in a test")
        }
        return item.reference
    }

    /// What a search comes to, in a word.
    private func search(
        _ account: String?, as caller: Caller, permitting: Set<PersistentReference> = [],
        _ configure: (inout ItemQuery) -> Void = { _ in }
    ) -> String {
        var query = ItemQuery(itemClass: .genericPassword)
        if let account { query.matching = [.account: .string(account)] }
        query.returning = [.data, .attributes]
        configure(&query)
        do throws(KeychainError) {
            switch try perform(.copy(query), caller, permitting: permitting) {
            case .done(.items(let items)): return "\(items.count) with \(items.count { $0.secret != nil })"
            case .done: return "?"
            case .needsPermission(let need): return "asks for \(need.items.count)"
            }
        } catch {
            return "\(error.code.rawValue)"
        }
    }

    @Test func `a program is not asked about for an item that has no list`() throws {
        try add("alice", of: owner)
        #expect(search("alice", as: reader) == "-25300")
        #expect(search("alice", as: reader) { $0.accessGroup = owner.accessGroups.first } == "-34018")
    }

    @Test func `an item with a list, and one that a tool stored, can be asked for`() throws {
        try add("alice", of: owner, list: AccessList([.partition(.team("OTHERTEAM1"))]))
        let stored = try add("bob", of: security)
        #expect(search("alice", as: reader) == "asks for 1")
        #expect(search("bob", as: reader) == "asks for 1")
        #expect(search("bob", as: reader, permitting: [stored]) == "1 with 1")
        #expect(search("alice", as: reader, permitting: [stored]) == "asks for 1")
        #expect(search("alice", as: reader) { $0.accessGroup = owner.accessGroups.first } == "-34018")
        #expect(search("nobody", as: reader) == "-25300")
    }

    @Test func `only a call for one secret that names its item asks`() throws {
        try add("alice", of: security)
        #expect(search("alice", as: reader) { $0.limit = .all } == "-25300")
        #expect(search("alice", as: reader) { $0.returning = .attributes } == "-25300")
        #expect(search(nil, as: reader) == "-25300")
        try add("bob", of: security)
        #expect(search(nil, as: reader) { $0.matching = [.service: .string("service")] } == "-25300")
        try add("carol", of: reader)
        #expect(search(nil, as: reader) { $0.matching = [.service: .string("service")] } == "1 with 1")
    }

    @Test func `a call that wants no dialog gets none`() throws {
        try add("alice", of: security)
        #expect(search("alice", as: reader) { $0.authenticationUI = .fail } == "-25308")
        #expect(search("alice", as: reader) { $0.authenticationUI = .skip } == "-25300")
        try add("bob", of: owner)
        #expect(search("bob", as: security) { $0.authenticationUI = .fail } == "-25308")
        #expect(search("bob", as: security) { $0.authenticationUI = .skip } == "-25300")
    }

    @Test func `a tool sees every item, and asks for the secrets of other programs`() throws {
        let foreign = try add("alice", of: owner)
        try add("bob", of: security)
        #expect(search(nil, as: security) { ($0.limit, $0.returning) = (.all, .attributes) } == "2 with 0")
        #expect(search("bob", as: security) == "1 with 1")
        #expect(search("alice", as: security) == "asks for 1")
        #expect(search(nil, as: security) { $0.limit = .all } == "asks for 1")
        #expect(search(nil, as: security, permitting: [foreign]) { $0.limit = .all } == "2 with 2")
        #expect(search("alice", as: security) { $0.persistentReference = foreign } == "asks for 1")
    }

    @Test func `a tool does not let others read what it may not read itself`() throws {
        let foreign = try add("alice", of: owner)
        try add("bob", of: security)
        func change(_ account: String, _ configure: (inout ItemChange) -> Void) -> KeychainError.Code? {
            var query = ItemQuery(itemClass: .genericPassword)
            query.matching = [.account: .string(account)]
            var change = ItemChange()
            configure(&change)
            return failure { _ = try perform(.update(query, change), security) }
        }
        #expect(change("alice") { $0.accessList = AccessList([.anyApplication]) } == .interactionNotAllowed)
        #expect(change("alice") { $0.attributes[.accessGroup] = .string(Self.tool.rawValue) } == .interactionNotAllowed)
        #expect(change("alice") { $0.attributes[.comment] = .string("seen") } == nil)
        #expect(change("bob") { $0.accessList = AccessList([.anyApplication]) } == nil)
        #expect(search("bob", as: reader) == "1 with 1")
        let everybody = AccessList([.anyApplication])
        #expect(failure { _ = try perform(.setAccessList(foreign, everybody, password: nil), security) } == nil)
        #expect(search("alice", as: reader) == "1 with 1")
        #expect(search("alice", as: security) == "1 with 1")
    }

    @Test func `what is permitted for good is on the list of the item`() throws {
        let stored = try add("bob", of: security)
        let application = TrustedApplication(identifier: "TEAM123456.reader", path: "/opt/reader")
        try service.allow(application, toRead: [stored], inKeychainAt: home.keychain)
        #expect(search("bob", as: reader) == "1 with 1")
        #expect(search("bob", as: Self.program("TEAM123456.another")) == "asks for 1")
        guard case .done(.accessList(let list)) = try perform(.accessList(stored), security) else {
            Issue.record("no list")
            return
        }
        #expect(list == AccessList([.application(application)]))
    }

    @Test func `a list takes the password of the keychain, and counts wrong ones`() throws {
        let stored = try add("bob", of: security)
        let password = ItemSecret(TestSecret("of the keychain"))
        _ = try perform(.changePassword(old: nil, new: password), security)
        let list = AccessList([.partition(.unsigned)])
        let wrong = ItemSecret(TestSecret("wrong"))
        #expect(
            failure { _ = try perform(.setAccessList(stored, list, password: nil), security) } == .interactionNotAllowed
        )
        #expect(failure { _ = try perform(.setAccessList(stored, list, password: wrong), security) } == .authFailed)
        #expect(
            failure { _ = try perform(.setAccessList(stored, list, password: password), security) } == .authFailed,
            "the next one has to wait")
        #expect(search("bob", as: Self.program("ADHOCABCDE.reader.x")) == "asks for 1")
    }

    @Test func `partitions name programs together`() throws {
        try add("unsigned", of: owner, list: AccessList([.partition(.unsigned)]))
        try add("team", of: owner, list: AccessList([.partition(.team("TEAM123456"))]))
        let unsigned = Self.program("ADHOCABCDE.reader.x")
        #expect(search("unsigned", as: unsigned) == "1 with 1")
        #expect(search("team", as: unsigned) == "asks for 1")
        #expect(search("team", as: reader) == "1 with 1")
        #expect(search("unsigned", as: reader) == "asks for 1")
        #expect(search("team", as: Self.program("snap.reader")) == "asks for 1")
    }

    @Test func `embedded, nobody is asked`() throws {
        let list = AccessList([.partition(.team("OTHERTEAM1"))])
        try add("alice", of: owner, list: list)
        let embedded = Caller(accessGroups: reader.accessGroups, applicationIdentifier: reader.applicationIdentifier)
        #expect(search("alice", as: embedded) == "-25300")
        let tool = Caller(accessGroups: [Self.tool, .all])
        #expect(search("alice", as: tool) == "1 with 1")
    }
}
