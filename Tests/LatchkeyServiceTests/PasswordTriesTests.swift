// Wrong passwords in a row: counted in the file, and each later one has to wait longer.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct PasswordTriesTests {
    let home: TemporaryHome
    let time = ManualClock()
    let client: KeychainClient

    init() throws {
        home = try TemporaryHome()
        client = home.anotherClient(clock: time.clock)
        try client.create(password: "right")
        try client.lock()
    }

    /// The code, and what the error says of wrong passwords and of the wait; nil if `body` does not fail.
    private func refusal(_ body: () throws(KeychainError) -> Void) -> Refusal? {
        do {
            try body()
            return nil
        } catch {
            guard case .wrongPasswords(let count, let wait)? = error.cause else { return Refusal(code: error.code) }
            return Refusal(code: error.code, count: count, wait: wait)
        }
    }

    private struct Refusal: Hashable {
        var code = KeychainError.Code.authFailed
        var count: Int?
        var wait: Int?
    }

    /// Writes the count as an earlier process left it.
    private func leave(_ count: Int, secondsAgo seconds: Double = 0) throws {
        let connection = try Connection(path: home.keychain, readOnly: false)
        let wrong = WrongPasswords(count: count, last: time.now - seconds)
        try connection.write { transaction throws(KeychainError) in
            try PasswordTryStore(connection).store(wrong, in: transaction)
        }
    }

    private func kept() throws -> WrongPasswords {
        try PasswordTryStore(Connection(path: home.keychain, readOnly: false)).wrong()
    }

    @Test func `after a wrong password the next try has to wait, and a right one ends the count`() throws {
        #expect(refusal { () throws(KeychainError) in try client.unlock("c") } == Refusal(count: 1, wait: 1))
        // Inside the wait nothing is tried and nothing counted, not even the right one, in this process or another.
        time.now += 0.5
        let other = home.anotherClient(clock: time.clock)
        for password in ["d", "right"] as [TestSecret] {
            #expect(refusal { () throws(KeychainError) in try client.unlock(password) } == Refusal(count: 1, wait: 1))
            #expect(refusal { () throws(KeychainError) in try other.unlock(password) } == Refusal(count: 1, wait: 1))
        }
        time.now += 0.5
        #expect(refusal { () throws(KeychainError) in try other.unlock("d") } == Refusal(count: 2, wait: 2))
        time.now += 2
        try client.unlock("right")
        #expect(try kept() == .none)
        try client.lock()
        #expect(refusal { () throws(KeychainError) in try client.unlock("e") } == Refusal(count: 1, wait: 1))
    }

    @Test func `of tries at the same instant one is made`() throws {
        let tries = (0..<6).map { number in
            startThread { [home, time] in
                failure { try home.anotherClient(clock: time.clock).unlock(TestSecret("wrong \(number)")) }
            }
        }
        #expect(try tries.map { try $0.wait() } == Array(repeating: .authFailed, count: 6))
        #expect(try kept().count == 1)
    }

    @Test(arguments: zip([1, 2, 3, 4, 5, 6, 7, 8, 1_000_000], [1, 2, 4, 8, 16, 32, 60, 60, 60]))
    func `the wait doubles from one second to a minute`(count: Int, wait: Int) throws {
        try leave(count)
        let expected = Refusal(count: count, wait: wait)
        #expect(refusal { () throws(KeychainError) in try client.unlock("right") } == expected)
        time.now += Double(wait) - 0.25
        #expect(refusal { () throws(KeychainError) in try client.unlock("right") } == Refusal(count: count, wait: 1))
        time.now += 0.25
        #expect(refusal { () throws(KeychainError) in try client.unlock("right") } == nil)
    }

    @Test func `the old password of a change waits and counts as well`() throws {
        try leave(2)
        for (old, new) in [("right", "new"), ("wrong", "new"), ("right", nil)] as [(TestSecret, TestSecret?)] {
            let refused = refusal { () throws(KeychainError) in try client.changePassword(from: old, to: new) }
            #expect(refused == Refusal(count: 2, wait: 2))
        }
        time.now += 2
        let wrong = refusal { () throws(KeychainError) in try client.changePassword(from: "wrong", to: "new") }
        #expect(wrong == Refusal(count: 3, wait: 4))
        time.now += 4
        try client.changePassword(from: "right", to: "new")
        #expect(try kept() == .none)
    }

    @Test(arguments: [-1, -86_400, -1e9])
    func `a clock that is set back keeps nobody out`(change: Double) throws {
        try leave(10)
        time.now += change
        #expect(refusal { () throws(KeychainError) in try client.unlock("wrong") } == Refusal(count: 11, wait: 60))
        time.now += 60
        #expect(refusal { () throws(KeychainError) in try client.unlock("right") } == nil)
    }

    @Test(arguments: ["wrong = 'x'", "wrong = -1", "tdat = 'x'", "tdat = 9e999", "wrong = 9223372036854775807"])
    func `a count that somebody has changed keeps nobody out for longer than a minute`(change: String) throws {
        try leave(5, secondsAgo: 100)
        let connection = try Connection(path: home.keychain, readOnly: false)
        _ = try connection.rows("UPDATE passwordtries SET \(change)")
        time.now += 60
        #expect(refusal { () throws(KeychainError) in try client.unlock("right") } == nil)
    }

    @Test func `a wrong password file is not counted, and a right one waits like a user`() throws {
        let path = home.path + "/file"
        func write(_ password: TestSecret) throws { try password.data.write(to: URL(fileURLWithPath: path)) }
        func find() throws -> KeychainError.Code? {
            try onOwnThread(.withoutKeyring) { [home, time] in
                let client = home.anotherClient(passwordFiles: [path], clock: time.clock)
                return failure { _ = try client.items([.accessible: .string("ak")]) }
            }
        }
        try client.unlock("right")
        try client.add("alice")
        try write("stale")
        for _ in 0..<4 { #expect(try find() == .interactionNotAllowed) }
        #expect(try kept() == .none)
        try write("right")
        try leave(2)
        #expect(try find() == .interactionNotAllowed)
        #expect(try kept().count == 2)
        time.now += 2
        #expect(try find() == nil)
    }

    @Test func `a wrong password in a keychain that may only be read is refused as wrong`() throws {
        let reader = try home.homeOfReader()
        let client = reader.anotherClient(clock: time.clock)
        let codes = try onOwnThread(.withoutRoot) { [home] in
            (0..<5).map { _ in
                failure {
                    let request = Request.unlock(password: ItemSecret("wrong"))
                    _ = try client.perform(request, in: .file(home.keychain))
                }
            }
        }
        #expect(codes == Array(repeating: .authFailed, count: 5))
        // Another user than root cannot give the file away, so that it can be written, and counts.
        if geteuid() == 0 { #expect(try kept() == .none) }
    }
}
