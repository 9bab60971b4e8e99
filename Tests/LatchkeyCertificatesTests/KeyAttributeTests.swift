// The attributes of keys, against the table of reference 5.5.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyTestSupport
import Testing

@Suite struct KeyAttributeTests {
    /// What is true of a key, by kind and class. The curves of Edwards and Montgomery sign or derive only.
    private static let table: [(id: String, keyClass: KeyClass, type: Int64, isTrue: Set<Attribute>)] = [
        ("rsa2048", .public, 42, [.canEncrypt, .canDecrypt, .canVerify, .canWrap]),
        ("rsa2048", .private, 42, [.canDecrypt, .canSign, .canUnwrap]),
        ("p521", .public, 73, [.canEncrypt, .canVerify, .canWrap]),
        ("p521", .private, 73, [.canDecrypt, .canDerive, .canSign, .canUnwrap]),
        ("ed25519", .public, 105, [.canVerify]),
        ("ed25519", .private, 105, [.canSign]),
        ("x25519", .public, 106, []),
        ("x25519", .private, 106, [.canDerive]),
    ]
    private static let flags: [Attribute] = [
        .isPermanent, .isPrivate, .isModifiable, .isSensitive, .wasAlwaysSensitive, .isExtractable,
        .wasNeverExtractable,
        .canEncrypt, .canDecrypt, .canDerive, .canSign, .canVerify, .canWrap, .canUnwrap, .canSignRecover,
        .canVerifyRecover,
    ]

    @Test(arguments: table.indices)
    func `a key has the attributes of its kind and class`(row: Int) throws {
        let (id, keyClass, type, isTrue) = Self.table[row]
        let vector = try KeyVector.named(id)
        let key = try keyClass == .public ? vector.publicKey() : vector.privateKey()
        var expected: AttributeValues = [
            .keyClass: .number(keyClass.rawValue), .type: .number(type), .applicationLabel: .data(vector.label.bytes),
            .keySizeInBits: .number(Int64(vector.bits)), .effectiveKeySize: .number(Int64(vector.bits)),
        ]
        let always: Set<Attribute> = [.isPermanent, .isPrivate, .isModifiable, .isExtractable]
        for flag in Self.flags { expected[flag] = .number(isTrue.union(always).contains(flag) ? 1 : 0) }
        #expect(key.attributes == expected)
        for (attribute, _) in key.attributes { #expect(ItemClass.key.description(of: attribute) != nil) }
    }
}
