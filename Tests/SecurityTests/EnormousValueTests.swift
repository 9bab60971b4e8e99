// Values of many megabytes: kept whole, or refused without a trace.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

private let isThorough = ProcessInfo.processInfo.environment["LATCHKEY_SLOW_TESTS"] == "1"

@Suite(.serialized) struct EnormousValueTests {
    private static let enormous = 100_000_000

    /// A secret of this size. Comparisons stand outside of the expectations, which would print it.
    private func secret(_ name: String, _ count: Int) -> Value {
        let start = TestSecret(name).data
        return .data(start + Data(count: count - start.count))
    }

    /// An attribute that holds 100 MB.
    struct Subject: Sendable, CustomTestStringConvertible {
        let attribute: CFString
        let isText: Bool
        var testDescription: String { attribute as String }

        var value: Value {
            isText
                ? .text(String(repeating: "a", count: EnormousValueTests.enormous))
                : .data(Data(repeating: 0x61, count: EnormousValueTests.enormous))
        }
    }

    private static let subjects = [
        Subject(attribute: kSecAttrAccount, isText: true), Subject(attribute: kSecAttrGeneric, isText: false),
        Subject(attribute: kSecAttrLabel, isText: true),
    ]

    /// Expects that only the item of `init` is there, as it was.
    private func expectOnlyKept(in keychain: Keychain, as before: [String: Value]) {
        #expect(keychain.count == 1)
        let isSame = keychain.attributes() == before && keychain.secret() == .secret("kept")
        #expect(isSame)
    }

    private func keychainWithItem() throws -> (keychain: Keychain, before: [String: Value]) {
        let keychain = try Keychain()
        let status = keychain.add(generic([kSecAttrAccount: "kept", kSecValueData: .secret("kept")]))
        #expect(status == errSecSuccess)
        return (keychain, keychain.attributes())
    }

    @Test(.everyTransport) func `a secret of 20 MB comes back as it was`() throws {
        let keychain = try Keychain()
        let (first, second) = (secret("first of 20 MB", 20 << 20), secret("second of 20 MB", 20 << 20))
        #expect(keychain.add(generic([kSecAttrAccount: "large", kSecValueData: first])) == errSecSuccess)
        let isFirst = keychain.secret() == first
        #expect(isFirst)
        #expect(keychain.update(generic(), [kSecValueData: second]) == errSecSuccess)
        let isSecond = keychain.secret() == second
        #expect(isSecond)
        #expect(keychain.count == 1)
        #expect(keychain.delete(generic()) == errSecSuccess)
        #expect(keychain.count == 0)
    }

    @Test func `in the process a secret of 100 MB comes back as it was`() throws {
        let (keychain, before) = try keychainWithItem()
        let value = secret("secret of 100 MB", Self.enormous)
        let item = generic([kSecAttrAccount: "large"])
        #expect(keychain.add(item.with([kSecValueData: value])) == errSecSuccess)
        let isWhole = keychain.secret(item) == value
        #expect(isWhole)
        #expect(keychain.add(item.with([kSecValueData: value])) == errSecDuplicateItem)
        #expect(keychain.count == 2)
        // In a query it says nothing.
        #expect(keychain.status(of: item.with([kSecValueData: value])) == errSecSuccess)
        #expect(keychain.delete(item.with([kSecValueData: value])) == errSecSuccess)
        expectOnlyKept(in: keychain, as: before)
        #expect(keychain.update(generic(), [kSecValueData: value]) == errSecSuccess)
        let isChanged = keychain.secret() == value
        #expect(isChanged)
    }

    @Test func `through a socket a secret of 100 MB is refused, and nothing is changed`() throws {
        try Transport.$current.withValue(.socket) {
            let (keychain, before) = try keychainWithItem()
            let value = secret("secret of 100 MB", Self.enormous)
            #expect(keychain.add(generic([kSecAttrAccount: "large", kSecValueData: value])) == errSecAllocate)
            #expect(keychain.update(generic(), [kSecValueData: value]) == errSecAllocate)
            expectOnlyKept(in: keychain, as: before)
            // In a query it says nothing, and is not sent.
            #expect(keychain.status(of: generic([kSecValueData: value])) == errSecSuccess)
            let missing = generic([kSecAttrAccount: "large", kSecValueData: value])
            #expect(keychain.status(of: missing) == errSecItemNotFound)
            #expect(keychain.update(missing, [kSecAttrLabel: "new"]) == errSecItemNotFound)
            #expect(keychain.delete(missing) == errSecItemNotFound)
            expectOnlyKept(in: keychain, as: before)
        }
    }

    @Test(arguments: subjects)
    func `through a socket an attribute of 100 MB is refused in every call, and nothing is changed`(
        subject: Subject
    ) throws {
        try Transport.$current.withValue(.socket) {
            let (keychain, before) = try keychainWithItem()
            let entries: Entries = [subject.attribute: subject.value]
            for call in Call.allCases {
                #expect(call.status(generic(entries), in: keychain) == errSecAllocate, "\(call)")
            }
            #expect(keychain.update(generic(), entries) == errSecAllocate)
            expectOnlyKept(in: keychain, as: before)
        }
    }

    /// A debug build looks at a hundred million letters one by one.
    @Test(.enabled(if: isThorough), arguments: subjects)
    func `in the process an attribute of 100 MB is one like any other`(subject: Subject) throws {
        let (keychain, before) = try keychainWithItem()
        let item = generic([subject.attribute: subject.value])
        #expect(keychain.add(item) == errSecSuccess)
        #expect(keychain.add(item) == errSecDuplicateItem)
        #expect(keychain.count == 2)
        let isWhole = keychain.attributes(item)[subject.attribute as String] == subject.value
        #expect(isWhole)
        #expect(keychain.update(item, [kSecAttrComment: "new"]) == errSecSuccess)
        #expect(keychain.delete(item) == errSecSuccess)
        expectOnlyKept(in: keychain, as: before)
    }
}
