// Tests of gnome-keyring's own interface.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeySecretService

@Suite("Passwords over the Secret Service")
struct PasswordTests {
    private let password = TestSecret("of login")

    private func secret(_ secret: TestSecret, _ bench: ServiceBench, by client: TestClient = .first) throws -> BusValue
    {
        let session = try bench.openPlain(client)
        return .structure([
            .path(session), .bytes(ItemSecret(SecretBytes(unrecorded: []))), .bytes(ItemSecret(secret)),
            .string("text/plain"),
        ])
    }

    /// What a call is answered that works on another thread.
    private func wait(for number: UInt64, _ bench: ServiceBench) {
        // The thread puts its letter whenever it is done; the bus would be woken by it.
        while bench.bus.answers[number] == nil {
            bench.service.woken()
            sched_yield()
        }
    }

    @Test("The right password unlocks, a wrong one is denied")
    func unlocking() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: ItemSecret(password))])
        bench.lockLogin()
        let cases: [(TestSecret, String?)] = [(TestSecret("wrong"), "Error.Denied"), (password, nil), (password, nil)]
        for (password, refusal) in cases {
            let number = bench.send(
                "UnlockWithMasterPassword", Interface.passwords, at: Path.service,
                [.path(Path.alias), try secret(password, bench)], by: .first)
            wait(for: number, bench)
            #expect(bench.refusal(of: number) == refusal)
        }
        #expect(try bench.get("Locked", Interface.collection, at: Path.login).flag == false)
        #expect(bench.user.subjects.isEmpty)
    }

    @Test("A keychain without a password is unlocked already, and `session` has none")
    func without() throws {
        let bench = ServiceBench()
        #expect(
            try bench.call(
                "UnlockWithMasterPassword", Interface.passwords, at: Path.service,
                [.path(Path.login), secret(password, bench)], by: .first
            ).isEmpty)
        let unlock = try [.path(Path.session), secret(password, bench)] as [BusValue]
        #expect(
            bench.refusal("UnlockWithMasterPassword", Interface.passwords, at: Path.service, unlock, by: .first)
                == "Error.NotSupported")
        let missing = try [.path("/nothing"), secret(password, bench)] as [BusValue]
        #expect(
            bench.refusal("UnlockWithMasterPassword", Interface.passwords, at: Path.service, missing, by: .first)
                == "Error.NoSuchObject")
    }

    @Test("A password is changed by who knows the old one")
    func changing() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: ItemSecret(password))])
        let new = TestSecret("new")
        for (old, refusal) in [(new, "Error.Denied"), (password, nil)] as [(TestSecret, String?)] {
            let number = bench.send(
                "ChangeWithMasterPassword", Interface.passwords, at: Path.service,
                [.path(Path.login), try secret(old, bench), try secret(new, bench)], by: .first)
            wait(for: number, bench)
            #expect(bench.refusal(of: number) == refusal)
        }
        let isChanged = bench.home.keychains["login"]?.password == ItemSecret(new)
        #expect(isChanged)
    }

    @Test("A first password is not set without the user")
    func first() throws {
        let bench = ServiceBench()
        let arguments = try [.path(Path.login), secret(TestSecret(""), bench), secret(password, bench)] as [BusValue]
        #expect(
            bench.refusal("ChangeWithMasterPassword", Interface.passwords, at: Path.service, arguments, by: .first)
                == "Error.AccessDenied")
    }

    @Test("A collection is made with a password, and told of; the default one if programs share all")
    func creating() throws {
        let bench = ServiceBench([:])
        bench.policy.keepsProgramsApart = false
        let label = BusValue.properties([("org.freedesktop.Secret.Collection.Label", .string("login"))])
        for (count, path) in [Path.login, Path.login + "_202"].enumerated() {
            let number = bench.send(
                "CreateWithMasterPassword", Interface.passwords, at: Path.service,
                [label, try secret(password, bench)], by: .first)
            wait(for: number, bench)
            #expect(try bench.answer(number)[0].objectPath == path)
            #expect(bench.signals("CollectionCreated").count == count)
        }
        let isSet = bench.home.keychains["login"]?.password == ItemSecret(password)
        #expect(isSet)
    }

    @Test("No program chooses the password of the keychain that is the default")
    func notLogin() throws {
        let bench = ServiceBench([:])
        let label = BusValue.properties([("org.freedesktop.Secret.Collection.Label", .string("login"))])
        let number = bench.send(
            "CreateWithMasterPassword", Interface.passwords, at: Path.service,
            [label, try secret(password, bench)], by: .first)
        wait(for: number, bench)
        #expect(try bench.answer(number)[0].objectPath == Path.login + "_202")
        let isMade = bench.home.keychains["login"]?.exists ?? false
        #expect(!isMade)
    }

    @Test("A keychain that is made for a client that has left gives its name back")
    func leavingMaker() throws {
        let bench = ServiceBench([:])
        let label = BusValue.properties([("org.freedesktop.Secret.Collection.Label", .string("work"))])
        let path = Path.service + "/collection/work"
        for client in [TestClient.first, .firstAgain] {
            _ = bench.send(
                "CreateWithMasterPassword", Interface.passwords, at: Path.service,
                [label, try secret(password, bench, by: client)], by: client)
            bench.service.left(client.name)
            while !bench.service.workNames.isEmpty {
                bench.service.woken()
                sched_yield()
            }
            let collections = try bench.get("Collections", Interface.service, at: Path.service, by: .second)
            #expect(collections.objectPaths?.contains(path) == true)
            // Another process deletes it: what a client deletes keeps its name.
            bench.home.keychains["work"]?.exists = false
            bench.pass(1000)
        }
    }

    @Test("A password that was not tried is not wrong")
    func untried() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: ItemSecret(password))])
        bench.lockLogin()
        for _ in 0..<4 {
            bench.home.keychains["login"]?.state.withLock { $0.isBusy = true }
            let number = bench.send(
                "UnlockWithMasterPassword", Interface.passwords, at: Path.service,
                [.path(Path.login), try secret(password, bench)], by: .first)
            wait(for: number, bench)
            #expect(bench.refusal(of: number) == "Error.Denied")
        }
        bench.home.keychains["login"]?.state.withLock { $0.isBusy = false }
        let number = bench.send(
            "UnlockWithMasterPassword", Interface.passwords, at: Path.service,
            [.path(Path.login), try secret(password, bench)], by: .first)
        wait(for: number, bench)
        #expect(bench.refusal(of: number) == nil)
    }

    @Test("Who knows the password is remembered, and the one who has said it longest ago is forgotten first")
    func proven() {
        var trials = PasswordTrials()
        func trial(_ number: Int) -> PasswordTrials.Trial {
            PasswordTrials.Trial(share: BusShare(of: ServiceBench.principal("\(number)")), keychain: "login")
        }
        func end(_ number: Int, isRight: Bool, at now: UInt64) {
            trials.begin(trial(number), 0)
            trials.end(0, isRight: isRight, at: now)
        }
        for number in 0..<1001 { end(number, isRight: true, at: UInt64(number)) }
        for number in 2000..<2010 { end(number, isRight: false, at: 2000) }
        #expect(trials.refusal(of: trial(0), at: 2000) == .keychainWaits)
        #expect(trials.refusal(of: trial(1), at: 2000) == nil)
        #expect(trials.refusal(of: trial(1000), at: 2000) == nil)
    }

    @Test("A client that leaves while its password is tried leaves nothing")
    func leaving() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: ItemSecret(password))])
        let number = bench.send(
            "UnlockWithMasterPassword", Interface.passwords, at: Path.service,
            [.path(Path.login), try secret(password, bench)], by: .first)
        bench.service.left(":1.1")
        while !bench.service.workTickets.isEmpty {
            bench.service.woken()
            sched_yield()
        }
        #expect(bench.bus.answers[number] == nil)
        #expect(bench.service.heldCalls.isEmpty && bench.service.clients.isEmpty)
    }
}
