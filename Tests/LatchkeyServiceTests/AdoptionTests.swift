// Items of a keychain from before the daemon are taken in.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct AdoptionTests {
    private let keychains: TwoKeychains

    init() throws { keychains = try TwoKeychains() }

    @Test func `with the user's word items come over as they are, with dates, references, classes and order`() throws {
        let classes: [ProtectionClass] = [.ak, .ck, .dk, .aku, .cku, .dku]
        for protection in classes {
            try keychains.add(protection.rawValue, secret: "of \(protection.rawValue)") {
                $0.attributes[.accessible] = .string(protection.rawValue)
                $0.attributes[.comment] = .data([0, 255])
            }
        }
        try keychains.add("synced") { $0.attributes[.synchronizable] = .number(1) }
        try keychains.add("proved") { $0.accessControl = AccessControl(protection: .ak, flags: 1) }
        keychains.clock.now += 1000
        let (items, staying, _) = try keychains.everything()
        #expect(items.count == 8 && staying.isEmpty)
        #expect(try keychains.adopt(items, permitted: true) == Array(repeating: .taken, count: 8))
        let found = try keychains.found { $0.returning = [.attributes, .persistentReference] }
        #expect(found.map(\.reference) == items.map(\.reference))
        for (item, moved) in zip(found, items) {
            #expect(item.attributes == moved.attributes && item.accessControl == moved.accessControl)
        }
        let secrets = try keychains.found { $0.authentication.ui = .skip }
        #expect(secrets.map(\.text) == classes.map { TestSecret("of \($0.rawValue)") } + ["secret"])
    }

    @Test func `every class of items moves`() throws {
        for itemClass in ItemClass.allCases {
            var addition = ItemAddition(itemClass: itemClass)
            addition.attributes = [.label: .string("one")]
            if itemClass == .key { addition.attributes[.type] = .number(KeyType.ellipticCurve.rawValue) }
            addition.secret = ItemSecret("of the class")
            _ = try keychains.old.perform(.add(addition), inKeychainAt: keychains.oldPath, from: keychains.anybody)
        }
        let (items, _, _) = try keychains.everything()
        #expect(items.map(\.reference.itemClass) == ItemClass.allCases)
        #expect(try keychains.adopt(items, permitted: true) == [.taken, .taken, .taken, .taken])
        for itemClass in ItemClass.allCases {
            #expect(try keychains.found(itemClass).map(\.text) == ["of the class"])
        }
    }

    @Test func `without it an item is what a command could add now`() throws {
        let old = try keychains.add("plain")
        keychains.clock.now += 1000
        let (items, _, _) = try keychains.everything()
        #expect(try keychains.adopt(items, permitted: false) == [.taken])
        let item = try #require(try keychains.found().first)
        #expect(item.text == "secret" && item.account == "plain")
        #expect(item.attributes[.creationDate] == .date(keychains.clock.now))
        #expect(item.attributes[.modificationDate] == .date(keychains.clock.now))
        #expect(item.reference != old.reference)
        #expect(item.reference.identifier.isOfSameItem(as: old.reference.identifier))
    }

    @Test(arguments: ["ck", "dk", "dku", "sync", "list"])
    func `without it nothing gets into another program's group that a command could not add`(kind: String) throws {
        try keychains.add("item") { addition in
            switch kind {
            case "sync": addition.attributes[.synchronizable] = .number(1)
            case "list": addition.accessList = AccessList([.anyApplication])
            default: addition.attributes[.accessible] = .string(kind)
            }
        }
        let (items, _, _) = try keychains.everything()
        // The list stays behind, so that the item is one like any other.
        let expected: AdoptionOutcome = kind == "list" ? .taken : .needsPassword
        #expect(try keychains.adopt(items, permitted: false) == [expected])
        #expect(try keychains.found().count == (kind == "list" ? 1 : 0))
        #expect(try keychains.adopt(items, permitted: true) == [kind == "list" ? .present : .taken])
    }

    @Test func `what commands stored before the daemon is theirs behind it`() throws {
        let before = Caller(accessGroups: [TwoKeychains.toolBefore, .all])
        try keychains.add("noted", by: before) { $0.attributes[.accessible] = .string("ck") }
        let (items, _, _) = try keychains.everything()
        #expect(try keychains.adopt(items, permitted: false) == [.taken])
        #expect(try keychains.found(by: keychains.latchkey).map(\.text) == ["secret"], "without a question")
        #expect(try keychains.found().isEmpty)
    }

    @Test func `an access list never comes along`() throws {
        let thief = Caller(
            accessGroups: ["TEAM123456.thief"].map(AccessGroup.init(rawValue:)),
            applicationIdentifier: "TEAM123456.thief", toolGroups: [TwoKeychains.tool])
        try keychains.add("item") {
            $0.accessList = AccessList([
                .anyApplication, .application(TrustedApplication(identifier: "TEAM123456.thief", path: "/thief")),
            ])
        }
        let (items, _, _) = try keychains.everything()
        #expect(try keychains.adopt(items, permitted: true) == [.taken])
        #expect(try keychains.found(by: thief).isEmpty)
        let reference = try #require(try keychains.found().first).reference
        let reply = try keychains.new.perform(
            .accessList(reference), inKeychainAt: keychains.newPath, from: keychains.owner)
        guard case .accessList(let list) = reply else { Issue.record("no list"); return }
        #expect(list.entries.isEmpty)
    }

    @Test(arguments: [true, false])
    func `what is there stays, whatever its secret is, and a second run takes nothing twice`(isPermitted: Bool) throws {
        try keychains.add("same", secret: "one")
        try keychains.add("other", secret: "one")
        try keychains.add("third", secret: "one")
        try keychains.add("same", secret: "one", behindDaemon: true)
        try keychains.add("other", secret: "two", behindDaemon: true)
        let (items, _, _) = try keychains.everything()
        let outcomes = try keychains.adopt(items, permitted: isPermitted)
        #expect(outcomes == [.conflict, .conflict, .taken], "the answer does not tell a secret that was guessed")
        let found = try keychains.found()
        #expect(found.map(\.account) == ["same", "other", "third"] && found.map(\.text) == ["one", "two", "one"])
        #expect(try keychains.adopt(items, permitted: true) == [.conflict, .conflict, .present])
        #expect(try keychains.adopt(items, permitted: false) == [.conflict, .conflict, .notCompared])
        #expect(try keychains.found().count == 3)
    }

    @Test func `an item that was changed where it came from, after it was taken, is a conflict`() throws {
        try keychains.add("item")
        #expect(try keychains.adopt(keychains.everything().items, permitted: true) == [.taken])
        var query = ItemQuery(itemClass: .genericPassword)
        query.limit = .all
        var change = ItemChange()
        change.secret = ItemSecret("newer")
        keychains.clock.now += 1
        _ = try keychains.old.perform(
            .update(query, change), inKeychainAt: keychains.oldPath, from: keychains.anybody)
        #expect(try keychains.adopt(keychains.everything().items, permitted: true) == [.conflict])
        #expect(try keychains.found().map(\.text) == ["secret"])
    }

    @Test func `an item that another one was planted for is a conflict, since the secrets are compared`() throws {
        try keychains.add("item", secret: "genuine")
        let (genuine, _, _) = try keychains.everything()
        // A copy of the file keeps the names of its items.
        let planted = genuine.map {
            MovedItem(
                reference: $0.reference, attributes: $0.attributes, accessControl: $0.accessControl,
                secret: ItemSecret("planted"))
        }
        #expect(try keychains.adopt(planted, permitted: false) == [.taken], "while there is no password")
        #expect(try keychains.adopt(genuine, permitted: false) == [.notCompared], "nobody says that it is there")
        #expect(try keychains.adopt(genuine, permitted: true) == [.conflict])
        #expect(try keychains.found().map(\.text) == ["planted"], "what is there stays, and the user hears of it")
    }

    @Test(arguments: ["secret", "nothing", "comment", "class", "date"])
    func `what is there is the same if only its dates are others`(difference: String) throws {
        try keychains.add("item") { $0.attributes[.comment] = .data([1]) }
        let (items, _, _) = try keychains.everything()
        let item = try #require(items.first)
        var (attributes, control, secret) = (item.attributes, item.accessControl, item.secret)
        switch difference {
        case "secret": secret = ItemSecret("another")
        case "nothing": secret = nil
        case "comment": attributes[.comment] = .data([2])
        case "class":
            control = AccessControl(protection: .dk, flags: nil)
            attributes[.accessible] = .string("dk")
        default:
            attributes[.modificationDate] = .date(keychains.clock.now - 500)
            attributes[.creationDate] = .date(keychains.clock.now - 500)
        }
        let other = MovedItem(
            reference: item.reference, attributes: attributes, accessControl: control, secret: secret)
        #expect(try keychains.adopt([other], permitted: true) == [.taken])
        #expect(try keychains.adopt(items, permitted: true) == [difference == "date" ? .present : .conflict])
    }

    @Test func `a damaged item that is there counts as no item that was moved`() throws {
        try keychains.add("item")
        let (items, _, _) = try keychains.everything()
        #expect(try keychains.adopt(items, permitted: true) == [.taken])
        let blob = "01" + String(repeating: "00", count: 88)
        try Connection(path: keychains.newPath, readOnly: false).execute("UPDATE genp SET data = x'\(blob)'")
        #expect(try keychains.adopt(items, permitted: true) == [.conflict])
    }

    @Test func `an item that the daemon changed with a date that no file may have is a conflict, too`() throws {
        let bus = AccessGroup(rawValue: "TEAM123456.owner" + AccessGroup.busSuffix)
        let attributes = try #require(SearchAttributes([.init(name: "application", value: "chrome")]))
        _ = try keychains.old.addServiceItem(
            NewServiceItem(
                group: bus, label: "Chrome", attributes: attributes, contentType: "text/plain",
                secret: ItemSecret("before")), replacing: false, inKeychainAt: keychains.oldPath)
        let (before, _, _) = try keychains.everything()
        #expect(try keychains.adopt(before, permitted: true) == [.taken])
        // The dates of both are cut off at the same moment.
        let changed = before.map {
            MovedItem(
                reference: $0.reference, attributes: $0.attributes, accessControl: $0.accessControl,
                secret: ItemSecret("changed in the home"))
        }
        #expect(try keychains.adopt(changed, permitted: true) == [.conflict])
    }

    @Test(arguments: [true, false])
    func `a trial tells what would become of each, and changes nothing`(isThere: Bool) throws {
        if isThere { try keychains.add("same", behindDaemon: true) }
        try keychains.add("same")
        try keychains.add("plain")
        try keychains.add("weak") { $0.attributes[.accessible] = .string("dk") }
        let (items, _, _) = try keychains.everything()
        let expected: [AdoptionOutcome] = [isThere ? .conflict : .taken, .taken, .needsPassword]
        #expect(try keychains.adopt(items, permitted: false, isTrial: true) == expected)
        #expect(FileManager.default.fileExists(atPath: keychains.newPath) == isThere)
        #expect(try keychains.found().count == (isThere ? 1 : 0))
        #expect(try keychains.adopt(items, permitted: false) == expected, "it is what becomes of them")
        let later: [AdoptionOutcome] = [isThere ? .conflict : .present, .present, .taken]
        #expect(try keychains.adopt(items, permitted: true, isTrial: true) == later)
        #expect(try keychains.found().count == 2)
    }

    @Test func `a trial makes no keychain for what would need its password`() throws {
        _ = try keychains.old.perform(
            .create(password: ItemSecret("old password")), inKeychainAt: keychains.oldPath, from: keychains.anybody)
        try keychains.add("item") { $0.attributes[.accessible] = .string("akpu") }
        let (items, _, _) = try keychains.everything()
        #expect(try keychains.adopt(items, permitted: true, isTrial: true) == [.needsPassword])
        #expect(!FileManager.default.fileExists(atPath: keychains.newPath))
    }

    @Test func `what comes from before the daemon stands behind what the daemon has`() throws {
        try keychains.add("planted")
        keychains.clock.now += 1000
        try keychains.add("genuine", behindDaemon: true)
        #expect(try keychains.adopt(keychains.everything().items, permitted: true) == [.taken])
        #expect(try keychains.found().map(\.account) == ["genuine", "planted"])
    }

    @Test func `no date of the future comes over`() throws {
        keychains.clock.now += 1_000_000
        try keychains.add("item")
        keychains.clock.now -= 2_000_000
        #expect(try keychains.adopt(keychains.everything().items, permitted: true) == [.taken])
        let item = try #require(try keychains.found().first)
        #expect(item.attributes[.creationDate] == .date(keychains.clock.now))
        #expect(item.attributes[.modificationDate] == .date(keychains.clock.now))
        keychains.clock.now += 1
        try keychains.add("later", behindDaemon: true)
        #expect(try keychains.found().map(\.account) == ["item", "later"], "nor a number of the future")
    }

    @Test func `what no keychain keeps is refused, item by item`() throws {
        try keychains.add("item")
        let (items, _, _) = try keychains.everything()
        let sound = try #require(items.first)
        func changed(_ attribute: Attribute, _ value: AttributeValue?) -> MovedItem {
            var attributes = sound.attributes
            attributes[attribute] = value
            return MovedItem(
                reference: sound.reference, attributes: attributes, accessControl: sound.accessControl,
                secret: sound.secret)
        }
        func controlled(_ control: AccessControl) -> MovedItem {
            MovedItem(
                reference: sound.reference, attributes: sound.attributes, accessControl: control, secret: sound.secret)
        }
        let refused = [
            changed(.accessGroup, nil), changed(.accessGroup, .string("")), changed(.accessGroup, .data([1])),
            changed(.accessGroup, .string(AccessGroup.all.rawValue)),
            changed(.accessGroup, .string(AccessGroup.token.rawValue)), changed(.server, .string("of another class")),
            changed(.creationDate, .date(.nan)), changed(.modificationDate, .date(.infinity)),
            changed(.modificationDate, .string("today")), changed(.tombstone, .number(1)),
            changed(.multiUser, .data(Array(repeating: 1, count: 16))), changed(.synchronizable, .number(2)),
            changed(.sharingGroup, .string("group")), changed(.searchAttributes, .data([1, 2, 3])),
            changed(.contentType, .string("text/plain")), changed(Attribute(rawValue: 0x7878_7878), .number(1)),
            MovedItem(
                reference: sound.reference, attributes: sound.attributes,
                accessControl: AccessControl(protection: .ak, flags: 1 << 31), secret: sound.secret),
            controlled(AccessControl(protection: .ak, flags: AccessControl.biometryCurrentSet)),
            controlled(AccessControl(protection: .ak, flags: 1, enrolledSet: Array(repeating: 1, count: 32))),
        ]
        let outcomes = try keychains.adopt(refused + [sound], permitted: true)
        #expect(outcomes == Array(repeating: .refused, count: refused.count) + [.taken])
        #expect(try keychains.found().count == 1)
    }

    @Test func `an item that is bound to fingers comes over with the user's word alone, bound to the same`() throws {
        try keychains.add("item")
        let sound = try #require(try keychains.everything().items.first)
        let control = AccessControl(
            protection: .ak, flags: AccessControl.biometryCurrentSet, enrolledSet: Array(repeating: 7, count: 32))
        let bound = MovedItem(
            reference: sound.reference, attributes: sound.attributes, accessControl: control, secret: sound.secret)
        #expect(try keychains.adopt([bound], permitted: false) == [.needsPassword])
        #expect(try keychains.adopt([bound], permitted: true) == [.taken])
        let found = try keychains.found { $0.returning = .attributes }
        #expect(found.map(\.accessControl) == [control.asCallersSeeIt] || found.map(\.accessControl) == [control])
    }

    @Test func `items of the Secret Service come over with the user's word alone, and are found by their attributes`()
        throws
    {
        let bus = AccessGroup(rawValue: "TEAM123456.owner" + AccessGroup.busSuffix)
        let attributes = try #require(SearchAttributes([.init(name: "application", value: "chrome")]))
        _ = try keychains.old.addServiceItem(
            NewServiceItem(
                group: bus, label: "Chrome", attributes: attributes, contentType: "text/plain",
                secret: ItemSecret("safe storage")), replacing: false, inKeychainAt: keychains.oldPath)
        let (items, _, _) = try keychains.everything()
        #expect(try keychains.adopt(items, permitted: false) == [.needsPassword])
        func found() throws -> [Int64] {
            try keychains.new.serviceItems(matching: attributes, in: .only([bus]), inKeychainAt: keychains.newPath)
                .items.map(\.number)
        }
        #expect(try found().isEmpty)
        #expect(try keychains.adopt(items, permitted: true) == [.taken])
        let number = try #require(try found().first)
        let item = try keychains.new.serviceItem(number, inKeychainAt: keychains.newPath)
        #expect(item.label == "Chrome" && item.contentType == "text/plain" && item.attributes == attributes)
        #expect(try keychains.adopt(items, permitted: true) == [.present])
    }

    @Test func `over a bus what the daemon has comes before what was taken in, however new that was`() throws {
        let bus = AccessGroup(rawValue: "TEAM123456.owner" + AccessGroup.busSuffix)
        let attributes = try #require(SearchAttributes([.init(name: "application", value: "chrome")]))
        func store(_ label: String, _ service: KeychainService, _ path: String) throws {
            _ = try service.addServiceItem(
                NewServiceItem(
                    group: bus, label: label, attributes: attributes, contentType: "text/plain",
                    secret: ItemSecret("safe storage")), replacing: false, inKeychainAt: path)
            keychains.clock.now += 100
        }
        // The file says by the clock of the machine when it was made.
        keychains.clock.now = Date().timeIntervalSinceReferenceDate + 1000
        try store("genuine", keychains.new, keychains.newPath)
        try store("planted", keychains.old, keychains.oldPath)
        try store("planted later", keychains.old, keychains.oldPath)
        let (items, _, _) = try keychains.everything()
        #expect(try keychains.adopt(Array(items.prefix(1)), permitted: true) == [.taken])
        #expect(try keychains.adopt(items, permitted: true) == [.present, .taken])
        let found = try keychains.new.openServiceItems(
            matching: attributes, in: .only([bus]), inKeychainAt: keychains.newPath)
        #expect(found.first?.label == "genuine" && found.count == 3)
        #expect(try keychains.adopt(items, permitted: true) == [.present, .present])
    }

    @Test func `a date of the future makes no conflict of an item that was taken`() throws {
        keychains.clock.now += 1_000_000
        try keychains.add("item")
        keychains.clock.now -= 2_000_000
        #expect(try keychains.adopt(keychains.everything().items, permitted: true) == [.taken])
        keychains.clock.now += 1
        #expect(try keychains.adopt(keychains.everything().items, permitted: true) == [.present])
    }

    @Test func `an item that needs a keychain with a password waits for one`() throws {
        let password = ItemSecret("old password")
        _ = try keychains.old.perform(
            .create(password: password), inKeychainAt: keychains.oldPath, from: keychains.anybody)
        try keychains.add("item") { $0.attributes[.accessible] = .string("akpu") }
        let (items, _, _) = try keychains.everything()
        #expect(try keychains.adopt(items, permitted: true) == [.needsPassword])
        _ = try keychains.new.perform(
            .changePassword(old: nil, new: ItemSecret("new password")), inKeychainAt: keychains.newPath,
            from: keychains.latchkey)
        #expect(try keychains.adopt(items, permitted: true) == [.taken])
        _ = try keychains.new.perform(.lock, inKeychainAt: keychains.newPath, from: keychains.latchkey)
        #expect(
            failure { _ = try keychains.adopt(items, permitted: false) } == nil, "what is there is seen while locked")
    }

    @Test func `a keychain whose class is locked takes nothing of a request`() throws {
        _ = try keychains.new.perform(
            .create(password: ItemSecret("new password")), inKeychainAt: keychains.newPath, from: keychains.latchkey)
        try keychains.add("always") { $0.attributes[.accessible] = .string("dk") }
        try keychains.add("unlocked")
        let (items, _, _) = try keychains.everything()
        _ = try keychains.new.perform(.lock, inKeychainAt: keychains.newPath, from: keychains.latchkey)
        #expect(failure { _ = try keychains.adopt(items, permitted: true) } == .interactionNotAllowed)
        #expect(try keychains.found { $0.returning = .attributes }.isEmpty, "not the one before it either")
    }
}
