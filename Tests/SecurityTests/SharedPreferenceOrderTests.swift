// What comes first of what is preferred for one service.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeyTestSupport
import Security
import Testing

extension PreferredUsage {
    fileprivate static let sign = PreferredUsage(rawValue: 4)
    fileprivate static let decrypt = PreferredUsage(rawValue: 2)
}

@Suite struct SharedPreferenceOrderTests {
    private let home: TemporaryHome
    private let service: ServiceName

    init() throws {
        home = try TemporaryHome()
        service = try #require(ServiceName("https://example.com/"))
    }

    private func preferences(of program: String) -> ServicePreferences {
        let caller = Caller(accessGroups: [AccessGroup(rawValue: program)], applicationIdentifier: program)
        return ServicePreferences(
            .identity,
            of: KeychainClient(configuration: ClientConfiguration(home: home.path), identity: .caller(caller)))
    }

    @Test func `a program's own come before those of others, whatever the uses; then those for the very uses`() throws {
        let (own, user) = (preferences(of: "TEAM123456.own"), preferences(of: "TEAM123456.person"))
        let everybody = AccessList([.anyApplication])
        try user.prefer([1], named: "a", for: service, usage: .any, accessList: everybody)
        try user.prefer([2], named: "b", for: service, usage: .sign, accessList: everybody)
        #expect(try own.references(under: service.text, usage: .sign) == [[2], [1]])
        try own.prefer([3], named: "c", for: service, usage: .any)
        #expect(try own.references(under: service.text, usage: .sign) == [[3], [2], [1]])
        try own.prefer([4], named: "d", for: service, usage: .sign)
        #expect(try own.references(under: service.text, usage: .sign) == [[4], [3], [2], [1]])
        #expect(try own.references(under: service.text, usage: .any) == [[3], [4], [1], [2]])
        #expect(try own.references(under: service.text, usage: .decrypt) == [[3], [1]])
        #expect(try user.references(under: service.text, usage: .sign) == [[2], [1]])
    }

    @Test func `of several for the same uses a new one takes the place`() throws {
        let preferences = preferences(of: "TEAM123456.own")
        try preferences.prefer([1], named: "a", for: service, usage: .sign)
        try preferences.prefer([2], named: "b", for: service, usage: .any)
        for (account, uses) in [("c", 0), ("d", Int64(PreferredUsage.sign.rawValue))] {
            var addition = ItemAddition(itemClass: .genericPassword)
            addition.attributes = [
                .service: .string(service.text), .account: .string(account), .generic: .data([9]),
                .type: .number(PreferenceKind.identity.number), .scriptCode: .number(uses),
            ]
            addition.secret = ItemSecret(TestSecret(""))
            let caller = Caller(
                accessGroups: [AccessGroup(rawValue: "TEAM123456.own")], applicationIdentifier: "TEAM123456.own")
            _ = try KeychainClient(
                configuration: ClientConfiguration(home: home.path), identity: .caller(caller)
            ).perform(.add(addition))
        }
        #expect(try preferences.references(under: service.text, usage: .sign).count == 4)
        try preferences.prefer([3], named: "e", for: service, usage: .sign)
        #expect(try preferences.references(under: service.text, usage: .sign) == [[3], [2], [9]])
        try preferences.prefer([4], named: "f", for: service, usage: .any)
        #expect(try preferences.references(under: service.text, usage: .sign) == [[3], [4]])
        try preferences.forget(service, usage: .any)
        #expect(try preferences.references(under: service.text, usage: .any).isEmpty)
    }

    @Test func `many threads at once leave one`() async throws {
        let preferences = preferences(of: "TEAM123456.own")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                let name = "identity \(number % 4)"
                group.addTask { [service] in
                    try preferences.prefer([UInt8(number)], named: name, for: service, usage: .sign)
                }
            }
            try await group.waitForAll()
        }
        try preferences.prefer([77], named: "last", for: service, usage: .sign)
        #expect(try preferences.references(under: service.text, usage: .sign) == [[77]])
    }
}
