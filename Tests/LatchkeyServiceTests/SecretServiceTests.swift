// Items of the Secret Service: stored, found, changed and deleted.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct SecretServiceTests {
    private let keychain: ServiceKeychain

    init() throws { keychain = try ServiceKeychain() }

    @Test func `an item comes back as it was stored, and its keychain is made for it`() throws {
        #expect(try keychain.found() == [])
        #expect(try keychain.look(at: 1) == nil)
        #expect(failure { _ = try keychain.item(1) } == .itemNotFound)
        #expect(failure { try keychain.delete(1) } == .itemNotFound)
        let (number, isNew) = try keychain.add(
            ["service": "git", "username": "", "": "grüße"], "first", label: "", contentType: "x/y; charset=utf-8")
        #expect(isNew)
        let item = try keychain.item(number)
        #expect(item.attributes == ["": "grüße", "service": "git", "username": ""])
        #expect(item.label == "" && item.contentType == "x/y; charset=utf-8" && item.group == .first)
        #expect(item.created == 978_307_200 + 800_000_000 && item.modified == item.created)
        #expect(try keychain.secret(of: number) == "first")
        let summary = try #require(try keychain.look(at: number)).summary
        #expect(summary.group == .first && summary.created == 800_000_000)
        let collection = try keychain.service.serviceCollection(inKeychainAt: keychain.path)
        #expect(collection.label == "login" && !collection.isLocked && !collection.hasPassword)
        #expect(collection.created > 1_700_000_000)
    }

    @Test func `items with equal attributes, or none, and an empty secret stand side by side`() throws {
        var numbers: [Int64] = []
        for _ in 0..<3 {
            keychain.clock.now += 1
            numbers.append(try keychain.add(.none, "").number)
        }
        #expect(try keychain.found() == numbers.reversed())
        #expect(try keychain.secret(of: numbers[0]) == "")
        try keychain.delete(numbers[1])
        #expect(try keychain.found() == [numbers[2], numbers[0]])
        #expect(failure { try keychain.delete(numbers[1]) } == .itemNotFound)
    }

    @Test func `a search finds what has all its pairs byte for byte, what was last modified first`() throws {
        let one = try keychain.add(["a": "1", "b": "2"]).number
        keychain.clock.now += 10
        let two = try keychain.add(["a": "1", "b": "3"]).number
        keychain.clock.now += 10
        let other = try keychain.add(["a": "1", "b": "2", "c": ""], to: .second).number
        #expect(try keychain.found(["a": "1"]) == [other, two, one])
        #expect(try keychain.found(["a": "1"], in: .only([.first])) == [two, one])
        #expect(try keychain.found(["a": "1", "b": "2"]) == [other, one])
        #expect(try keychain.found(["c": ""]) == [other])
        let opened = try keychain.service.openServiceItems(
            matching: ["b": "2"], in: .only([.first, .second]), inKeychainAt: keychain.path)
        #expect(try opened == [keychain.item(other), keychain.item(one)])
        for nothing: SearchAttributes in [["a": "12"], ["a1": ""], ["": "a1"], ["b": "2", "a": "2"], ["c": "0"]] {
            #expect(try keychain.found(nothing) == [])
        }
        keychain.clock.now += 10
        try keychain.change(one) { $0.label = "other" }
        #expect(try keychain.found(["a": "1"], in: .only([.first, .second, .first])) == [one, other, two])
        #expect(try keychain.found(in: .only([])) == [])
    }

    @Test func `to replace takes the newest item with exactly these attributes of the group, which keeps its number`()
        throws
    {
        let wider = try keychain.add(["a": "1", "b": "2"], "wider").number
        let foreign = try keychain.add(["a": "1"], "foreign", to: .second).number
        let first = try keychain.add(["a": "1"], "old", replacing: true)
        #expect(first.isNew)
        keychain.clock.now += 10
        let newest = try keychain.add(["a": "1"], "old").number
        keychain.clock.now += 10
        let replaced = try keychain.add(["a": "1"], "new", label: "new", contentType: "b", replacing: true)
        #expect(replaced.number == newest && !replaced.isNew)
        let item = try keychain.item(newest)
        #expect(item.label == "new" && item.contentType == "b" && item.modified == item.created + 10)
        #expect(try keychain.secret(of: newest) == "new")
        #expect(try keychain.secret(of: first.number) == "old")
        #expect(try keychain.secret(of: wider) == "wider")
        #expect(try keychain.secret(of: foreign, in: .second) == "foreign")
    }

    @Test func `a change keeps what it does not name, and dates every change`() throws {
        let number = try keychain.add(["service": "s", "username": "u"], "secret").number
        let created = try keychain.item(number).created
        keychain.clock.now += 2
        try keychain.change(number) { $0.attributes = ["server": "x"] }
        #expect(try keychain.found(["service": "s"]) == [])
        #expect(try keychain.found(["server": "x"]) == [number])
        #expect(try keychain.secret(of: number) == "secret")
        keychain.clock.now += 2
        try keychain.change(number) { $0.secret = ItemSecret("other") }
        try keychain.change(number) { $0.contentType = "" }
        #expect(try keychain.secret(of: number) == "other")
        let item = try keychain.item(number)
        #expect(item.contentType == "" && item.label == "label" && item.created == created)
        #expect(item.modified == created + 4)
        try keychain.change(number) { $0.group = .second }
        #expect(try keychain.found(in: .only([.first])) == [])
        #expect(try keychain.found(["server": "x"], in: .only([.second])) == [number])
    }

    @Test func `whoever decided about one group changes, reads and deletes nothing of another`() throws {
        let number = try keychain.add(["a": "1"]).number
        #expect(failure { _ = try keychain.secret(of: number, in: .second) } == .itemNotFound)
        #expect(failure { try keychain.change(number, in: .second) { $0.label = "x" } } == .itemNotFound)
        #expect(failure { try keychain.delete(number, in: .second) } == .itemNotFound)
        #expect(try keychain.item(number).label == "label")
    }

    @Test func `a look opens as much as is decided by the group`() throws {
        let number = try keychain.add(["a": "1"], "secret").number
        let foreign = try keychain.add(["a": "1"], "foreign", to: .second).number
        var asked: [AccessGroup] = []
        func look(at number: Int64, _ depth: ServiceItemLook.Depth) throws -> ServiceItemLook {
            try #require(
                try keychain.look(at: number) { group in
                    asked.append(group)
                    return group == .first ? depth : .summary
                })
        }
        let shallow = try look(at: number, .summary)
        #expect(shallow.item == nil && shallow.secret == nil && !shallow.isLocked)
        let open = try look(at: number, .attributes)
        #expect(try open.item == keychain.item(number) && open.secret == nil)
        let deep = try look(at: number, .secret)
        #expect(deep.item == open.item)
        #expect(try deep.secret.map { TestSecret(found: $0.bytes) } == keychain.secret(of: number))
        let other = try look(at: foreign, .secret)
        #expect(other.item == nil && other.secret == nil)
        #expect(asked == [.first, .first, .first, .second])
        // Nobody is asked about what is not there.
        #expect(try keychain.look(at: foreign + 1) { _ in .secret } == nil)
    }

    @Test func `while the keychain is locked items are found and not opened`() throws {
        try keychain.perform(.create(password: ItemSecret("password")))
        let number = try keychain.add(["a": "1"]).number
        try keychain.perform(.lock)
        #expect(try keychain.found(["a": "1"]) == [number])
        #expect(try keychain.found(["a": "2"]) == [])
        let look = try #require(try keychain.look(at: number) { _ in .secret })
        #expect(look.summary.group == .first && look.isLocked && look.item == nil && look.secret == nil)
        #expect(try keychain.service.serviceCollection(inKeychainAt: keychain.path).isLocked)
        #expect(
            failure {
                _ = try keychain.service.openServiceItems(matching: .none, in: .all, inKeychainAt: keychain.path)
            } == .interactionNotAllowed)
        #expect(failure { _ = try keychain.item(number) } == .interactionNotAllowed)
        #expect(failure { _ = try keychain.secret(of: number) } == .interactionNotAllowed)
        #expect(failure { try keychain.add(["a": "1"]) } == .interactionNotAllowed)
        #expect(failure { try keychain.add(["a": "1"], replacing: true) } == .interactionNotAllowed)
        #expect(failure { try keychain.change(number) { $0.label = "x" } } == .interactionNotAllowed)
        #expect(failure { try keychain.delete(number) } == .interactionNotAllowed)
        try keychain.perform(.unlock(password: ItemSecret("password")))
        #expect(try keychain.secret(of: number) == "secret")
    }

    @Test func `a keychain has a label, which its file's name stands for until it gets one`() throws {
        #expect(failure { _ = try keychain.service.serviceCollection(inKeychainAt: keychain.path) } == .noSuchKeychain)
        try keychain.add(.none)
        try keychain.service.renameServiceCollection(to: "Hello!", inKeychainAt: keychain.path)
        let collection = try keychain.service.serviceCollection(inKeychainAt: keychain.path)
        #expect(collection.label == "Hello!" && collection.modified == 978_307_200 + 800_000_000)
        try keychain.service.renameServiceCollection(to: "", inKeychainAt: keychain.path)
        #expect(try keychain.service.serviceCollection(inKeychainAt: keychain.path).label == "login")
        let long = String(repeating: "x", count: 5000)
        #expect(
            failure { try keychain.service.renameServiceCollection(to: long, inKeychainAt: keychain.path) }
                == .parameter)
    }

    @Test func `a keychain that another process writes to gets no label, after two seconds`() throws {
        try keychain.add(.none)
        let writer = try HeldWrite(in: keychain.home)
        let start = ContinuousClock.now
        let refusal = try startThread { [keychain] in
            failure { try keychain.service.renameServiceCollection(to: "x", inKeychainAt: keychain.path) }
        }.wait(seconds: 30)
        #expect(refusal == .notAvailable)
        #expect(ContinuousClock.now - start > .milliseconds(1500))
        try writer.release()
        try keychain.service.renameServiceCollection(to: "x", inKeychainAt: keychain.path)
        #expect(try keychain.service.serviceCollection(inKeychainAt: keychain.path).label == "x")
    }

    @Test func `a secret of a mebibyte is stored and read`() throws {
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        let item = NewServiceItem(
            group: .first, label: "", attributes: .none, contentType: "", secret: ItemSecret(recorded: bytes))
        let number = try keychain.service.addServiceItem(item, replacing: false, inKeychainAt: keychain.path).number
        let found = try keychain.service.serviceSecret(of: number, in: .first, inKeychainAt: keychain.path)
        #expect(found.secret == item.secret)
        try keychain.change(number) { $0.label = "long" }
        #expect(try keychain.found() == [number])
    }
}
