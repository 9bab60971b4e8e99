// Searches that come upon several items under passwords of their programs.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
@testable import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Synchronization
import Testing

@Suite struct ApplicationPasswordSearchTests {
    private static let flag: UInt64 = 1 << 31
    private let home: TemporaryHome
    private let owner: KeychainClient
    private let reader: KeychainClient

    init() throws {
        home = try TemporaryHome()
        owner = Self.client(of: home, "TEAM123456.owner")
        reader = Self.client(of: home, "TEAM123456.reader")
    }

    private static func client(of home: TemporaryHome, _ identifier: String) -> KeychainClient {
        KeychainClient(
            configuration: ClientConfiguration(home: home.path),
            identity: .caller(
                Caller(accessGroups: [AccessGroup(rawValue: identifier)], applicationIdentifier: identifier)))
    }

    @discardableResult
    private func addSealed(
        _ account: String, password: TestSecret, through client: KeychainClient, list: AccessList? = nil
    ) throws(KeychainError) -> ReturnedItem {
        try client.add(account, secret: TestSecret("of \(account)")) {
            $0.accessControl = AccessControl(protection: .ak, flags: Self.flag)
            $0.authentication.applicationPassword = ItemSecret(password)
            $0.accessList = list
        }
    }

    /// The accounts whose secrets are found.
    private func found(
        by client: KeychainClient, password: TestSecret? = nil, _ ui: AuthenticationUI = .allow,
        configure: (inout ItemQuery) -> Void = { _ in }
    ) throws(KeychainError) -> [AttributeValue?] {
        try client.items {
            $0.authentication.ui = ui
            $0.authentication.applicationPassword = password.map { ItemSecret($0) }
            configure(&$0)
        }.filter { $0.secret != nil }.map(\.attributes[.account])
    }

    /// Items that are like the one of an account but for their accounts, under a password that is cheap to try.
    private func copies(_ count: Int, of account: String, password: TestSecret, list: AccessList? = nil) throws {
        let keys = try (0..<count).map { number in
            try ApplicationKey(
                from: SecretBytes(recorded: password.bytes),
                with: .init(
                    salt: [UInt8](repeating: UInt8(number), count: 16),
                    cost: PasswordCost(memory: 19 * 1024, passes: 2)))
        }
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = [.account: .string(account)]
        let call = CallContext(of: Caller(accessGroups: [.all]))
        _ = try OpenKeychain(in: home).write { [query] state, transaction throws(KeychainError) in
            guard let row = try state.rows(of: query, in: .all, for: call).kept.first else { throw .notFound }
            let pattern = try row.open(with: state.keys).item
            for (number, key) in keys.enumerated() {
                var item = Item(
                    reference: PersistentReference(itemClass: .genericPassword, identifier: .random()),
                    attributes: pattern.attributes, accessControl: pattern.accessControl)
                item.attributes[.account] = .string("\(account) \(number)")
                try state.items(call).insert(
                    SealedItem(item, secret: .underPassword(ItemSecret("copy"), key), with: state.keys),
                    in: transaction)
                if let list {
                    try state.accessLists.replace(
                        with: list, of: item.reference, under: .ak, keys: state.keys, in: transaction)
                }
            }
            return .done(())
        }
    }

    @Test func `twenty items are opened by one call, and one more is refused`() throws {
        try addSealed("alice", password: "own", through: owner)
        try copies(19, of: "alice", password: "own")
        #expect(try found(by: owner, password: "own").count == 20)
        try owner.add("plain")
        #expect(try found(by: owner, password: "own").count == 21)
        try addSealed("bob", password: "own", through: owner)
        for ui in [.allow, .fail, .skip] as [AuthenticationUI] {
            #expect(failure { _ = try found(by: owner, password: "own", ui) } == .authFailed)
        }
        #expect(try found(by: owner, password: "own") { $0.limit = .atMost(20) }.count == 20)
    }

    @Test func `more keys than one call may have cost nothing`() throws {
        let keys = ApplicationKeys(ItemSecret("own"))
        let turn = Mutex(())
        for number in 0..<20 {
            #expect(keys.key(with: .numbered(number)) == nil)
            #expect(!keys.isExhausted)
        }
        #expect(keys.key(with: .numbered(20)) == nil)
        #expect(keys.isExhausted)
        #expect(failure { try keys.deriveWanted(taking: turn) } == .authFailed)
        #expect(keys.key(with: .numbered(0)) == nil, "none was derived")
        #expect(keys.givesUpExcess() && !keys.givesUpExcess())
        for number in 0..<20 { #expect(keys.key(with: .numbered(number)) == nil) }
        try keys.deriveWanted(taking: turn)
        for number in 0..<20 { #expect(keys.key(with: .numbered(number)) != nil) }
        #expect(keys.key(with: .numbered(20)) == nil)
        #expect(failure { try keys.deriveWanted(taking: turn) } == .authFailed)
    }

    @Test func `a call with one key does not wait for all of a call with many`() throws {
        let keychain = OpenKeychain(in: home)
        let (many, one) = (ApplicationKeys(ItemSecret("many")), ApplicationKeys(ItemSecret("one")))
        for number in 0..<20 { _ = many.key(with: .numbered(number)) }
        _ = one.key(with: .numbered(0))
        let isOver = Atomic(false)
        let thread = startThread {
            try many.deriveWanted(taking: keychain.derivation)
            isOver.store(true, ordering: .sequentiallyConsistent)
        }
        while keychain.derivation.withLockIfAvailable({ _ in true }) != nil {}
        try one.deriveWanted(taking: keychain.derivation)
        let wasOver = isOver.load(ordering: .sequentiallyConsistent)
        #expect(!wasOver)
        try thread.wait()
        #expect(many.key(with: .numbered(19)) != nil && one.key(with: .numbered(0)) != nil)
    }

    @Test func `what is under another password is left out where the call says so`() throws {
        try addSealed("alice", password: "own", through: owner)
        try addSealed("bob", password: "another", through: owner)
        try owner.add("plain")
        #expect(failure { _ = try found(by: owner, password: "own") } == .authFailed)
        #expect(try found(by: owner, password: "own", .skip) == ["alice", "plain"].map(AttributeValue.string))
        #expect(try found(by: owner, .skip) == [.string("plain")])
        #expect(try owner.examine().quarantined.isEmpty)
    }

    @Test func `what another program shares under its password keeps no search from the rest`() throws {
        let anyone = AccessList([.anyApplication])
        let shared = try addSealed("alice", password: "another", through: owner, list: anyone)
        #expect(failure { _ = try found(by: reader) } == .interactionNotAllowed)
        #expect(failure { _ = try found(by: reader, password: "own") } == .authFailed)
        #expect(failure { _ = try found(by: reader, password: "own", .skip) } == .itemNotFound)
        #expect(try found(by: reader, password: "another") == [.string("alice")])
        try owner.add("bob") { $0.accessList = anyone }
        #expect(try found(by: reader) == [.string("bob")])
        try addSealed("carol", password: "own", through: reader)
        #expect(try found(by: reader, password: "own") == ["carol", "bob"].map(AttributeValue.string))
        #expect(failure { _ = try found(by: reader) } == .interactionNotAllowed, "its own item needs the password")
        let named: (inout ItemQuery) -> Void = { $0.persistentReference = shared.reference }
        #expect(failure { _ = try found(by: reader, configure: named) } == .interactionNotAllowed)
        #expect(failure { _ = try found(by: reader, password: "own", configure: named) } == .authFailed)
        #expect(try found(by: reader, password: "another", configure: named) == [.string("alice")])
    }

    @Test func `however much another program shares, the own items are opened`() throws {
        let anyone = AccessList([.anyApplication])
        try addSealed("alice", password: "another", through: owner, list: anyone)
        try copies(20, of: "alice", password: "another", list: anyone)
        try addSealed("carol", password: "own", through: reader)
        #expect(try found(by: reader, password: "own") == [.string("carol")])
    }
}

extension ApplicationKey.Parameters {
    /// Cheap ones.
    fileprivate static func numbered(_ number: Int) -> Self {
        Self(
            salt: [UInt8](repeating: UInt8(number), count: 16), cost: PasswordCost(memory: 19 * 1024, passes: 2))
    }
}
