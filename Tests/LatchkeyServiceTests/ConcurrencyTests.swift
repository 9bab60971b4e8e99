// Many threads, clients and processes on one file.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyClient
import LatchkeyEmbedded
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct ConcurrencyTests {
    @Test func `eight threads of one client add, read and update without losing anything`() throws {
        let home = try TemporaryHome()
        let threads = (0..<8).map { thread in
            startThread { try Self.work(on: home.client, as: thread, rounds: 50) }
        }
        for thread in threads { #expect(try thread.wait() == 50) }
        #expect(try home.client.items().count == 400)
        #expect(try home.client.examine().quarantined.isEmpty)
    }

    @Test func `clients of their own on one file do not lose anything either`() throws {
        let home = try TemporaryHome()
        let threads = (0..<4).map { thread in
            startThread { try Self.work(on: home.anotherClient(), as: thread, rounds: 25) }
        }
        for thread in threads { #expect(try thread.wait() == 25) }
        #expect(try home.client.items().count == 100)
        let examination = try home.client.examine()
        #expect(examination.intact == 100 && examination.quarantined.isEmpty && examination.fileProblems.isEmpty)
    }

    /// - Returns: how many rounds gave what they had to give.
    private static func work(on client: KeychainClient, as thread: Int, rounds: Int) throws -> Int {
        var right = 0
        for round in 0..<rounds {
            let account = "account-\(thread)-\(round)"
            try client.add(account, secret: "first-\(account)")
            let first = try client.secret(of: account)
            try client.update([.account: .string(account)]) { $0.secret = ItemSecret("second-\(account)") }
            let second = try client.secret(of: account)
            if first == "first-\(account)", second == "second-\(account)" { right += 1 }
        }
        return right
    }

    @Test func `of eight threads that add the same item one succeeds`() throws {
        let home = try TemporaryHome()
        try home.client.create()
        let threads = (0..<8).map { thread in
            startThread { failure { try home.anotherClient().add("alice", secret: "\(thread)") } }
        }
        let codes = try threads.map { try $0.wait() }
        #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .duplicateItem } == 7)
    }

    @Test func `updates of one item by several clients are all or nothing`() throws {
        let home = try TemporaryHome()
        try home.client.add("alice", secret: "0-0") { $0.attributes[.label] = .string("0-0") }
        let writers = (0..<3).map { thread in
            startThread {
                let client = home.anotherClient()
                for round in 0..<20 {
                    try client.update([.account: .string("alice")]) {
                        $0.secret = ItemSecret("\(thread)-\(round)")
                        $0.attributes[.label] = .string("\(thread)-\(round)")
                    }
                }
            }
        }
        for _ in 0..<60 {
            let item = try #require(try home.client.items().first)
            guard case .string(let label)? = item.attributes[.label] else {
                Issue.record("the label is gone")
                continue
            }
            #expect(item.secret == ItemSecret(TestSecret(label)))
        }
        for writer in writers { try writer.wait() }
    }

    @Test func `eight threads that add to a fresh home make one keychain and keep every item`() throws {
        for _ in 0..<5 {
            let home = try TemporaryHome()
            let threads = (0..<8).map { thread in
                startThread { failure { try home.anotherClient().add("account-\(thread)") } }
            }
            #expect(try threads.allSatisfy { try $0.wait() == nil })
            #expect(try home.client.items().count == 8)
        }
    }

    /// Threads of one client that write at the same time share transactions.
    @Test func `a write that fails among those of other threads takes and leaves nothing`() throws {
        let home = try TemporaryHome()
        try home.client.add("taken", secret: "first")
        for account in ["one", "two"] {
            try home.client.add(account) { $0.attributes[.comment] = .string("pair") }
        }
        let (rounds, adders) = (40, 4)
        let adding = (0..<adders).map { thread in
            startThread {
                (0..<rounds).count { round in failure { try home.client.add("own-\(thread)-\(round)") } == nil }
            }
        }
        let duplicating = (0..<2).map { _ in
            startThread {
                (0..<rounds).count { _ in
                    failure { try home.client.add("taken", secret: "second") } == .duplicateItem
                }
            }
        }
        // Changes the first of the two, then fails at the second.
        let renaming = startThread {
            (0..<rounds).count { _ in
                failure {
                    try home.client.update([.comment: .string("pair")]) { $0.attributes[.account] = .string("same") }
                } == .duplicateItem
            }
        }
        for thread in adding + duplicating + [renaming] { #expect(try thread.wait() == rounds) }
        let accounts = try home.client.items().map { item in item.attributes[.account] }
        let added = (0..<adders).flatMap { thread in (0..<rounds).map { "own-\(thread)-\($0)" } }
        #expect(Set(accounts) == Set((added + ["taken", "one", "two"]).map { .string($0) }))
        #expect(accounts.count == adders * rounds + 3)
        #expect(try home.client.secret(of: "taken") == "first")
    }

    @Test func `another process sees what this one stored and unlocked, and this one what it did`() async throws {
        let home = try TemporaryHome()
        try home.client.create(password: "password")
        try home.client.add("alice")
        await #expect(processExitsWith: .success) { [path = home.path as String] in
            let client = KeychainClient(
                configuration: ClientConfiguration(home: path),
                identity: .caller(Caller(accessGroups: [AccessGroup(rawValue: "TEAM123456.test")])))
            try #require(try client.secret(of: "alice") == "secret")
            try client.add("bob")
            try client.lock()
        }
        #expect(failure { _ = try home.client.secret(of: "bob") } == .interactionNotAllowed)
        try home.client.unlock("password")
        #expect(try home.client.secret(of: "bob") == "secret")
    }

    @Test func `what a forked process stores is there when its parent has closed the file`() async throws {
        await #expect(processExitsWith: .success) {
            let home = try TemporaryHome()
            try home.client.add("parent")
            var (toParent, toChild): ([CInt], [CInt]) = ([0, 0], [0, 0])
            try #require(unsafe pipe(&toParent) == 0 && pipe(&toChild) == 0)
            func signal(_ ends: [CInt]) -> Bool { unsafe write(ends[1], "x", 1) == 1 }
            func wait(_ ends: [CInt]) -> Bool {
                var byte: UInt8 = 0
                return unsafe read(ends[0], &byte, 1) == 1
            }
            let child = forkProcess()
            if child == 0 {
                let isRight =
                    (try? home.client.secret(of: "parent")) == "secret" && signal(toParent) && wait(toChild)
                    && failure { try home.client.add("child") } == nil
                _exit(isRight ? 0 : 1)
            }
            try #require(wait(toParent))
            home.client.close()
            try #require(signal(toChild))
            var status: CInt = 0
            try #require(unsafe waitpid(child, &status, 0) == child)
            try #require(status == 0)
            try #require(try home.client.items().count == 2)
            try #require(try home.client.secret(of: "child") == "secret")
        }
    }

    @Test func `a forked process opens the file for itself`() async throws {
        await #expect(processExitsWith: .success) {
            let home = try TemporaryHome()
            try home.client.add("parent")
            let child = forkProcess()
            if child == 0 {
                let isRight =
                    (try? home.client.secret(of: "parent")) == "secret"
                    && failure { try home.client.add("child") } == nil
                _exit(isRight ? 0 : 1)
            }
            try home.client.add("meanwhile")
            var status: CInt = 0
            try #require(unsafe waitpid(child, &status, 0) == child)
            try #require(status == 0)
            try #require(try home.client.items().count == 3)
            try #require(try home.client.examine().fileProblems.isEmpty)
        }
    }
}
