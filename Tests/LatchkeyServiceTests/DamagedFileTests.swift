// Files that are no keychain any more: the call says so, the bytes are kept, and the next call begins anew.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

/// What happens to the bytes of a keychain.
private struct Ruin: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let change: @Sendable (Data) -> Data

    init(_ name: String, _ change: @escaping @Sendable (Data) -> Data) {
        testDescription = name
        self.change = change
    }

    static let all: [Ruin] = [
        Ruin("text") { _ in Data(String(repeating: "This is no database. ", count: 100).utf8) },
        Ruin("few bytes of text") { _ in Data("no keychain".utf8) },
        Ruin("one byte") { $0.prefix(1) },
        Ruin("cut in its first line") { $0.prefix(20) },
        Ruin("cut in its header") { $0.prefix(80) },
        Ruin("cut in its first page") { $0.prefix(2000) },
        Ruin("cut after its first page") { $0.prefix(4096) },
        Ruin("cut in the middle") { $0.prefix($0.count / 2 / 4096 * 4096) },
        Ruin("zeros") { Data(count: $0.count) },
        Ruin("the first page is gone") { Data(count: 4096) + $0.dropFirst(4096) },
        Ruin("the pages after the first are noise") { $0.prefix(4096) + Data(repeating: 0xa5, count: $0.count - 4096) },
    ]
}

@Suite struct DamagedFileTests {
    let home: TemporaryHome
    let clock = ManualClock()

    init() throws {
        home = try TemporaryHome()
        // 2026-11-21 19:04:00 UTC
        clock.now = 816_980_640.5
    }

    private func client() -> KeychainClient { home.anotherClient(clock: clock.clock) }

    private func contents(_ suffix: String = "") throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: home.keychain + suffix))
    }

    private func write(_ data: Data, _ suffix: String = "") throws {
        try data.write(to: URL(fileURLWithPath: home.keychain + suffix))
    }

    /// The names of kept files, without the name of the keychain and without shared memory.
    private func kept() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: home.path)
            .filter { $0.contains(KeptFile.marker) && !$0.hasSuffix("-shm") }
            .map { String($0.dropFirst("login.keychain-db".count)) }.sorted()
    }

    /// A keychain with one item, closed.
    private func prepare() throws {
        let client = client()
        try client.add("old")
        client.close()
    }

    private static let stamp = ".damaged-20261121T190400Z"

    @Test(arguments: Ruin.all)
    fileprivate func `the call that finds it answers -25291, the bytes are kept, the next call begins anew`(
        ruin: Ruin
    ) throws {
        try prepare()
        let ruined = ruin.change(try contents())
        try write(ruined)
        let client = client()
        #expect(failure { _ = try client.items() } == .notAvailable)
        #expect(try kept() == [Self.stamp])
        #expect(try contents(Self.stamp) == ruined)
        #expect(failure { _ = try client.items() } == .itemNotFound)
        try client.add("new", secret: "after it")
        #expect(try client.secret(of: "new") == "after it")
        #expect(try kept() == [Self.stamp])
        #expect(try contents(Self.stamp) == ruined)
    }

    @Test(arguments: ["add", "update", "delete"])
    func `every call on items finds it`(call: String) throws {
        try prepare()
        try write(Data(count: 5000))
        let client = client()
        let code = failure {
            switch call {
            case "add": try client.add("new")
            case "update": try client.update([.account: .string("old")]) { $0.secret = ItemSecret("x") }
            default: try client.delete([.account: .string("old")])
            }
        }
        #expect(code == .notAvailable)
        #expect(try kept() == [Self.stamp])
    }

    @Test func `a second damage in the same second is kept under another name`() throws {
        for number in 1...3 {
            try prepare()
            try write(Data(repeating: UInt8(number), count: 5000))
            #expect(failure { try client().add("new") } == .notAvailable)
        }
        #expect(try kept() == [Self.stamp, Self.stamp + ".2", Self.stamp + ".3"])
        for (number, name) in try kept().enumerated() {
            #expect(try contents(name) == Data(repeating: UInt8(number + 1), count: 5000))
        }
    }

    @Test func `looking at it, and what is done with a keychain as a whole, moves nothing`() throws {
        try prepare()
        let ruined = Data(repeating: 0x41, count: 5000)
        try write(ruined)
        let client = client()
        #expect(failure { _ = try client.status() } == .invalidKeychain)
        #expect(failure { _ = try client.examine() } == .invalidKeychain)
        #expect(failure { try client.unlock("any") } == .invalidKeychain)
        #expect(failure { try client.lock() } == .invalidKeychain)
        #expect(failure { try client.create() } == .invalidKeychain)
        #expect(try kept().isEmpty)
        #expect(try contents() == ruined)
    }

    @Test func `the log is kept with its file, to the byte`() throws {
        let open = client()
        try open.add("old")
        let (file, log) = (try contents(), try contents("-wal"))
        let other = try TemporaryHome()
        try FileManager.default.copyItem(atPath: home.path + "/device.key", toPath: other.path + "/device.key")
        // The first page of the log is that of another file, so that SQLite finds no help in it.
        let ruined = Data(repeating: 0x42, count: file.count + 4096)
        try ruined.write(to: URL(fileURLWithPath: other.keychain))
        let noise = Data(log.prefix(32)) + Data(repeating: 7, count: 4096)
        try noise.write(to: URL(fileURLWithPath: other.keychain + "-wal"))
        #expect(failure { _ = try other.anotherClient(clock: clock.clock).items() } == .notAvailable)
        let name = other.keychain + Self.stamp
        #expect(try Data(contentsOf: URL(fileURLWithPath: name)) == ruined)
        #expect(try Data(contentsOf: URL(fileURLWithPath: name + "-wal")) == noise)
        #expect(!FileManager.default.fileExists(atPath: other.keychain + "-wal"))
    }

    @Test func `an emptied file with a log is kept with it, one without was never finished`() throws {
        let open = client()
        try open.add("old")
        let log = try contents("-wal")
        let other = try TemporaryHome()
        try Data().write(to: URL(fileURLWithPath: other.keychain))
        try log.write(to: URL(fileURLWithPath: other.keychain + "-wal"))
        let client = other.anotherClient(clock: clock.clock)
        #expect(failure { try client.create() } == .notAvailable)
        #expect(failure { try client.add("new") } == .notAvailable)
        #expect(try Data(contentsOf: URL(fileURLWithPath: other.keychain + Self.stamp + "-wal")) == log)
        try client.add("new")

        open.close()
        try write(Data())
        try self.client().add("new")
        #expect(try kept().isEmpty)
    }

    /// What a process leaves that is killed after it has renamed the file, and before its log.
    @Test func `a log without its file is kept before a new file is made`() throws {
        let open = client()
        try open.add("old")
        let log = try contents("-wal")
        let other = try TemporaryHome()
        try log.write(to: URL(fileURLWithPath: other.keychain + "-wal"))
        try other.anotherClient(clock: clock.clock).add("new", secret: "after it")
        #expect(try Data(contentsOf: URL(fileURLWithPath: other.keychain + Self.stamp + "-wal")) == log)
        #expect(try other.anotherClient().secret(of: "new") == "after it")
    }

    @Test func `a file without its log is the state of the last time the log was folded in`() throws {
        try prepare()
        let folded = try contents()
        let open = client()
        try open.add("only in the log")
        let other = try TemporaryHome()
        try FileManager.default.copyItem(atPath: home.path + "/device.key", toPath: other.path + "/device.key")
        try folded.write(to: URL(fileURLWithPath: other.keychain))
        let client = other.anotherClient()
        #expect(try client.items().count == 1)
        try client.add("new")
        #expect(try client.items().count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: other.path).allSatisfy { !$0.contains("damaged") })
    }

    /// What can still be read of a damaged file can be read under its new name.
    @Test func `a kept file is examined and read by its path, and stays where it is`() throws {
        try prepare()
        let connection = try Connection(path: home.keychain, readOnly: true)
        let root = try connection.rows("SELECT rootpage FROM sqlite_schema WHERE name = 'genp_svce'")
        guard case .integer(let page)? = root.first?.first else {
            throw KeychainError(.internalError, during: "looking for an index in a test")
        }
        var data = try contents()
        let start = (Int(page) - 1) * 4096
        data.replaceSubrange(start..<start + 4096, with: Data(repeating: 0xff, count: 4096))
        try write(data)
        #expect(failure { try client().add("new") } == .notAvailable)
        let path = home.keychain + Self.stamp
        var query = ItemQuery(itemClass: .genericPassword)
        query.returning = [.data, .attributes]
        guard case .items(let items) = try client().perform(.copy(query), in: .file(path)) else { return }
        #expect(items.first?.attributes[.account] == .string("old"))
        #expect(items.first?.secret == ItemSecret("secret"))
        _ = failure { _ = try client().perform(.examine, in: .file(path)) }
        #expect(try kept().contains(Self.stamp))
        #expect(try contents(Self.stamp).count == data.count)
    }

    @Test func `a file that is found by eight at once is kept once, and nothing of what follows is lost`() throws {
        for round in 1...4 {
            try prepare()
            let ruined = Data(repeating: UInt8(round), count: 9000)
            try write(ruined)
            let before = try kept().count
            let threads = (0..<8).map { number in
                let client = client()
                return startThread {
                    var codes: [KeychainError.Code] = []
                    while let code = failure({ try client.add("of \(number)") }), codes.count < 20 {
                        codes.append(code)
                    }
                    return codes
                }
            }
            let codes = try threads.flatMap { try $0.wait() }
            #expect(Set(codes.map(\.rawValue)) == [KeychainError.Code.notAvailable.rawValue])
            #expect(try client().items().count == 8)
            #expect(try kept().count == before + 1)
            try client().delete([:])
        }
    }
}
