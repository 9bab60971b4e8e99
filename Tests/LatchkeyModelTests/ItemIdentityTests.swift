// Persistent references, row identifiers, protection classes and access controls as bytes.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct PersistentReferenceTests {
    @Test(arguments: ItemClass.allCases)
    func `a persistent reference round-trips through its 20 bytes`(itemClass: ItemClass) throws {
        let identifier = RowIdentifier.random()
        let bytes = PersistentReference(itemClass: itemClass, identifier: identifier).encoded
        #expect(bytes == Array(itemClass.rawValue.utf8) + identifier.bytes)
        #expect(try PersistentReference(decoding: bytes).encoded == bytes)
    }

    @Test(arguments: [0, 4, 12, 19, 21])
    func `another length is refused`(count: Int) {
        let bytes = Array((Array("genp".utf8) + [UInt8](repeating: 1, count: 30)).prefix(count))
        #expect(failure { _ = try PersistentReference(decoding: bytes) } == .parameter)
    }

    @Test(arguments: ["idnt", "tkpr", "GENP", "\0\0\0\0"])
    func `another class is refused`(name: String) {
        let bytes = Array(name.utf8) + [UInt8](repeating: 1, count: 16)
        #expect(failure { _ = try PersistentReference(decoding: bytes) } == .parameter)
    }

    @Test func `bytes that are no text are refused`() {
        #expect(failure { _ = try PersistentReference(decoding: .init(repeating: 0xff, count: 20)) } == .parameter)
    }
}

@Suite struct RowIdentifierTests {
    @Test func `an identifier keeps the order of its 16 bytes`() throws {
        let identifier = try #require(RowIdentifier(Array(0..<16)))
        #expect(identifier.bytes == Array(0..<16))
        #expect(identifier.hexadecimal == "000102030405060708090a0b0c0d0e0f")
    }

    @Test(arguments: [0, 15, 17])
    func `any other number of bytes is no identifier`(count: Int) {
        #expect(RowIdentifier([UInt8](repeating: 1, count: count)) == nil)
    }

    @Test(arguments: [0, 1, 0xff, 0x0102_0304_0506, RowIdentifier.lastNumber - 1, RowIdentifier.lastNumber])
    func `an identifier begins with the number of its row, in 6 bytes, and ends in 10 random ones`(number: Int64) throws
    {
        let identifiers = (0..<100).map { _ in RowIdentifier.random(numbered: number) }
        let first = (0..<6).map { UInt8(truncatingIfNeeded: number >> (40 - 8 * Int64($0))) }
        for identifier in identifiers {
            #expect(identifier.number == number)
            #expect(Array(identifier.bytes.prefix(6)) == first)
            #expect(RowIdentifier(identifier.bytes)?.number == number)
        }
        // Each of the other bytes changes from one to the next.
        for place in 6..<16 { #expect(Set(identifiers.map { $0.bytes[place] }).count > 10) }
    }

    @Test func `the last number of a row has 48 bits`() {
        #expect(RowIdentifier.lastNumber == 0xffff_ffff_ffff)
        #expect(RowIdentifier([UInt8](repeating: 0xff, count: 16))?.number == RowIdentifier.lastNumber)
        #expect(RowIdentifier.zero.number == 0)
    }

    @Test func `random identifiers differ`() {
        #expect(Set((0..<1000).map { _ in RowIdentifier.random() }).count == 1000)
    }
}

@Suite struct AccessControlTests {
    @Test func `the numbers of the protection classes are Apple's`() {
        let numbers = ["ak": 6, "ck": 7, "dk": 8, "aku": 9, "cku": 10, "dku": 11, "akpu": 12]
        let own = ProtectionClass.allCases.map { ($0.rawValue, Int($0.number)) }
        #expect(Dictionary(uniqueKeysWithValues: own) == numbers)
        #expect(ProtectionClass(number: 5) == nil && ProtectionClass(number: 13) == nil)
    }

    @Test(arguments: ProtectionClass.allCases, [nil, 0, 1, 1 << 30, UInt64.max])
    func `an access control round-trips through 1 or 9 bytes`(protection: ProtectionClass, flags: UInt64?) throws {
        let control = AccessControl(protection: protection, flags: flags)
        #expect(control.encoded.count == (flags == nil ? 1 : 9))
        #expect(try AccessControl(decoding: control.encoded) == control)
    }

    @Test func `the digest of the enrolled fingers is kept behind the flags, and callers do not see it`() throws {
        let digest = [UInt8](0..<32)
        let control = AccessControl(protection: .ak, flags: 1 << 3, enrolledSet: digest)
        #expect(control.encoded.count == 41)
        #expect(try AccessControl(decoding: control.encoded) == control)
        #expect(control.asCallersSeeIt == AccessControl(protection: .ak, flags: 1 << 3))
        #expect(failure { _ = try AccessControl(decoding: Array(control.encoded.dropLast())) } == .decode)
        #expect(failure { _ = try AccessControl(decoding: control.encoded + [0]) } == .decode)
    }

    @Test(arguments: [[], [5], [13], [0], [6, 0], [6, 0, 0, 0, 0, 0, 0, 0], [6, 0, 0, 0, 0, 0, 0, 0, 0, 0]])
    func `other bytes are no access control`(bytes: [UInt8]) {
        #expect(failure { _ = try AccessControl(decoding: bytes) } == .decode)
    }

    @Test(
        arguments: [
            (nil, false), (0, false), (1 << 0, true), (1 << 1, true), (1 << 3, true), (1 << 4, true), (1 << 5, true),
            (1 << 31, true), (1 << 30, false), (1 << 30 | 1, false), (1 << 14, false),
        ] as [(UInt64?, Bool)])
    func `reading needs a proof where a flag asks for one, but not for the use of private keys`(
        flags: UInt64?, expected: Bool
    ) {
        let control = AccessControl(protection: .ak, flags: flags)
        #expect(control.constrainsReading(of: .key) == expected)
        // What is no key is not used, but read.
        let isGuarded = flags == 1 << 30 | 1 || expected
        #expect(control.constrainsReading(of: .genericPassword) == isGuarded)
    }

    @Test func `flags of zero constrain and no flags do not`() {
        #expect(AccessControl(protection: .ak, flags: 0).isConstrained)
        #expect(!AccessControl(protection: .ak, flags: nil).isConstrained)
        #expect(AccessControl(protection: .ak, flags: 1 << 31).needsApplicationPassword)
        #expect(!AccessControl(protection: .ak, flags: 1).needsApplicationPassword)
    }

    @Test(
        arguments: [
            (nil, false), (0, false), (1, true), (1 << 31, false), (1 << 31 | 1, true), (1 << 31 | 1 << 4, true),
            (1 << 31 | 1 << 30 | 1, false),
        ] as [(UInt64?, Bool)])
    func `a password of the application is no proof of the user`(flags: UInt64?, expected: Bool) {
        #expect(AccessControl(protection: .ak, flags: flags).needsUser(toRead: .key) == expected)
    }
}

@Suite struct StatusTableTests {
    @Test func `every description is found by its code, and no code has two`() {
        let all = StatusTable.all
        #expect(all.count > 300)
        #expect(Set(all.map(\.code)).count == all.count)
        #expect(all.allSatisfy { StatusTable.description(of: $0.code) == $0 })
    }

    @Test(arguments: [1, -1, -25290, -99_999, Int32.min, Int32.max])
    func `a code without a name has no description`(code: Int32) {
        #expect(StatusTable.description(of: code) == nil)
    }
}
