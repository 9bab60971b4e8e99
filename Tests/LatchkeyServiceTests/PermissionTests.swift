// What only the user can permit.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
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
        try service.run(request, inKeychainAt: home.keychain, from: caller, permitting: permitting)
    }

    @discardableResult
    private func add(
        _ account: String, of caller: Caller, list: AccessList? = nil,
        configure: (inout ItemAddition) -> Void = { _ in }
    ) throws(KeychainError) -> PersistentReference {
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = [.account: .string(account), .service: .string("service")]
        addition.secret = ItemSecret(TestSecret("of \(account)"))
        addition.accessList = list
        configure(&addition)
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
            case .needsProof: return "needs a proof"
            case .needsPermission(let need): return "asks for \(need.items.count)"
            }
        } catch {
            return "\(error.code.rawValue)"
        }
    }

    @Test func `an item whose list is damaged is asked for as another's, is kept, and takes a new list`() throws {
        let list = AccessList([.application(TrustedApplication(identifier: "TEAM123456.reader", path: "/reader"))])
        let reference = try add("alice", of: owner, list: list)
        let connection = try Connection(path: home.keychain, readOnly: false)
        _ = try connection.rows("UPDATE acls SET data = x'0100\(String(repeating: "01", count: 88))'")
        #expect(search("alice", as: security) == "asks for 1")
        #expect(search("alice", as: security, permitting: [reference]) == "1 with 1")
        #expect(try connection.rows("SELECT * FROM quarantine").isEmpty)
        _ = try perform(.setAccessList(reference, list, password: nil), owner)
        #expect(search("alice", as: reader) == "1 with 1")
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
        #expect(search("alice", as: reader, permitting: [stored]) == "-25308", "nobody is asked a second time")
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
        #expect(search("alice", as: reader) { $0.authentication.ui = .fail } == "-25308")
        #expect(search("alice", as: reader) { $0.authentication.ui = .skip } == "-25300")
        try add("bob", of: owner)
        #expect(search("bob", as: security) { $0.authentication.ui = .fail } == "-25308")
        #expect(search("bob", as: security) { $0.authentication.ui = .skip } == "-25300")
    }

    @Test func `nobody is asked for an item that the program's password is missing for`() throws {
        let own: (TestSecret) -> (inout ItemQuery) -> Void = { password in
            { $0.authentication.applicationPassword = ItemSecret(password) }
        }
        let sealed = try add("alice", of: security) {
            $0.accessControl = AccessControl(protection: .ak, flags: 1 << 31)
            $0.authentication.applicationPassword = ItemSecret("own")
        }
        #expect(search("alice", as: reader) == "-25308")
        #expect(search("alice", as: reader, permitting: [sealed]) == "-25308")
        #expect(search("alice", as: reader, own("own")) == "asks for 1")
        #expect(search("alice", as: reader, permitting: [sealed], own("own")) == "1 with 1")
        #expect(search("alice", as: reader, permitting: [sealed], own("wrong")) == "-25293")
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

    private func addKey(
        _ label: String, of caller: Caller, bytes: some Sequence<UInt8>, keyClass: KeyClass? = nil
    ) throws(KeychainError) {
        var addition = ItemAddition(itemClass: .key)
        addition.attributes = [
            .label: .string(label), .applicationLabel: .data(Array(label.utf8)),
            .type: .number(KeyType.ellipticCurve.rawValue),
        ]
        if let keyClass { addition.attributes[.keyClass] = .number(keyClass.rawValue) }
        addition.secret = ItemSecret(recorded: Array(bytes))
        _ = try perform(.add(addition), caller)
    }

    private func searchKey(_ label: String, _ configure: (inout ItemQuery) -> Void = { _ in }) -> String {
        search(nil, as: security) { query in
            query = ItemQuery(itemClass: .key)
            query.matching = [.label: .string(label)]
            query.returning = .data
            configure(&query)
        }
    }

    @Test func `a key is public by its bytes, whatever its attributes say`() throws {
        let pair = P256.Signing.PrivateKey()
        try addKey("public", of: owner, bytes: pair.publicKey.x963Representation, keyClass: .public)
        try addKey("private", of: owner, bytes: pair.x963Representation, keyClass: .private)
        try addKey("without a class", of: owner, bytes: pair.x963Representation)
        try addKey("false", of: owner, bytes: pair.x963Representation, keyClass: .public)
        let curve25519 = Curve25519.KeyAgreement.PrivateKey()
        try addKey("bare", of: owner, bytes: curve25519.rawRepresentation, keyClass: .public)
        #expect(searchKey("public") == "1 with 1")
        for label in ["private", "without a class", "false", "bare"] {
            #expect(searchKey(label) == "asks for 1", "\(label)")
            #expect(searchKey(label) { $0.returning = .reference } == "asks for 1", "\(label)")
        }
    }

    @Test func `a tool does not make another kind of key of what it may not read`() throws {
        let pair = P256.Signing.PrivateKey()
        try addKey("private", of: owner, bytes: pair.x963Representation, keyClass: .private)
        try addKey("own", of: security, bytes: pair.x963Representation, keyClass: .private)
        func change(_ label: String, _ attribute: Attribute, to value: Int64) -> KeychainError.Code? {
            var query = ItemQuery(itemClass: .key)
            query.matching = [.label: .string(label)]
            var change = ItemChange()
            change.attributes[attribute] = .number(value)
            return failure { _ = try perform(.update(query, change), security) }
        }
        for attribute in [Attribute.keyClass, .type, .isExtractable, .wasNeverExtractable, .isSensitive] {
            #expect(change("private", attribute, to: 7) == .interactionNotAllowed, "\(attribute)")
            #expect(change("own", attribute, to: 7) == nil, "\(attribute)")
        }
        #expect(change("private", .creator, to: 7) == nil)
        #expect(searchKey("private") == "asks for 1")
    }

    @Test func `what a tool skips does not lead it to what it may not read`() throws {
        try add("alice", of: owner)
        try add("bob", of: security)
        #expect(search(nil, as: security) { $0.authentication.ui = .skip } == "1 with 1", "the next one is its own")
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = [.account: .string("present"), .service: .string("first")]
        addition.secret = ItemSecret(TestSecret("of somebody present"))
        addition.accessControl = AccessControl(protection: .aku, flags: 1)
        _ = try perform(.add(addition), security)
        var foreign = ItemAddition(itemClass: .genericPassword)
        foreign.attributes = [.account: .string("carol"), .service: .string("first")]
        foreign.secret = ItemSecret(TestSecret("of carol"))
        _ = try perform(.add(foreign), owner)
        #expect(
            search(nil, as: security) { ($0.matching, $0.authentication.ui) = ([.service: .string("first")], .skip) }
                == "-25300")
    }

    @Test func `a tool gets no digest of a secret that it may not read`() throws {
        try add("alice", of: owner)
        try add("bob", of: security)
        func digest(_ account: String, _ caller: Caller) throws -> AttributeValue? {
            var query = ItemQuery(itemClass: .genericPassword)
            query.matching = [.account: .string(account)]
            query.returning = .attributes
            guard case .done(.items(let items)) = try perform(.copy(query), caller) else { return nil }
            return items.first?.attributes[.sha1]
        }
        let hidden = try #require(try digest("alice", owner))
        let seen = try #require(try digest("bob", security))
        #expect(try digest("alice", security) == nil)
        for digest in [hidden, seen] {
            let matching: (inout ItemQuery) -> Void = { $0.matching = [.sha1: digest] }
            #expect(search(nil, as: security) { (query: inout ItemQuery) in matching(&query) } == "-25308")
            #expect(
                search(nil, as: security) { $0.itemList = [.attributes([.sha1: digest])] } == "-25308")
        }
        var deletion = ItemQuery(itemClass: .genericPassword)
        deletion.matching = [.sha1: hidden]
        #expect(failure { _ = try perform(.delete(deletion), security) } == .interactionNotAllowed)
        deletion.matching = [.account: .string("alice")]
        deletion.returning = .attributes
        guard case .done(.items(let deleted)) = try perform(.delete(deletion), security) else {
            Issue.record("nothing was deleted")
            return
        }
        #expect(deleted.count == 1 && deleted[0].attributes[.sha1] == nil)
    }

    @Test func `the user is asked about items of one program at a time`() throws {
        try add("alice", of: owner)
        try add("carol", of: owner)
        #expect(search(nil, as: security) { $0.limit = .all } == "asks for 2")
        try add("dave", of: reader)
        #expect(search(nil, as: security) { $0.limit = .all } == "-25308")
        #expect(search("dave", as: security) == "asks for 1")
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

    @Test func `a tool does not protect less what it may not read`() throws {
        try add("alice", of: owner) { $0.attributes[.accessible] = .string(ProtectionClass.aku.rawValue) }
        try add("bob", of: security) { $0.attributes[.accessible] = .string(ProtectionClass.aku.rawValue) }
        func change(_ account: String, _ caller: Caller, _ changed: AttributeValues) -> KeychainError.Code? {
            var query = ItemQuery(itemClass: .genericPassword)
            query.matching = [.account: .string(account)]
            var change = ItemChange()
            change.attributes = changed
            return failure { _ = try perform(.update(query, change), caller) }
        }
        func accessible(_ protection: ProtectionClass) -> AttributeValues {
            [.accessible: .string(protection.rawValue)]
        }
        for weaker in [ProtectionClass.ak, .ck, .cku, .dk, .dku] {
            #expect(change("alice", security, accessible(weaker)) == .interactionNotAllowed)
        }
        #expect(change("alice", security, accessible(.aku)) == nil)
        #expect(change("bob", security, accessible(.dk)) == nil)
        #expect(change("alice", owner, accessible(.ck)) == nil)
        #expect(change("alice", security, accessible(.ak)) == nil)
        #expect(change("alice", security, [.synchronizable: .number(1)]) == .interactionNotAllowed)
        #expect(search("alice", as: owner) == "1 with 1")
    }

    @Test func `a tool prepares no item for another program that is protected less than its own`() throws {
        let group = AttributeValue.string("TEAM123456.owner")
        func adds(_ account: String, _ configure: (inout ItemAddition) -> Void) -> KeychainError.Code? {
            failure {
                try add(account, of: security) { addition in
                    addition.attributes[.accessGroup] = group
                    configure(&addition)
                }
            }
        }
        #expect(
            adds("a") { $0.attributes[.accessible] = .string(ProtectionClass.dk.rawValue) } == .interactionNotAllowed)
        #expect(adds("b") { $0.attributes[.synchronizable] = .number(1) } == .interactionNotAllowed)
        #expect(adds("c") { $0.accessList = AccessList([.anyApplication]) } == .interactionNotAllowed)
        #expect(adds("d") { _ in } == nil)
        #expect(adds("e") { $0.attributes[.accessible] = .string(ProtectionClass.aku.rawValue) } == nil)
    }

    @Test func `an access list that is too long is refused, and the item keeps the one that it has`() throws {
        let stored = try add("bob", of: security)
        func set(_ entries: [AccessListEntry]) -> KeychainError.Code? {
            failure { _ = try perform(.setAccessList(stored, AccessList(entries), password: nil), security) }
        }
        let programs = (0..<513).map { number in
            AccessListEntry.application(TrustedApplication(identifier: "TEAM123456.\(number)", path: "/opt/\(number)"))
        }
        #expect(set(programs) == .parameter)
        let long = String(repeating: "x", count: 5000)
        #expect(
            set([.application(TrustedApplication(identifier: "TEAM123456.reader", path: "/\(long)"))]) == .parameter)
        #expect(set(Array(programs.dropLast())) == nil)
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
