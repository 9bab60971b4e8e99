// Names, and the form in which they are looked for.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct NameTests {
    private static let raw: [UInt8] =
        [
            0x30, 0x16, 0x31, 0x14, 0x30, 0x12, 0x06, 0x03, 0x55, 0x04, 0x0a, 0x13, 0x0b,
        ] + Array(" some \t ca ".utf8)
    private static let normalized: [UInt8] =
        [
            0x31, 0x10, 0x30, 0x0e, 0x06, 0x03, 0x55, 0x04, 0x0a, 0x13, 0x07,
        ] + Array("SOME CA".utf8)

    @Test func `a name of a dictionary is looked for by its normalised contents`() {
        #expect(DistinguishedName.normalizedContents(of: Self.raw) == Self.normalized)
    }

    @Test func `normalised contents are looked for as they are`() {
        #expect(DistinguishedName.normalizedContents(of: Self.normalized) == Self.normalized)
    }

    @Test(arguments: [[], [0x30], [0x30, 0x00, 0x00], [0x30, 0x02, 0x05, 0x00], Array("text".utf8)])
    func `bytes that are no name are looked for as they are`(bytes: [UInt8]) {
        #expect(DistinguishedName.normalizedContents(of: bytes) == bytes)
    }

    @Test func `the normalised name with its header is a name again, and the same`() throws {
        let name = try DistinguishedName(der: Self.raw)
        #expect(name.normalizedSequence == [0x30, 0x12] + Self.normalized)
        let again = try DistinguishedName(der: name.normalizedSequence)
        #expect(again.normalizedContents == Self.normalized)
        #expect(again.contents == Self.normalized)
        #expect(name.contents == Array(Self.raw.dropFirst(2)))
    }

    @Test(arguments: 0..<24) func `a name that ends early is none`(count: Int) {
        let bytes = Array(Self.raw.prefix(count))
        #expect(failure { () throws(KeychainError) in _ = try DistinguishedName(der: bytes) } == .decode)
    }
}
