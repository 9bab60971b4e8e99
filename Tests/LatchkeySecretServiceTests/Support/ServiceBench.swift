// The Secret Service with everything around it, for a test.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Testing

@testable import LatchkeySecretService

/// Calls as clients make them.
final class ServiceBench {
    let bus = RecordingBus()
    let policy = TestPolicy()
    let user = TestUser()
    let home: TestHome
    let service: SecretService
    /// Milliseconds, and what the wall clock says at the same time.
    let time: Time
    private var lastNumber: UInt64 = 0

    final class Time {
        var now: UInt64 = 1_000_000
    }

    init(
        _ keychains: [KeychainName: TestKeychain] = ["login": TestKeychain("login")], aliasFile: String? = nil,
        isListed: Bool = true
    ) {
        let time = Time()
        self.time = time
        home = TestHome(keychains, aliasFile: aliasFile) { 800_000_000 + Double(time.now) / 1000 }
        home.isListed = isListed
        service = SecretService(
            sending: bus, home: home, policy: policy, asking: user, clock: { time.now }, waker: {})
    }

    static func principal(
        _ program: String, kind: BusPrincipal.Kind = .program, doubt: String? = nil
    ) -> BusPrincipal {
        let group = AccessGroup(rawValue: program + ".bus")
        return BusPrincipal(
            kind: kind, program: program, path: "/usr/bin/" + program, group: group, ownGroups: [group], doubt: doubt)
    }

    /// Sends a call, and gives its number.
    @discardableResult func send(
        _ member: String, _ interface: String, at path: String, _ arguments: [BusValue] = [], by client: TestClient,
        signature: String? = nil
    ) -> UInt64 {
        lastNumber += 1
        let call = BusCall(
            number: lastNumber, sender: client.name, path: path, interface: interface, member: member,
            signature: signature ?? arguments.map(\.signature).joined(), arguments: arguments, expectsAnswer: true)
        service.handle(call, from: client.principal, at: time.now)
        return lastNumber
    }

    /// The one answer that a call has had.
    func answer(_ number: UInt64) throws -> [BusValue] {
        let answers = bus.answers[number] ?? []
        try #require(answers.count == 1)
        return try answers[0].get()
    }

    func call(
        _ member: String, _ interface: String, at path: String, _ arguments: [BusValue] = [], by client: TestClient
    ) throws -> [BusValue] {
        try answer(send(member, interface, at: path, arguments, by: client))
    }

    /// The name of the error of a call.
    func refusal(
        _ member: String, _ interface: String, at path: String, _ arguments: [BusValue] = [], by client: TestClient,
        signature: String? = nil
    ) -> String? {
        refusal(of: send(member, interface, at: path, arguments, by: client, signature: signature))
    }

    func refusal(of number: UInt64) -> String? {
        guard case .failure(let failure)? = bus.answers[number]?.first, bus.answers[number]?.count == 1 else {
            return nil
        }
        return failure.name.split(separator: ".").suffix(2).joined(separator: ".")
    }

    /// The user says something, and the service hears of it.
    @discardableResult func say(_ answer: ServiceAnswer) -> Bool {
        defer { service.woken() }
        return user.say(answer)
    }

    func pass(_ milliseconds: UInt64) {
        time.now += milliseconds
        _ = service.tick(at: time.now)
    }

    func signals(_ member: String, to destination: String? = nil) -> [BusSignal] {
        bus.signals.filter { $0.member == member && (destination == nil || $0.destination == destination) }
    }
}

struct TestClient {
    let name: String
    let principal: BusPrincipal

    init(_ name: String, _ principal: BusPrincipal) {
        self.name = name
        self.principal = principal
    }

    static let first = TestClient(":1.1", ServiceBench.principal("first"))
    /// Another connection of the same program.
    static let firstAgain = TestClient(":1.2", ServiceBench.principal("first"))
    static let second = TestClient(":1.3", ServiceBench.principal("second"))
}

enum Path {
    static let service = "/org/freedesktop/secrets"
    static let login = service + "/collection/login"
    static let session = service + "/collection/session"
    static let alias = service + "/aliases/default"
}

enum Interface {
    static let service = "org.freedesktop.Secret.Service"
    static let collection = "org.freedesktop.Secret.Collection"
    static let item = "org.freedesktop.Secret.Item"
    static let session = "org.freedesktop.Secret.Session"
    static let prompt = "org.freedesktop.Secret.Prompt"
    static let passwords = "org.gnome.keyring.InternalUnsupportedGuiltRiddenInterface"
    static let properties = "org.freedesktop.DBus.Properties"
    static let introspectable = "org.freedesktop.DBus.Introspectable"
    static let peer = "org.freedesktop.DBus.Peer"
}
