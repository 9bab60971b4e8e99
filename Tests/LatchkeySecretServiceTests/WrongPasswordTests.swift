// Tests of who gives wrong passwords, and who waits for it.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
import LatchkeyPlatform
import LatchkeyTestSupport
import Synchronization
import Testing

@testable import LatchkeySecretService

@Suite("Wrong passwords over the Secret Service")
struct WrongPasswordTests {
    private let password = ItemSecret(TestSecret("of the keychain"))

    /// Gives a password without a dialog.
    /// - Returns: the number of the call.
    private func send(_ password: TestSecret, by client: TestClient, _ bench: ServiceBench) throws -> UInt64 {
        let session = try bench.openPlain(client)
        let secret = BusValue.structure([
            .path(session), .bytes(ItemSecret(SecretBytes(unrecorded: []))), .bytes(ItemSecret(password)),
            .string("text/plain"),
        ])
        return bench.send(
            "UnlockWithMasterPassword", Interface.passwords, at: Path.service, [.path(Path.login), secret], by: client)
    }

    private func unlock(_ password: TestSecret, by client: TestClient, _ bench: ServiceBench) throws -> String? {
        let number = try send(password, by: client, bench)
        while bench.bus.answers[number] == nil {
            bench.service.woken()
            sched_yield()
        }
        return bench.refusal(of: number)
    }

    private func copy(_ number: Int) -> TestClient {
        TestClient(":3.\(number)", ServiceBench.principal("copy \(number)"))
    }

    @Test("Copies of a program that gives wrong passwords wait together, and who knew the right one does not")
    func copies() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: password, isLocked: true)])
        #expect(try unlock(TestSecret("of the keychain"), by: .second, bench) == nil)
        bench.lockLogin()
        for number in 0..<5 { #expect(try unlock(TestSecret("bad"), by: copy(number), bench) == "Error.Denied") }
        for number in 5..<9 {
            #expect(try unlock(TestSecret("bad"), by: copy(number), bench) == "Error.LimitsExceeded")
        }
        #expect(try unlock(TestSecret("of the keychain"), by: .second, bench) == nil)
        bench.lockLogin()
        // That has ended what the others did; now nobody knows the password.
        var tried = 0
        for number in 0..<4000 {
            if try unlock(TestSecret("bad"), by: copy(number + 10), bench) == "Error.Denied" { tried += 1 }
            bench.pass(1000)
        }
        // The waits double, up to 900 s: 5 at once, then after 4, 12, 28, 60, 124, 252, 508, 1020, 1920, 2820, 3720 s.
        #expect(tried == 16)
        bench.pass(900_000)
        #expect(try unlock(TestSecret("of the keychain"), by: .first, bench) == nil)
    }

    @Test("A client that leaves before its password was tried has given a wrong one all the same")
    func leavingWrong() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: password, isLocked: true)])
        for number in 0..<3 {
            let client = TestClient(":4.\(number)", ServiceBench.principal("first"))
            _ = try send(TestSecret("bad"), by: client, bench)
            bench.service.left(client.name)
            while !bench.service.workTickets.isEmpty {
                bench.service.woken()
                sched_yield()
            }
        }
        #expect(try unlock(TestSecret("of the keychain"), by: .first, bench) == "Error.LimitsExceeded")
        bench.pass(4000)
        #expect(try unlock(TestSecret("of the keychain"), by: .first, bench) == nil)
    }

    @Test("While the keychain itself waits, a right password counts for no wrong one")
    func keychainWaits() throws {
        let keychain = TestKeychain("login", password: password, isLocked: true)
        let bench = ServiceBench(["login": keychain])
        keychain.state.withLock { $0.passwordWait = 3 }
        for _ in 0..<6 {
            #expect(try unlock(TestSecret("of the keychain"), by: .first, bench) == "Error.LimitsExceeded")
        }
        keychain.state.withLock { $0.passwordWait = 0 }
        #expect(try unlock(TestSecret("of the keychain"), by: .first, bench) == nil)
    }

    @Test("A program that gives wrong passwords waits, and is told that none was tried")
    func wrongPasswords() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: password, isLocked: true)])
        func unlock(_ password: TestSecret, by client: TestClient) throws -> String? {
            try self.unlock(password, by: client, bench)
        }
        for _ in 0..<3 { #expect(try unlock(TestSecret("bad"), by: .first) == "Error.Denied") }
        #expect(try unlock(TestSecret("of the keychain"), by: .firstAgain) == "Error.LimitsExceeded")
        #expect(try unlock(TestSecret("bad"), by: .second) == "Error.Denied")
        bench.pass(5000)
        #expect(try unlock(TestSecret("bad"), by: .first) == "Error.Denied")
        bench.pass(5000)
        #expect(try unlock(TestSecret("of the keychain"), by: .first) == "Error.LimitsExceeded")
        bench.pass(15_000)
        #expect(try unlock(TestSecret("of the keychain"), by: .first) == nil)
    }
    @Test("A program has passwords tried in its share, also for connections that have ended")
    func triedPasswords() throws {
        let bench = ServiceBench(["login": TestKeychain("login", password: password, isLocked: true)])
        func begin(by client: TestClient) throws -> String? {
            bench.refusal(of: try send(TestSecret("of the keychain"), by: client, bench))
        }
        // What is tried is not done before the thread is woken.
        let clients = (0..<4).map { TestClient(":2.\($0)", ServiceBench.principal("first")) }
        #expect(try begin(by: clients[0]) == nil && begin(by: clients[1]) == nil)
        bench.service.left(clients[0].name)
        bench.service.left(clients[1].name)
        #expect(try begin(by: clients[2]) == "Error.LimitsExceeded")
        #expect(try begin(by: .second) == nil)
        #expect(try begin(by: .second) == "Error.LimitsExceeded", "others have the half")
        #expect(try begin(by: TestClient(":3.1", ServiceBench.principal("third"))) == nil)
        while !bench.service.workTickets.isEmpty {
            bench.service.woken()
            sched_yield()
        }
        #expect(try begin(by: TestClient(":3.2", ServiceBench.principal("fourth"))) == nil)
    }
}
