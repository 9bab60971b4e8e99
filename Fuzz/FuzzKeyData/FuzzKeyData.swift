// Fuzzes keys and PEM texts: a key that is read comes back the same from every form it has.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform

@main enum FuzzKeyData {
    static func main() {
        unsafe fuzz { start, count in
            FuzzKeyData.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    /// What stands here is a key in a form, a representation of each type and class, and a text, all at once.
    private static func run(_ bytes: [UInt8]) {
        let secret = ItemSecret(copying: bytes)
        attempt([.decode, .unimplemented]) { () throws(KeychainError) in try check(KeyData(der: secret)) }
        for type in KeyType.allCases {
            for keyClass in [KeyClass.public, .private] {
                attempt([.decode]) { () throws(KeychainError) in
                    let key = try KeyData(of: type, keyClass, secret)
                    FuzzSupport.check(key.externalRepresentation == secret, "a key keeps its representation")
                    try check(key)
                }
            }
        }
        attempt([.decode, .unimplemented]) { () throws(KeychainError) in
            for block in try PEMBlock.blocks(in: secret) {
                let again = try PEMBlock.blocks(in: block.text)
                FuzzSupport.check(
                    again.count == 1 && again.first?.contents == block.contents && again.first?.label == block.label,
                    "a block that is written is read again")
                attempt([.decode, .unimplemented]) { () throws(KeychainError) in
                    if let key = try block.key() { try check(key) }
                    _ = try block.certificate()
                }
            }
        }
    }

    private static func check(_ key: KeyData) throws(KeychainError) {
        for format in KeyFormat.allCases {
            do throws(KeychainError) {
                let written = try key.der(format)
                let again = try KeyData(der: written, format: format, key.keyClass)
                FuzzSupport.check(again == key, "a key comes back from its form")
                let told = try KeyData(der: written)
                FuzzSupport.check(told == key, "a form is told from the others")
            } catch {
                FuzzSupport.check(error, isOneOf: [.unimplemented])
            }
        }
        _ = try WorkingKey(key.kind, key.keyClass, key.externalRepresentation, publicOctets: key.publicOctets)
        let half = key.publicKey
        FuzzSupport.check(half.applicationLabel == key.applicationLabel, "both halves have one label")
        let again = try KeyData(half.kind, .public, half.externalRepresentation)
        FuzzSupport.check(again == half, "the public half is a key")
        for (attribute, _) in key.attributes {
            FuzzSupport.check(ItemClass.key.description(of: attribute) != nil, "an attribute of a key has a column")
        }
    }

    private static func attempt(_ codes: Set<KeychainError.Code>, _ body: () throws(KeychainError) -> Void) {
        do {
            try body()
        } catch {
            FuzzSupport.check(error, isOneOf: codes)
        }
    }
}
