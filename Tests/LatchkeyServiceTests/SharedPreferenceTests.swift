// Who finds what is preferred for a service, and who does not.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Testing

@Suite struct SharedPreferenceTests {
    private static let tool = AccessGroup(rawValue: "ADHOCTOOLS.security.x")
    private let home: TemporaryHome
    private let service: KeychainService
    private let reader = program("TEAM123456.reader")
    private let planter = program("TEAM123456.planter")
    private let security = Caller(
        accessGroups: [tool, .all], applicationIdentifier: tool.rawValue, toolGroups: [tool])

    init() throws {
        home = try TemporaryHome()
        service = KeychainService(home: home.path, unlockPlace: .service)
    }

    private static func program(_ identifier: String) -> Caller {
        Caller(
            accessGroups: [AccessGroup(rawValue: identifier)], applicationIdentifier: identifier, toolGroups: [tool])
    }

    /// A preference as a tool or a program would store it, shared with every program.
    private func prefer(
        _ kind: PreferenceKind = .identity, for name: String = "https://example.com/", of caller: Caller
    ) throws(KeychainError) {
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = [
            .account: .string("of \(caller.applicationIdentifier ?? "")"), .service: .string(name),
            .type: .number(kind.number),
        ]
        addition.secret = ItemSecret(TestSecret(""))
        addition.accessList = AccessList([.anyApplication])
        _ = try service.perform(.add(addition), inKeychainAt: home.keychain, from: caller)
    }

    /// The accounts of what is found, or the error.
    private func found(
        _ matching: AttributeValues, as caller: Caller, _ returning: ReturnOptions = [.data, .attributes],
        _ limit: MatchLimit = .one
    ) -> [String] {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = matching
        query.returning = returning
        query.limit = limit
        do throws(KeychainError) {
            switch try service.run(.copy(query), inKeychainAt: home.keychain, from: caller) {
            case .done(.items(let items)):
                return items.map { if case .string(let account)? = $0.attributes[.account] { account } else { "" } }
            case .done: return ["?"]
            case .needsPermission, .needsProof: return ["asks"]
            }
        } catch {
            return ["\(error.code.rawValue)"]
        }
    }

    private static let byName: AttributeValues = [.service: .string("https://example.com/")]

    private static func byType(_ kind: PreferenceKind) -> AttributeValues {
        byName.merging([.type: .number(kind.number)]) { $1 }
    }

    @Test(arguments: PreferenceKind.allCases)
    func `a search for a password finds no preference, and asks for none`(kind: PreferenceKind) throws {
        try prefer(kind, of: security)
        #expect(found(Self.byName, as: reader) == ["-25300"])
        #expect(found(Self.byName, as: reader, .attributes) == ["-25300"])
        #expect(found([:], as: reader, [.data, .attributes], .all) == ["-25300"])
        let preferred = ["of \(Self.tool.rawValue)"]
        #expect(found(Self.byType(kind), as: reader) == preferred)
        #expect(found(Self.byType(kind), as: reader, .attributes, .all) == preferred)
    }

    @Test func `a password of the same name is found beside a preference`() throws {
        try prefer(of: security)
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = Self.byName.merging([.account: .string("ann")]) { $1 }
        addition.secret = ItemSecret(TestSecret("of ann"))
        addition.accessList = AccessList([.anyApplication])
        _ = try service.perform(.add(addition), inKeychainAt: home.keychain, from: planter)
        #expect(found(Self.byName, as: reader) == ["ann"])
    }

    @Test func `no program says what another one uses`() throws {
        try prefer(of: planter)
        #expect(found(Self.byType(.identity), as: reader, .attributes, .all) == ["-25300"])
        #expect(found(Self.byType(.identity), as: reader) == ["-25300"])
        #expect(found(Self.byType(.identity), as: planter) == ["of TEAM123456.planter"])
        try prefer(of: security)
        #expect(
            found(Self.byType(.identity), as: reader, .attributes, .all) == ["of \(Self.tool.rawValue)"])
    }
}
