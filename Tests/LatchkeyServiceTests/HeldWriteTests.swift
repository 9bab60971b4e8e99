// Searches while another connection has a write transaction open, and keeps it.
// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

/// The writer ends its transaction when the reader is done, and not before: a reader that waits for it fails the test.
@Suite struct HeldWriteTests {
    private static let count = 20
    private let home: TemporaryHome

    init() throws {
        home = try TemporaryHome()
        for number in 0..<Self.count { try home.client.add("account-\(number)", secret: "secret of \(number)") }
    }

    /// The reader was still waiting after this time.
    private struct ReaderWaited: Error {}

    /// Runs `reading` on a thread of its own, beside a transaction that has deleted every item and is not committed.
    private func besideWriter<R: Sendable>(_ reading: @escaping @Sendable () throws -> R) throws -> R {
        let writer = try HeldWrite(in: home)
        let isDone = DispatchSemaphore(value: 0)
        let reader = startThread {
            defer { isDone.signal() }
            return try reading()
        }
        let outcome = isDone.wait(timeout: .now() + 30)
        try writer.release()
        let answer = Result { try reader.wait() }
        guard outcome == .success else { throw ReaderWaited() }
        return try answer.get()
    }

    /// Lists with and without secrets, a lookup of each item, and a search for what is not there.
    /// - Returns: how many items were as they should be, of each kind of search.
    private static func search(_ client: KeychainClient) throws -> [Int] {
        let listed = try client.items().count { item in
            guard case .string(let account)? = item.attributes[.account], let secret = item.secret else { return false }
            return TestSecret(found: secret.bytes) == TestSecret("secret of \(account.dropFirst("account-".count))")
        }
        let attributes = try client.items(returning: [.attributes]).count
        let looked = try (0..<count).count { number in
            try client.secret(of: "account-\(number)") == TestSecret("secret of \(number)")
        }
        let isMissing = failure { _ = try client.items([.account: .string("nobody")]) } == .itemNotFound
        return [listed, attributes, looked, isMissing ? 1 : 0]
    }

    @Test func `a client that has the file open searches while another connection writes`() throws {
        let answers = try besideWriter { [client = home.client] in try Self.search(client) }
        #expect(answers == [Self.count, Self.count, Self.count, 1])
    }

    @Test func `a client opens the file and searches while another connection writes`() throws {
        let answers = try besideWriter { [home] in try Self.search(home.anotherClient()) }
        #expect(answers == [Self.count, Self.count, Self.count, 1])
    }

    @Test func `eight clients search at the same time while another connection writes`() throws {
        let answers = try besideWriter { [home] in
            let readers = (0..<8).map { _ in startThread { try Self.search(home.anotherClient()) } }
            return try readers.map { try $0.wait() }
        }
        #expect(answers == Array(repeating: [Self.count, Self.count, Self.count, 1], count: 8))
    }

    @Test func `a damaged row is skipped while another connection writes, and moved afterwards`() throws {
        let connection = try Connection(path: home.keychain, readOnly: false)
        try connection.run("UPDATE genp SET data = meta WHERE rowid = (SELECT min(rowid) FROM genp)")
        let quarantined = "SELECT count(*) FROM quarantine"
        let found = try besideWriter { [home] in try home.anotherClient().items().count }
        #expect(found == Self.count - 1)
        #expect(try connection.rows(quarantined) == [[.integer(0)]])
        #expect(try home.anotherClient().items().count == Self.count - 1)
        #expect(try connection.rows(quarantined) == [[.integer(1)]])
    }
}
