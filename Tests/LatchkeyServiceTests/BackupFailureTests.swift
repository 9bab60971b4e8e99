// What goes wrong with backups changes nothing.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct BackupFailureTests {
    private let home: TemporaryHome
    private let client: KeychainClient
    private let time = ManualClock()

    init() throws {
        home = try TemporaryHome()
        client = home.anotherClient(clock: time.clock)
    }

    private static let longer = TestSecret(String(repeating: "x", count: 2000))
    private static let interrupted = KeychainError(.inputOutput, during: "ending a restore in a test")

    @Test func `wrong passwords of a backup hold up that backup, and no keychain of that name`() throws {
        try client.create(password: "right")
        try client.add("alice")
        var backup = try client.backUpBytes(provenBy: "right").bytes
        // A header says itself what its backup is called: here as the keychain is.
        backup.replaceSubrange(12..<28, with: Array(backup[28..<44]))
        for _ in 0..<6 {
            #expect(failure { try client.restoreBytes(backup, provenBy: "right") } == .authFailed)
            time.now += 100
        }
        #expect(failure { try client.restoreBytes(backup, provenBy: "right") } == .authFailed)
        try client.lock()
        try client.unlock("right")
    }

    @Test func `a locked keychain is not backed up, and nothing smaller is made of it`() throws {
        try client.create(password: "right")
        try client.add("alice")
        try client.lock()
        #expect(failure { _ = try client.backUpBytes() } == .interactionNotAllowed)
        #expect(failure { _ = try client.backUpBytes(provenBy: "wrong") } == .authFailed)
        time.now += 60
        #expect(try client.backUpBytes(provenBy: "right").summary.counts.items == 1)
    }

    @Test func `a backup needs the password of the keychain, also while that is unlocked`() throws {
        try client.create(password: "right")
        try client.add("alice")
        #expect(failure { _ = try client.backUpBytes() } == .interactionNotAllowed)
        #expect(failure { _ = try client.backUpBytes(provenBy: "wrong") } == .authFailed)
    }

    @Test func `a backup has a password`() throws {
        try client.add("alice")
        #expect(failure { _ = try client.backUpBytes(under: "") } == .parameter)
    }

    @Test func `a keychain that is locked meanwhile is backed up no further`() throws {
        try client.create(password: "right")
        for number in 0..<400 { try client.add("\(number)", secret: Self.longer) }
        var count = 0
        let code = failure {
            _ = try client.backUpBytes(provenBy: "right") { () throws(KeychainError) in
                count += 1
                if count == 1 { try client.lock() }
            }
        }
        #expect(code == .interactionNotAllowed && count == 1)
    }

    @Test func `a lock ends a restore at once, and the next step says so`() throws {
        let keychain = try ServiceKeychain()
        _ = try keychain.perform(.create(password: ItemSecret(TestSecret("right"))))
        try keychain.add(.none)
        let word = ItemSecret(TestSecret("backup"))
        let proof = ItemSecret(TestSecret("right"))
        func step(_ request: Request) throws -> TransferState {
            guard case .transfer(let state) = try keychain.perform(request) else { throw Self.interrupted }
            return state
        }
        func begin() throws -> UInt64 {
            let begun = try step(.beginRestore(beginning: bytes, password: word, proof: proof))
            _ = try step(.transfer(begun.number, .piece(Array(bytes[Int(begun.position)...]))))
            _ = try step(.transfer(begun.number, .endOfFile))
            _ = try step(.transfer(begun.number, .replace))
            return begun.number
        }
        let bytes = try step(.transfer(step(.beginBackup(password: word, proof: proof)).number, .next)).bytes
        let other = try Connection(path: keychain.path, readOnly: false)
        let locks: [() throws -> Void] = [
            { _ = try keychain.perform(.lock) }, { keychain.service.lock(after: .screenLock) },
        ]
        for lock in locks {
            let number = try begin()
            #expect(try other.writeAtOnce { _ in true } == nil)
            try lock()
            #expect(try other.writeAtOnce { _ in true } == true)
            #expect(failure { _ = try step(.transfer(number, .endOfFile)) } == .interactionNotAllowed)
            #expect(failure { _ = try step(.transfer(number, .endOfFile)) } == .itemNotFound)
        }
    }

    @Test func `a backup is one state of the file, and others write meanwhile`() throws {
        for number in 0..<400 { try client.add("\(number)", secret: Self.longer) }
        let other = home.anotherClient()
        var count = 0
        let backup = try client.backUpBytes { () throws(KeychainError) in
            count += 1
            try other.add("during \(count)")
            try other.delete([.account: .string("399")])
            try other.add("399", secret: "later")
        }
        #expect(count > 2)
        let restored = try TemporaryHome()
        try restored.client.create()
        try restored.client.restoreBytes(backup.bytes)
        let found = try restored.client.everything()
        #expect(found.count == 400 && found["399"] != "later")
    }

    @Test func `a wrong password of a backup makes the next one wait`() throws {
        try client.add("alice")
        let bytes = try client.backUpBytes().bytes
        func tried(_ password: TestSecret) -> KeychainError? {
            do {
                try client.restoreBytes(bytes, under: password, dryRun: true)
                return nil
            } catch {
                return error
            }
        }
        #expect(tried("wrong")?.cause == .wrongPasswords(inARow: 1, wait: 1))
        #expect(tried("backup")?.isOfUntriedPassword == true)
        time.now += 1
        #expect(tried("wrong")?.cause == .wrongPasswords(inARow: 2, wait: 2))
        time.now += 2
        #expect(tried("backup") == nil)
        #expect(tried("wrong")?.cause == .wrongPasswords(inARow: 1, wait: 1))
    }

    @Test(arguments: ["first", "middle", "last", "short", "long", "empty"])
    func `a damaged backup is refused before anything changes`(damage: String) throws {
        for number in 0..<100 { try client.add("\(number)", secret: Self.longer) }
        var bytes = try client.backUpBytes().bytes
        switch damage {
        case "first": bytes[200] ^= 1
        case "middle": bytes[bytes.count / 2] ^= 1
        case "last": bytes[bytes.count - 1] ^= 1
        case "short": bytes.removeLast(65_578)
        case "long": bytes.append(0)
        default: bytes.removeAll()
        }
        try client.add("later")
        let before = try client.everything()
        var asked = false
        let code = failure {
            _ = try client.restore(
                under: ItemSecret(TestSecret("backup")), provenBy: nil,
                reading: { offset, count throws(KeychainError) in
                    Array(bytes.dropFirst(Int(offset)).prefix(count))
                },
                if: { _ in
                    asked = true
                    return true
                })
        }
        #expect(code == .decode && !asked)
        #expect(try client.everything() == before)
    }

    @Test func `a restore that ends before its end has changed nothing`() throws {
        for number in 0..<300 { try client.add("\(number)", secret: Self.longer) }
        let bytes = try client.backUpBytes().bytes
        try client.delete([:])
        try client.add("later")
        var reads = 0
        let pieces = (bytes.count + TransferStep.pieceSize - 1) / TransferStep.pieceSize + 1
        // Each place of the second time.
        for last in pieces + 2..<2 * pieces + 1 {
            reads = 0
            let code = failure {
                try client.restoreBytes(bytes) { () throws(KeychainError) in
                    reads += 1
                    if reads == last { throw Self.interrupted }
                }
            }
            #expect(code == .inputOutput)
            #expect(try client.everything() == ["later": "secret"])
            try home.anotherClient().add("\(last) after")
            try client.delete([.account: .string("\(last) after")])
        }
        #expect(try client.restoreBytes(bytes).restored == 300)
    }

    @Test func `others read the old state during a restore, and do not write`() throws {
        for number in 0..<300 { try client.add("\(number)", secret: Self.longer) }
        let bytes = try client.backUpBytes().bytes
        try client.delete([:])
        try client.add("later")
        let other = home.anotherClient()
        var reads = 0
        try client.restoreBytes(bytes) { () throws(KeychainError) in
            reads += 1
            guard reads > bytes.count / TransferStep.pieceSize + 4 else { return }
            let seen = try other.everything()
            #expect(seen == ["later": "secret"])
            let hasWritten = try Connection(path: home.keychain, readOnly: false).writeAtOnce { _ in true }
            #expect(hasWritten == nil)
        }
        #expect(try other.everything().count == 300)
    }

    @Test func `a restore of which nothing is heard ends, and others write again`() throws {
        let service = try ServiceKeychain()
        try service.home.client.create()
        try service.home.client.add("alice")
        let bytes = try service.home.client.backUpBytes().bytes
        func step(_ request: Request) throws -> TransferState {
            guard case .transfer(let state) = try service.perform(request) else { throw Self.interrupted }
            return state
        }
        let word = ItemSecret(TestSecret("backup"))
        let begun = try step(.beginRestore(beginning: bytes, password: word, proof: nil))
        _ = try step(.transfer(begun.number, .piece(Array(bytes[Int(begun.position)...]))))
        #expect(try step(.transfer(begun.number, .endOfFile)).report?.restored == 1)
        _ = try step(.transfer(begun.number, .replace))
        let other = try Connection(path: service.path, readOnly: false)
        #expect(try other.writeAtOnce { _ in true } == nil)
        #expect(service.service.lockIdle())
        service.clock.now += 31
        _ = service.service.lockIdle()
        #expect(try other.writeAtOnce { _ in true } == true)
        #expect(failure { _ = try step(.transfer(begun.number, .endOfFile)) } == .itemNotFound)
        #expect(try service.home.client.everything() == ["alice": "secret"])
    }

    @Test func `a step is taken over the connection that has begun, and is over with it`() throws {
        let keychain = try ServiceKeychain()
        try keychain.home.client.create()
        try keychain.home.client.add("alice")
        func step(_ request: Request, over connection: UInt64) throws -> TransferState {
            let bearer = ProofBearer(process: 7, connection: connection)
            let outcome = try keychain.service.run(
                request, inKeychainAt: keychain.path, from: keychain.program("TEAM123456.a"), by: bearer)
            guard case .done(.transfer(let state)) = outcome else { throw Self.interrupted }
            return state
        }
        let begin = Request.beginBackup(password: ItemSecret(TestSecret("backup")), proof: nil)
        let number = try step(begin, over: 1).number
        #expect(failure { _ = try step(.transfer(number, .next), over: 2) } == .itemNotFound)
        #expect(failure { _ = try step(.transfer(number &+ 1, .next), over: 1) } == .itemNotFound)
        keychain.service.endTransfers(of: 2)
        #expect(try step(.transfer(number, .next), over: 1).summary?.counts.items == 1)
        #expect(failure { _ = try step(.transfer(number, .next), over: 1) } == .itemNotFound)
        let second = try step(begin, over: 1).number
        keychain.service.endTransfers(of: 1)
        #expect(failure { _ = try step(.transfer(second, .next), over: 1) } == .itemNotFound)
        // And no more than a few at once.
        for _ in 0..<4 { _ = try step(begin, over: 3) }
        #expect(failure { _ = try step(begin, over: 3) } == .notAvailable)
        keychain.clock.now += 601
        #expect(failure { _ = try step(begin, over: 3) } == nil)
    }

    @Test func `steps that do not fit end a restore, and nothing has changed`() throws {
        let keychain = try ServiceKeychain()
        try keychain.home.client.create()
        try keychain.home.client.add("alice")
        let bytes = try keychain.home.client.backUpBytes().bytes
        func step(_ request: Request) throws -> TransferState {
            guard case .transfer(let state) = try keychain.perform(request) else { throw Self.interrupted }
            return state
        }
        for steps: [TransferStep] in [
            [.next], [.replace], [.endOfFile], [.piece([1]), .endOfFile], [.piece(Array(bytes[202...])), .replace],
            [.piece(Array(bytes[202...])), .endOfFile, .endOfFile],
            [.piece(Array(bytes[202...])), .endOfFile, .piece([])],
            [.piece(Array(bytes[202...])), .endOfFile, .replace, .endOfFile],
            [.piece(Array(bytes[202...])), .endOfFile, .replace, .replace],
            [
                .piece(Array(bytes[202...])), .endOfFile, .replace, .piece(Array(bytes[202...])), .piece([0]),
                .endOfFile,
            ],
        ] {
            let word = ItemSecret(TestSecret("backup"))
            let begun = try step(.beginRestore(beginning: bytes, password: word, proof: nil))
            #expect(begun.position == 202)
            for next in steps.dropLast() { _ = try step(.transfer(begun.number, next)) }
            #expect(failure { _ = try step(.transfer(begun.number, steps[steps.count - 1])) } != nil)
            #expect(failure { _ = try step(.transfer(begun.number, .cancel)) } == .itemNotFound)
            #expect(try keychain.home.client.everything() == ["alice": "secret"])
            try keychain.home.client.add("bob")
            try keychain.home.client.delete([.account: .string("bob")])
        }
    }
}
