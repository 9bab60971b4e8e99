// Attribute lists under random contents and random damage, and the item digest.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import LatchkeyTestSupport
import Testing

@Suite struct AttributeListTests {
    private static let texts = [
        "", "alice", "Zürich", "u\u{308}", "a\0b", "🔑", "\u{10ffff}", String(repeating: "x", count: 300),
    ]

    private func value(_ numbers: inout SeededGenerator) -> AttributeValue {
        switch UInt8.random(in: 0..<4, using: &numbers) {
        case 0: .string(Self.texts.randomElement(using: &numbers) ?? "")
        case 1: .data((0..<Int.random(in: 0...40, using: &numbers)).map { _ in .random(in: 0...255, using: &numbers) })
        case 2:
            .number(
                [0, 1, -1, .min, .max, Int64.random(in: .min ... .max, using: &numbers)].randomElement(using: &numbers)
                    ?? 0)
        default: .date(Double.random(in: -1e10...1e10, using: &numbers))
        }
    }

    private func attributes(_ numbers: inout SeededGenerator) -> AttributeValues {
        let codes = ItemClass.internetPassword.attributes.map(\.attribute)
        var attributes: AttributeValues = [:]
        for _ in 0..<Int.random(in: 0...20, using: &numbers) {
            if let code = codes.randomElement(using: &numbers) { attributes[code] = value(&numbers) }
        }
        return attributes
    }

    private func decode(_ bytes: [UInt8]) throws(KeychainError) -> AttributeValues {
        let secret = SecretBytes(unrecorded: bytes)
        return unsafe try secret.withUnsafeBytes { bytes throws(KeychainError) in unsafe try AttributeList.decode(bytes)
        }
    }

    @Test(arguments: 1...20)
    func `random attributes round-trip, whatever their order`(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let attributes = attributes(&numbers)
            let bytes = AttributeList.encode(attributes)
            #expect(try decode(bytes) == attributes)
            let again = AttributeValues(
                uniqueKeysWithValues: attributes.shuffled(using: &numbers).map { ($0.key, $0.value) })
            #expect(AttributeList.encode(again) == bytes)
        }
    }

    @Test(arguments: 1...20)
    func `a random mutation is refused or decodes to what encodes to the same bytes`(seed: UInt64) throws {
        var numbers = SeededGenerator(seed: seed &+ 1000)
        var refusals = 0
        for _ in 0..<300 {
            var bytes = AttributeList.encode(attributes(&numbers))
            switch UInt8.random(in: 0..<4, using: &numbers) {
            case 0:
                bytes[Int.random(in: bytes.indices, using: &numbers)] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            case 1: bytes.removeLast(Int.random(in: 1...bytes.count, using: &numbers))
            case 2:
                bytes.insert(
                    .random(in: 0...255, using: &numbers), at: Int.random(in: 0...bytes.count, using: &numbers))
            default: bytes[Int.random(in: bytes.indices, using: &numbers)] = .random(in: 0...255, using: &numbers)
            }
            do throws(KeychainError) {
                let decoded = try decode(bytes)
                #expect(AttributeList.encode(decoded) == bytes)
            } catch {
                #expect(error.code == (bytes.count >= 3 && bytes[0] != 1 ? .wrongVersion : .decode))
                refusals += 1
            }
        }
        #expect(refusals > 100)
    }

    @Test(arguments: 1...10)
    func `random bytes never crash the reader`(seed: UInt64) {
        var numbers = SeededGenerator(seed: seed &+ 2000)
        for _ in 0..<500 {
            var bytes = (0..<Int.random(in: 0...64, using: &numbers)).map { _ in
                UInt8.random(in: 0...255, using: &numbers)
            }
            if bytes.count > 3 { bytes.replaceSubrange(0..<3, with: [1, 0, UInt8.random(in: 0...2, using: &numbers)]) }
            let code = failure { _ = try decode(bytes) }
            #expect(code == nil || code == .decode || bytes[0] != 1 && code == .wrongVersion)
        }
    }
}

@Suite struct ItemDigestTests {
    private static let attributes: AttributeValues = [
        .account: .string("alice"), .service: .data([0, 0xff]), .creator: .number(-129), .type: .number(128),
        .port: .number(0), .creationDate: .date(700_000_000.5),
        Attribute(code: "bigx") ?? .label: .number(1 << 40),
    ]

    /// Computed with an independent DER encoder.
    @Test(
        arguments: [
            ([:], nil, "e91fe173f59b063d620a934ce1a010f2b114c1f3"),
            ([:], 0, "f0d08ae40f079f4d4091385f5d6c1ec2a7f692a0"),
            (attributes, nil, "b6b604011f3fa60441756f4dc77e14c2af2083a1"),
            (attributes, 300, "ddafb1138a0c54bc4b78a70dcc0b32b1937115f0"),
            (
                [.account: .string(String(repeating: "a", count: 200))], 70_000,
                "439768d78e81d3d13e4f2fb91705324963b2cba8"
            ),
        ] as [(AttributeValues, Int?, Hex)])
    func `the item digest is the SHA-1 of the DER encoding`(
        attributes: AttributeValues, secretCount: Int?, expected: Hex
    ) {
        let secret = secretCount.map { ItemSecret(recorded: .init(repeating: UInt8(ascii: "x"), count: $0)) }
        #expect(ItemDigest.digest(of: attributes, secret: secret) == expected.bytes)
    }
}
