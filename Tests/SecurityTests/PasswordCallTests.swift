// The calls of macOS on passwords, on the keychains of a client, over every transport.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct PasswordCallTests {
    private let keychain: Keychain
    private let secret = TestSecret("password")

    init() throws { keychain = try Keychain() }

    private var calls: PasswordCalls { PasswordCalls(client: keychain.client) }

    private func text(_ text: String) -> CallersText {
        unsafe text.withCString { unsafe CallersText($0, UInt32(text.utf8.count)) }
    }

    private func generic(_ service: String, _ account: String) -> AttributeValues {
        .ofPassword(service: text(service), account: text(account))
    }

    private func internet(_ server: String, port: UInt16 = 0, _ kind: SecProtocolType = .any) -> AttributeValues {
        .ofPassword(
            server: text(server), domain: text(""), account: text("alice"), path: text(""), port: port,
            protocol: kind.rawValue, authentication: SecAuthenticationType.any.rawValue)
    }

    @Test func `a password is added once and found by what is given of it`() throws {
        let added = try calls.add(.genericPassword, generic("service", "alice"), ItemSecret(secret), to: nil)
        for wanted in [generic("service", "alice"), generic("service", ""), generic("", "alice"), generic("", "")] {
            let found = try calls.find(.genericPassword, wanted, in: nil, withSecret: true)
            #expect(found.object == added)
            #expect(found.item.secret == ItemSecret(secret))
        }
        #expect(
            failure { _ = try calls.find(.genericPassword, generic("other", ""), in: nil, withSecret: false) }
                == .itemNotFound)
        #expect(
            failure { _ = try calls.add(.genericPassword, generic("service", "alice"), ItemSecret(secret), to: nil) }
                == .duplicateItem)
        #expect(keychain.attributes(LatchkeySecurityTestSupport.generic())["labl"] == "service")
    }

    @Test func `protocol and port are those of dictionaries`() throws {
        _ = try calls.add(.internetPassword, internet("example.org", port: 443, .HTTPS), ItemSecret(secret), to: nil)
        let found = keychain.attributes(LatchkeySecurityTestSupport.internet())
        #expect(found["ptcl"] == .constant(kSecAttrProtocolHTTPS))
        #expect(found["port"] == 443 && found["labl"] == "example.org")
        #expect(
            try calls.find(.internetPassword, internet("example.org", .HTTPS), in: nil, withSecret: false).object
                == calls.find(.internetPassword, internet("", port: 443), in: nil, withSecret: false).object)
        let other = failure { _ = try calls.find(.internetPassword, internet("", .HTTP), in: nil, withSecret: false) }
        #expect(other == .itemNotFound)
    }

    @Test func `keychains are searched in the order of their list`() throws {
        let path = keychain.home.path + "/other.keychain-db"
        try keychain.client.create(password: nil, in: .file(path))
        let other = SecKeychain(path: path)
        let there = try calls.add(.genericPassword, generic("service", "alice"), ItemSecret(secret), to: other)
        let here = try calls.add(.genericPassword, generic("service", "alice"), ItemSecret(secret), to: nil)
        func found(_ keychains: CFTypeRef?) throws -> SecKeychainItem {
            try calls.find(.genericPassword, generic("service", ""), in: keychains, withSecret: false).object
        }
        #expect(try found(nil) == here)
        #expect(try found(other) == there)
        #expect(try found(NSArray(array: [other, SecKeychain(path: keychain.home.keychain)])) == there)
        for wrong in [NSString(string: "login"), NSArray(array: ["login"])] as [NSObject] {
            #expect(throws: KeychainError.self) { try found(wrong) }
        }
        let missing = SecKeychain(path: keychain.home.path + "/missing.keychain-db")
        #expect(
            failure { _ = try calls.add(.genericPassword, generic("a", "b"), ItemSecret(secret), to: missing) }
                == .noSuchKeychain)
    }

    @Test func `an item gives its class, its attributes and its secret`() throws {
        let item = try calls.add(
            .internetPassword, internet("example.org", port: 443, .HTTPS), ItemSecret(secret), to: nil)
        let tags: [SecItemAttr] = [
            .serverItemAttr, .portItemAttr, .protocolItemAttr, .commentItemAttr, .creationDateItemAttr,
        ]
        var attributes = unsafe tags.map { unsafe SecKeychainAttribute(tag: $0.rawValue, length: 9, data: nil) }
        var itemClass = SecItemClass.certificateItemClass
        var (length, data): (UInt32, UnsafeMutableRawPointer?) = (0, nil)
        let status = unsafe attributes.withUnsafeMutableBufferPointer { buffer in
            var list = unsafe SecKeychainAttributeList(count: UInt32(buffer.count), attr: buffer.baseAddress)
            return unsafe SecKeychainItemCopyContent(item, &itemClass, &list, &length, &data)
        }
        #expect(status == errSecSuccess && itemClass == .internetPasswordItemClass)
        let opened = unsafe Data(bytes: try #require(unsafe data), count: Int(length))
        #expect(opened == secret.data)
        let found = unsafe attributes.map { attribute in
            unsafe Array(UnsafeRawBufferPointer(start: attribute.data, count: Int(attribute.length)))
        }
        #expect(found[0] == Array("example.org".utf8))
        #expect(found[1] == [0xbb, 1, 0, 0])
        #expect(found[2] == Array("htps".utf8.reversed()))
        #expect(found[3] == [])
        let date = String(decoding: found[4], as: UTF8.self)
        #expect(date.count == 16 && date.hasPrefix("20") && date.hasSuffix("Z\0"))
        unsafe attributes.withUnsafeMutableBufferPointer { buffer in
            var list = unsafe SecKeychainAttributeList(count: UInt32(buffer.count), attr: buffer.baseAddress)
            let freed = unsafe SecKeychainItemFreeContent(&list, data)
            #expect(freed == errSecSuccess)
        }
        let isEmpty = unsafe attributes.allSatisfy { unsafe $0.data == nil && $0.length == 0 }
        #expect(isEmpty)
    }

    @Test func `a list of attributes is made and taken back, and a tag of another class is refused`() throws {
        let item = try calls.add(.genericPassword, generic("service", "alice"), ItemSecret(secret), to: nil)
        func copy(_ tags: [SecItemAttr]) -> (OSStatus, [[UInt8]]?) {
            var numbers = tags.map(\.rawValue)
            return unsafe numbers.withUnsafeMutableBufferPointer { buffer in
                var info = unsafe SecKeychainAttributeInfo(
                    count: UInt32(buffer.count), tag: buffer.baseAddress, format: nil)
                var list: UnsafeMutablePointer<SecKeychainAttributeList>?
                let status = unsafe SecKeychainItemCopyAttributesAndData(item, &info, nil, &list, nil, nil)
                guard let list = unsafe list else { return (status, nil) }
                let found = unsafe UnsafeBufferPointer(start: list.pointee.attr, count: Int(list.pointee.count)).map {
                    unsafe Array(UnsafeRawBufferPointer(start: $0.data, count: Int($0.length)))
                }
                unsafe SecKeychainItemFreeAttributesAndData(list, nil)
                return (status, found)
            }
        }
        let found = copy([.serviceItemAttr, .accountItemAttr])
        #expect(found.0 == errSecSuccess && found.1 == [Array("service".utf8), Array("alice".utf8)])
        #expect(copy([.serverItemAttr]).0 == errSecNoSuchAttr && copy([.serverItemAttr]).1 == nil)
        #expect(copy([]).0 == errSecSuccess)
        #expect(SecKeychainItemFreeAttributesAndData(nil, nil) == errSecSuccess)
    }

    @Test func `attributes and the secret of an item change together or not at all`() throws {
        let item = try calls.add(.genericPassword, generic("service", "alice"), ItemSecret(secret), to: nil)
        let new = TestSecret("another password")
        func modify(_ tag: SecItemAttr, _ value: [UInt8], _ secret: [UInt8]?) -> OSStatus {
            var value = value
            let count = UInt32(value.count)
            return unsafe value.withUnsafeMutableBytes { value in
                var attribute = unsafe SecKeychainAttribute(
                    tag: tag.rawValue, length: count, data: value.baseAddress)
                return unsafe withUnsafeMutablePointer(to: &attribute) { attribute in
                    var list = unsafe SecKeychainAttributeList(count: 1, attr: attribute)
                    guard let secret else {
                        return unsafe SecKeychainItemModifyAttributesAndData(item, &list, 0, nil)
                    }
                    return unsafe SecKeychainItemModifyContent(item, &list, UInt32(secret.count), secret)
                }
            }
        }
        #expect(modify(.commentItemAttr, Array("a comment".utf8), new.bytes) == errSecSuccess)
        let query = LatchkeySecurityTestSupport.generic()
        #expect(keychain.attributes(query)["icmt"] == "a comment")
        #expect(keychain.secret(query) == .data(new.data))
        #expect(modify(.creatorItemAttr, [0x6c, 0x70, 0x61, 0x61], nil) == errSecSuccess)
        #expect(keychain.attributes(query)["crtr"] == 0x6161_706c)
        #expect(modify(.creatorItemAttr, [1, 2, 3], secret.bytes) == errSecParam)
        #expect(modify(.serverItemAttr, [1], secret.bytes) == errSecNoSuchAttr)
        #expect(keychain.secret(query) == .data(new.data))
        #expect(SecKeychainItemDelete(item) == errSecSuccess)
        #expect(modify(.commentItemAttr, [], nil) == errSecItemNotFound)
    }

    @Test func `a keychain is made, locked, unlocked, asked and deleted`() throws {
        let calls = KeychainCalls(client: keychain.client)
        let word = TestSecret("word")
        let made = try calls.create("work", ItemSecret(word))
        #expect(try keychain.client.preferences.searchList().last == made.path)
        #expect(failure { _ = try calls.create("work", nil) } == .duplicateKeychain)
        let open = kSecUnlockStateStatus | kSecReadPermStatus | kSecWritePermStatus
        #expect(try calls.status(of: made) == open)
        try calls.lock(made)
        #expect(try calls.status(of: made) == open ^ kSecUnlockStateStatus)
        #expect(failure { try calls.unlock(made, with: nil) } == .interactionNotAllowed)
        try calls.unlock(made, with: ItemSecret(word))
        try calls.unlock(made, with: nil)
        var (room, path) = (UInt32(3), [CChar](repeating: 1, count: 1024))
        #expect(throws: KeychainError.self) { try unsafe calls.copyPath(of: made, &room, &path) }
        #expect(Int(room) == made.path.utf8.count && path.first == 1)
        room = 1024
        try unsafe calls.copyPath(of: made, &room, &path)
        #expect(path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) } == Array(made.path.utf8))
        try calls.delete(made)
        #expect(try !keychain.client.preferences.searchList().contains(made.path))
        #expect(failure { _ = try calls.status(of: made) } == .noSuchKeychain)
        #expect(failure { try calls.delete(made) } == .noSuchKeychain)
    }
}
