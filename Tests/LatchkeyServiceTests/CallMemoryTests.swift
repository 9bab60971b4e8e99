// Calls that touch more than they may hold at once.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTestSupport
import Synchronization
import Testing

@Suite struct CallMemoryTests {
    private final class Ledger: CallMemory.Source {
        private let limit: Int
        private let counted = Mutex((now: 0, most: 0))
        var now: Int { counted.withLock { $0.now } }
        var most: Int { counted.withLock { $0.most } }

        init(limit: Int) { self.limit = limit }

        func take(_ count: Int) -> Bool {
            counted.withLock { counted in
                guard counted.now + count <= limit else { return false }
                counted.now += count
                counted.most = max(counted.most, counted.now)
                return true
            }
        }

        func giveBack(_ count: Int) { counted.withLock { $0.now -= count } }
    }

    /// More than what is read along with a row.
    private static let size = 320 << 10
    private static let count = 12
    private let home: TemporaryHome
    private let service: KeychainService
    private let owner = Caller(accessGroups: [AccessGroup(rawValue: "TEAM123456.owner")], applicationIdentifier: nil)

    init() throws {
        home = try TemporaryHome()
        service = KeychainService(home: home.path, unlockPlace: .service)
    }

    private func perform(_ request: Request, _ ledger: Ledger) throws(KeychainError) -> Reply {
        let outcome = try service.run(
            request, inKeychainAt: home.keychain, from: owner, charging: CallMemory(from: ledger))
        guard case .done(let reply) = outcome else {
            throw KeychainError(.internalError, during: "calling in a test")
        }
        return reply
    }

    private static func query(_ returning: ReturnOptions = []) -> ItemQuery {
        var query = ItemQuery(itemClass: .genericPassword)
        query.matching = [.service: .string("long")]
        query.limit = .all
        query.returning = returning
        return query
    }

    private func addLongItems() throws {
        for number in 0..<Self.count {
            var addition = ItemAddition(itemClass: .genericPassword)
            addition.attributes = [.account: .string("\(number)"), .service: .string("long")]
            addition.secret = ItemSecret(
                SecretBytes(unrecorded: Array(repeating: UInt8(number), count: Self.size)))
            _ = try perform(.add(addition), Ledger(limit: 0))
        }
    }

    private func items(_ query: ItemQuery, _ ledger: Ledger) throws(KeychainError) -> [ReturnedItem] {
        guard case .items(let items) = try perform(.copy(query), ledger) else { return [] }
        return items
    }

    @Test func `a change of many long items holds one of them, and all are changed`() throws {
        try addLongItems()
        // One of them, opened and sealed again.
        let ledger = Ledger(limit: 9 * Self.size)
        var change = ItemChange()
        change.attributes[.label] = .string("changed")
        _ = try perform(.update(Self.query(), change), ledger)
        #expect(ledger.now == 0)
        #expect(ledger.most > 4 * Self.size)
        let found = try items(Self.query(.attributes), ledger)
        #expect(found.count == Self.count)
        #expect(found.allSatisfy { $0.attributes[.label] == .string("changed") })
        var one = Self.query(.data)
        one.matching[.account] = .string("7")
        #expect(
            try items(one, ledger).first?.secret
                == ItemSecret(SecretBytes(unrecorded: Array(repeating: 7, count: Self.size))))
        guard case .items = try perform(.delete(Self.query()), ledger) else { return }
        #expect(failure { _ = try items(Self.query(.attributes), ledger) } == .itemNotFound)
    }

    @Test func `a search that would hold too much is refused, and counts nothing afterwards`() throws {
        try addLongItems()
        let ledger = Ledger(limit: 9 * Self.size)
        #expect(failure { _ = try items(Self.query(.data), ledger) } == .allocate)
        #expect(ledger.now == 0)
        var few = Self.query(.data)
        few.limit = .atMost(1)
        #expect(try items(few, ledger).count == 1)
    }

    @Test func `a change that would hold too much changes nothing`() throws {
        try addLongItems()
        var change = ItemChange()
        change.attributes[.label] = .string("changed")
        let ledger = Ledger(limit: 4 * Self.size)
        #expect(failure { _ = try perform(.update(Self.query(), change), ledger) } == .allocate)
        #expect(ledger.now == 0)
        let found = try items(Self.query(.attributes), Ledger(limit: .max))
        #expect(found.allSatisfy { $0.attributes[.label] == nil })
    }

    @Test func `a long item of a backup is counted while it has come in part, and until the restore ends`() throws {
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.secret = ItemSecret(SecretBytes(unrecorded: Array(repeating: 1, count: 6 << 20)))
        let ledger = Ledger(limit: .max)
        _ = try perform(.add(addition), ledger)
        func step(_ request: Request, _ ledger: Ledger) throws(KeychainError) -> TransferState {
            guard case .transfer(let state) = try perform(request, ledger) else {
                throw KeychainError(.internalError, during: "calling in a test")
            }
            return state
        }
        let word = ItemSecret(TestSecret("backup"))
        var (number, bytes) = (try step(.beginBackup(password: word, proof: nil), ledger).number, [UInt8]())
        var most = 0
        while true {
            let state = try step(.transfer(number, .next), ledger)
            bytes += state.bytes
            if state.summary != nil { break }
            most = max(most, ledger.now)
        }
        #expect(ledger.now == 0 && most > 4 << 20)
        let restore = Request.beginRestore(beginning: bytes, password: word, proof: nil)
        func send(_ ledger: Ledger) throws(KeychainError) -> Bool {
            let begun = try step(restore, ledger)
            number = begun.number
            for start in stride(from: Int(begun.position), to: bytes.count, by: TransferStep.pieceSize) {
                let piece = Array(bytes[start...].prefix(TransferStep.pieceSize))
                _ = try step(.transfer(number, .piece(piece)), ledger)
                if ledger.now > 4 << 20 { return true }
            }
            return false
        }
        #expect(try send(ledger))
        _ = try step(.transfer(number, .cancel), ledger)
        #expect(ledger.now == 0)
        let small = Ledger(limit: 2 << 20)
        #expect(failure { _ = try send(small) } == .allocate)
        #expect(small.now == 0)
    }

    @Test func `changes of many items that come together are each done whole`() throws {
        for number in 0..<100 {
            var addition = ItemAddition(itemClass: .genericPassword)
            addition.attributes = [.account: .string("\(number)"), .service: .string("long")]
            addition.secret = ItemSecret(SecretBytes(unrecorded: [1]))
            _ = try perform(.add(addition), Ledger(limit: .max))
        }
        let writers = (0..<6).map { writer in
            startThread {
                for round in 0..<5 {
                    var change = ItemChange()
                    change.attributes[.label] = .string("\(writer) \(round)")
                    _ = try perform(.update(Self.query(), change), Ledger(limit: .max))
                    let labels = Set(
                        try items(Self.query(.attributes), Ledger(limit: .max)).map { $0.attributes[.label] })
                    #expect(labels.count == 1)
                }
            }
        }
        for writer in writers { try writer.wait() }
    }
}
