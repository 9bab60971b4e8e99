// The items of a keychain are given out page by page, and its file gets another name.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct MovingTests {
    private let keychains: TwoKeychains
    private let files = FileManager.default

    init() throws { keychains = try TwoKeychains() }

    private func keep(_ state: MoveState?) throws -> String? {
        try keychains.old.keepAsMoved(keychains.oldPath, ifStill: #require(state))
    }

    @Test func `every item is on one page, and no page is large`() throws {
        for number in 0..<300 { try keychains.add("\(number)") }
        var place: MovePlace? = .start
        var accounts: [String] = []
        while let next = place {
            let page = try keychains.old.movedItems(after: next, ofKeychainAt: keychains.oldPath)
            #expect(page.items.count <= 128)
            accounts += page.items.map { ReturnedItem(Item($0)).account }
            place = page.place
        }
        #expect(accounts == (0..<300).map(String.init))
    }

    @Test func `a page of long secrets ends early`() throws {
        for number in 0..<5 {
            try keychains.add("\(number)", secret: TestSecret(String(repeating: "x", count: 600 << 10)))
        }
        let page = try keychains.old.movedItems(after: .start, ofKeychainAt: keychains.oldPath)
        #expect(page.items.count == 2 && page.place != nil)
        #expect(try keychains.everything().items.count == 5)
    }

    @Test func `what cannot move is counted, by its reason`() throws {
        try keychains.add("sealed") {
            $0.accessControl = AccessControl(protection: .ak, flags: 1 << 31)
            $0.authentication.applicationPassword = ItemSecret("of the program")
        }
        try keychains.add("sound")
        try keychains.add("damaged")
        try keychains.add("gone") { $0.attributes[.synchronizable] = .number(1) }
        var query = ItemQuery(itemClass: .genericPassword)
        query.synchronizable = .synchronizableOnly
        query.leavesTombstones = true
        _ = try keychains.old.perform(.delete(query), inKeychainAt: keychains.oldPath, from: keychains.anybody)
        let connection = try Connection(path: keychains.oldPath, readOnly: false)
        let blob = "01" + String(repeating: "00", count: 88)
        try connection.execute(
            "UPDATE genp SET data = x'\(blob)' WHERE rowid = (SELECT rowid FROM genp ORDER BY rowid LIMIT 1 OFFSET 2)")
        let (items, staying, _) = try keychains.everything()
        #expect(items.count == 1)
        #expect(staying == [.underPassword: 1, .damaged: 1, .deleted: 1])
        // A search takes what does not open out of its way.
        var every = ItemQuery(itemClass: .genericPassword)
        every.matching[.account] = .string("damaged")
        every.returning = .data
        let search = Request.copy(every)
        #expect(
            failure { _ = try keychains.old.perform(search, inKeychainAt: keychains.oldPath, from: keychains.anybody) }
                == .itemNotFound)
        #expect(try keychains.everything().staying == [.underPassword: 1, .quarantined: 1, .deleted: 1])
    }

    @Test func `a locked keychain gives out nothing`() throws {
        let password = ItemSecret("password")
        _ = try keychains.old.perform(
            .create(password: password), inKeychainAt: keychains.oldPath, from: keychains.anybody)
        try keychains.add("item")
        _ = try keychains.old.perform(.lock, inKeychainAt: keychains.oldPath, from: keychains.anybody)
        #expect(failure { _ = try keychains.everything() } == .interactionNotAllowed)
    }

    @Test func `the file is kept under a dated name, opens there, and comes back`() throws {
        try keychains.add("item")
        let (_, _, state) = try keychains.everything()
        let kept = try #require(try keep(state))
        #expect(kept == keychains.oldPath + ".adopted-20260509T061321Z")
        #expect(KeptFile.time(of: String(kept.suffix(16))) == keychains.clock.now)
        let folder = URL(filePath: kept).deletingLastPathComponent().path
        let names = try files.contentsOfDirectory(atPath: folder)
        #expect(
            names.filter { $0.contains("keychain-db") } == [URL(filePath: kept).lastPathComponent], "with no log left")
        #expect(failure { _ = try keychains.everything() } == .noSuchKeychain)
        try keychains.add("of a program that does not know the daemon")
        let (_, _, second) = try keychains.everything()
        keychains.clock.now -= 1
        #expect(try keep(second) == kept + ".2", "of the same second")
        #expect(try keychains.old.bringBack(keychains.oldPath, from: kept) == nil)
        #expect(try keychains.everything().items.map { ReturnedItem(Item($0)).account } == ["item"])
    }

    @Test func `a keychain that was made since stands aside under a dated name when the old one comes back`() throws {
        try keychains.add("item")
        let (_, _, state) = try keychains.everything()
        let kept = try #require(try keep(state))
        try keychains.add("of a program that does not know the daemon")
        let replaced = try #require(try keychains.old.bringBack(keychains.oldPath, from: kept))
        #expect(replaced.hasPrefix(keychains.oldPath + ".replaced-"))
        #expect(try keychains.everything().items.map { ReturnedItem(Item($0)).account } == ["item"])
        let page = try keychains.old.movedItems(after: .start, ofKeychainAt: replaced)
        #expect(
            page.items.map { ReturnedItem(Item($0)).account } == ["of a program that does not know the daemon"])
        #expect(KeptFile.adopted(URL(filePath: replaced).lastPathComponent) == nil, "it was not moved to a daemon")
    }

    @Test func `nothing stands aside for a file that is not kept`() throws {
        try keychains.add("item")
        let nowhere = keychains.oldPath + ".adopted-20260509T061321Z"
        #expect(failure { _ = try keychains.old.bringBack(keychains.oldPath, from: nowhere) } == .noSuchKeychain)
        #expect(try keychains.everything().items.count == 1)
    }

    @Test func `a file that was written to since keeps its name`() throws {
        try keychains.add("item")
        let (_, _, state) = try keychains.everything()
        let another = KeychainService(
            home: URL(filePath: keychains.oldPath).deletingLastPathComponent().path, clock: keychains.clock.clock)
        var addition = ItemAddition(itemClass: .genericPassword)
        addition.attributes = [.account: .string("later")]
        _ = try another.perform(.add(addition), inKeychainAt: keychains.oldPath, from: keychains.anybody)
        #expect(try keep(state) == nil)
        #expect(try keychains.everything().items.count == 2)
        let (_, _, again) = try keychains.everything()
        let kept = try #require(try keep(again))
        #expect(files.fileExists(atPath: kept))
        #expect(
            failure { _ = try another.perform(.status, inKeychainAt: keychains.oldPath, from: keychains.anybody) }
                == .noSuchKeychain, "a process that has it open sees that it has gone")
    }

    @Test func `a link in the place of the file is left alone`() throws {
        try keychains.add("item")
        keychains.old.close()
        let elsewhere = keychains.oldPath + ".elsewhere"
        try files.moveItem(atPath: keychains.oldPath, toPath: elsewhere)
        try files.createSymbolicLink(atPath: keychains.oldPath, withDestinationPath: elsewhere)
        let (_, _, state) = try keychains.everything()
        #expect(failure { _ = try keep(state) } == .notAvailable)
        #expect(try files.destinationOfSymbolicLink(atPath: keychains.oldPath) == elsewhere)
    }

    @Test(arguments: [false, true])
    func `a return and a renaming that were interrupted are finished by the next`(isReturn: Bool) throws {
        try keychains.add("item")
        let (_, _, state) = try keychains.everything()
        let kept = try #require(try keep(state))
        // The companions are renamed behind the file when it goes, and before it when it comes back: empty ones stand
        // under its own name.
        for suffix in ["-wal", "-shm"] {
            _ = files.createFile(atPath: keychains.oldPath + suffix, contents: Data())
        }
        if isReturn {
            #expect(try keychains.old.bringBack(keychains.oldPath, from: kept) == nil)
            #expect(try keychains.everything().items.map { ReturnedItem(Item($0)).account } == ["item"])
        } else {
            try keychains.add("later")
            #expect(try keychains.everything().items.map { ReturnedItem(Item($0)).account } == ["later"])
            #expect(files.fileExists(atPath: kept))
        }
    }

    @Test func `a log that a program has written behind a renaming comes back with the file`() throws {
        try keychains.add("item")
        let (_, _, state) = try keychains.everything()
        let kept = try #require(try keep(state))
        let writer = try Connection(path: kept, readOnly: false)
        let reader = try Connection(path: kept, readOnly: false)
        try writer.execute("UPDATE genp SET alis = x'01'")
        // A connection that has read nothing keeps no log from being folded in.
        #expect(try reader.rows("SELECT count(*) FROM genp").count == 1)
        try withExtendedLifetime((writer, reader)) {
            let log = try Data(contentsOf: URL(filePath: kept + "-wal"))
            #expect(!log.isEmpty)
            #expect(try keychains.old.bringBack(keychains.oldPath, from: kept) == nil)
            #expect(try Data(contentsOf: URL(filePath: keychains.oldPath + "-wal")) == log)
        }
        #expect(try keychains.everything().items.count == 1)
    }

    @Test(arguments: ["", "20261121", "20261121T190400", "2026112xT190400Z", "20261321T190400Z", "20261121 190400Z"])
    func `other text is no time`(stamp: String) { #expect(KeptFile.time(of: stamp) == nil) }

    @Test func `names of kept files are told from others`() {
        #expect(KeptFile.adopted("login.keychain-db.adopted-20261121T190400Z")?.keychain == "login.keychain-db")
        for name in ["login.keychain-db", "login.keychain-db.adopted-x-wal", ".adopted-x", "a.adopted-b.adopted-c"] {
            #expect(KeptFile.adopted(name) == nil)
        }
        #expect(KeptFile.time(of: "20010101T000000Z") == 0)
        #expect(KeptFile.time(of: "20240229T120000Z.2") == 730_900_800)
    }
}

extension Item {
    fileprivate init(_ moved: MovedItem) {
        self.init(reference: moved.reference, attributes: moved.attributes, accessControl: moved.accessControl)
    }
}
