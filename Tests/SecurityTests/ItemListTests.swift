// Searches that are confined to a list of items or to some keychains.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite struct ItemListTests {
    let keychain: Keychain

    init() throws { keychain = try Keychain() }

    private func accounts(in list: [Value], _ query: Entries = [:]) -> [Value?] {
        keychain.list(kSecAttrAccount, generic(query).with([kSecMatchItemList: .list(list)]))
    }

    @Test func `only the items of the list are found`() throws {
        var references: [Value] = []
        for account in ["a", "b", "c"] {
            let added = keychain.adding(generic([kSecAttrAccount: .text(account), kSecReturnPersistentRef: true]))
            references.append(try #require(added.value))
        }
        #expect(accounts(in: [references[2], references[0]]) == ["a", "c"])
        #expect(accounts(in: [references[1]], [kSecAttrAccount: "b"]) == ["b"])
        #expect(accounts(in: [references[1]], [kSecAttrAccount: "a"]) == [])
        #expect(accounts(in: []) == [])
        let secret = generic([kSecMatchItemList: .list([references[1]]), kSecReturnAttributes: true])
        #expect(keychain.find(secret).attributes["acct"] == "b")
    }

    @Test func `a locked item that is not in the list does not matter`() throws {
        let locked = try Keychain.lockedWithEveryClass()
        let listed = try #require(locked.reference(generic([kSecAttrAccount: "ck"])))
        let query = generic([kSecMatchItemList: .list([listed])])
        #expect(locked.list(kSecAttrAccount, query) == ["ck"])
        #expect(locked.status(of: generic([kSecMatchItemList: .list([])])) == errSecItemNotFound)
    }

    @Test func `identities are listed by their references`() {
        for name in ["one", "two"] {
            #expect(keychain.addCertificate(name, forKey: name) == errSecSuccess)
            #expect(keychain.addPrivateKey(name) == errSecSuccess)
        }
        let references = keychain.find(identity([kSecMatchLimit: all, kSecReturnPersistentRef: true])).elements ?? []
        #expect(keychain.identities([kSecMatchItemList: .list([references[1]])]) == ["two"])
        #expect(keychain.list(kSecAttrLabel, certificate([kSecMatchItemList: .list(references)])) == ["one", "two"])
    }

    @Test func `certificates, keys and identities are listed by their objects`() throws {
        let (one, other) = (try KeyVector.named("p256").privateKey(), try KeyVector.named("p384").privateKey())
        for (name, object) in [("one", one), ("other", other)] {
            #expect(keychain.add([kSecValueRef: .key(object), kSecAttrLabel: .text(name)]) == errSecSuccess)
        }
        #expect(keychain.list(kSecAttrLabel, key([kSecMatchItemList: .list([.key(other)])])) == ["other"])
        #expect(keychain.delete(key([kSecMatchItemList: .list([.key(one)])])) == errSecSuccess)
        #expect(keychain.list(kSecAttrLabel, key()) == ["other"])
        let certificates = [try CertificateVector.of("p256"), try CertificateVector.of("p384")]
        for certificate in certificates {
            #expect(keychain.add([kSecValueRef: .certificate(certificate)]) == errSecSuccess)
        }
        let listed = certificate([kSecMatchItemList: .list([.certificate(certificates[1])]), kSecReturnRef: true])
        #expect(keychain.find(listed).object as? SecCertificate == certificates[1])
        #expect(keychain.delete(listed.without(kSecReturnRef)) == errSecSuccess)
        #expect(keychain.status(of: listed) == errSecItemNotFound)
        #expect(
            keychain.status(of: key([kSecMatchItemList: .list([.certificate(certificates[0])])])) == errSecItemNotFound)
    }

    @Test(arguments: [.list(["x"]), .list([1]), .list([.bytes("short")]), .bytes("x"), .null] as [Value])
    func `a list has persistent references`(list: Value) {
        #expect(keychain.add(generic()) == errSecSuccess)
        #expect(keychain.status(of: generic([kSecMatchItemList: list])) == errSecParam)
    }

    // MARK: Keychains

    private func call(
        _ entries: Entries, _ key: CFString, _ object: Any,
        _ body: (ItemCalls, CFDictionary) -> OSStatus
    ) -> OSStatus {
        let dictionary = NSMutableDictionary()
        for (name, value) in entries { dictionary[name] = value.object }
        dictionary[key] = object
        return body(ItemCalls(client: keychain.client), dictionary)
    }

    private func find(_ account: String, in keychains: [SecKeychain]) -> OSStatus {
        call(generic([kSecAttrAccount: .text(account)]), kSecMatchSearchList, NSArray(array: keychains)) {
            unsafe $0.copyMatching($1, nil)
        }
    }

    @Test func `an item goes to the keychain that is named, and is searched where the list says`() throws {
        let other = SecKeychain(path: keychain.home.path + "/other.keychain-db")
        let missing = SecKeychain(path: keychain.home.path + "/missing.keychain-db")
        let login = SecKeychain(path: keychain.home.keychain)
        _ = try keychain.client.perform(.create(password: nil), in: .file(other.path))
        #expect(keychain.add(generic([kSecAttrAccount: "here"])) == errSecSuccess)
        let item = generic([kSecAttrAccount: "there"])
        #expect(call(item, kSecUseKeychain, other) { unsafe $0.add($1, nil) } == errSecSuccess)
        #expect(keychain.status(of: item) == errSecItemNotFound)
        #expect(call(item, kSecUseKeychain, other) { unsafe $0.copyMatching($1, nil) } == errSecSuccess)
        #expect(find("there", in: [login]) == errSecItemNotFound)
        #expect(find("there", in: [missing, login, other]) == errSecSuccess)
        #expect(find("here", in: [other]) == errSecItemNotFound)
        #expect(find("here", in: []) == errSecSuccess)
        #expect(call(item, kSecUseKeychain, missing) { unsafe $0.add($1, nil) } == errSecNoSuchKeychain)
        #expect(call(item, kSecUseKeychain, missing) { unsafe $0.copyMatching($1, nil) } == errSecNoSuchKeychain)
        #expect(!FileManager.default.fileExists(atPath: missing.path))
        #expect(call(item, kSecUseKeychain, other) { $0.delete($1) } == errSecSuccess)
        #expect(find("there", in: [other]) == errSecItemNotFound)
    }

    @Test func `a call on a keychain that is named is one request, also if there is none`() throws {
        let transport = CountingTransport(keychain.client)
        let client = KeychainClient(configuration: ClientConfiguration(home: keychain.home.path), transport: transport)
        let login = SecKeychain(path: keychain.home.keychain)
        let missing = SecKeychain(path: keychain.home.path + "/missing.keychain-db")
        #expect(keychain.add(generic([kSecAttrAccount: "here"])) == errSecSuccess)
        func find(in named: SecKeychain) -> OSStatus {
            let query = generic([kSecAttrAccount: "here"]).dictionary as? NSMutableDictionary ?? [:]
            query[kSecUseKeychain] = named
            return unsafe ItemCalls(client: client).copyMatching(query, nil)
        }
        #expect(find(in: login) == errSecSuccess)
        #expect(transport.count == 1)
        #expect(find(in: missing) == errSecNoSuchKeychain)
        #expect(transport.count == 2)
        #expect(!FileManager.default.fileExists(atPath: missing.path))
    }

    @Test func `results of several keychains stand in the order of the list, and the limit holds for all`() throws {
        let other = SecKeychain(path: keychain.home.path + "/other.keychain-db")
        let login = SecKeychain(path: keychain.home.keychain)
        _ = try keychain.client.perform(.create(password: nil), in: .file(other.path))
        #expect(keychain.add(generic([kSecAttrAccount: "here"])) == errSecSuccess)
        let item = generic([kSecAttrAccount: "there"])
        #expect(call(item, kSecUseKeychain, other) { unsafe $0.add($1, nil) } == errSecSuccess)
        func accounts(_ limit: Value) -> [Value?] {
            var result: AnyObject?
            let query = generic([kSecMatchLimit: limit, kSecReturnAttributes: true])
            _ = call(query, kSecMatchSearchList, NSArray(array: [other, login])) {
                unsafe $0.copyMatching($1, &result)
            }
            guard case .list(let items)? = result.map(Value.init) else { return [] }
            return items.map { if case .map(let attributes) = $0 { attributes["acct"] } else { nil } }
        }
        #expect(accounts(all) == ["there", "here"])
        #expect(accounts(2) == ["there", "here"])
        #expect(accounts(0) == [])
    }

    @Test func `a keychain behind the limit is not asked`() throws {
        let other = SecKeychain(path: keychain.home.path + "/other.keychain-db")
        let login = SecKeychain(path: keychain.home.keychain)
        let password: TestSecret = "of the other keychain"
        _ = try keychain.client.perform(.create(password: ItemSecret(password)), in: .file(other.path))
        let item = generic([kSecAttrAccount: "both", kSecReturnData: true])
        #expect(keychain.add(generic([kSecAttrAccount: "both"])) == errSecSuccess)
        #expect(
            call(generic([kSecAttrAccount: "both"]), kSecUseKeychain, other) { unsafe $0.add($1, nil) }
                == errSecSuccess)
        _ = try keychain.client.perform(.lock, in: .file(other.path))
        func find(in keychains: [SecKeychain]) -> OSStatus {
            call(item, kSecMatchSearchList, NSArray(array: keychains)) { unsafe $0.copyMatching($1, nil) }
        }
        #expect(find(in: [login, other]) == errSecSuccess)
        #expect(find(in: [other, login]) == errSecInteractionNotAllowed)
    }

    @Test func `anything but a keychain is refused`() {
        #expect(keychain.add(generic([kSecUseKeychain: "login"])) == errSecParam)
        #expect(keychain.status(of: generic([kSecUseKeychain: .null])) == errSecParam)
        #expect(keychain.status(of: generic([kSecMatchSearchList: .list(["login"])])) == errSecParam)
        #expect(keychain.status(of: generic([kSecMatchSearchList: "login"])) == errSecParam)
        #expect(keychain.status(of: generic([kSecUseItemList: .list([])])) == errSecParam)
    }

    @Test func `keychains are opened by path, and equal by it`() {
        var (first, second): (SecKeychain?, SecKeychain?) = (nil, nil)
        #expect(unsafe SecKeychainOpen("/tmp/latchkey-no-such.keychain", &first) == errSecSuccess)
        #expect(unsafe SecKeychainOpen("/tmp/latchkey-no-such.keychain-db", &second) == errSecSuccess)
        #expect(first != nil && first == second)
        #expect(CFGetTypeID(first) == SecKeychainGetTypeID())
        var keychains: CFArray?
        #expect(unsafe SecKeychainCopySearchList(&keychains) == errSecSuccess)
        #expect(unsafe SecKeychainCopyDefault(&first) == errSecSuccess)
        #expect((keychains.map { $0.count } ?? 0) > 0)
    }
}
