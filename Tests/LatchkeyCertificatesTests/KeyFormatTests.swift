// Keys in the standard forms, against openssl's.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct KeyFormatTests {
    /// The forms of a vector: bytes, text, form and class.
    private func forms(of vector: KeyVector) throws -> [(der: [UInt8], pem: String, format: KeyFormat, key: KeyData)] {
        var forms: [(der: [UInt8], pem: String, format: KeyFormat, key: KeyData)] = [
            (vector.pkcs8.bytes, vector.pkcs8PEM, .pkcs8, try vector.privateKey()),
            (vector.spki.bytes, vector.spkiPEM, .subjectPublicKeyInfo, try vector.publicKey()),
        ]
        if let der = vector.traditional, let pem = vector.traditionalPEM {
            forms.append((der.bytes, pem, vector.traditionalFormat, try vector.privateKey()))
        }
        return forms
    }

    @Test(arguments: try KeyVector.all())
    func `a key is read from each form, named or not`(vector: KeyVector) throws {
        for (der, pem, format, key) in try forms(of: vector) {
            let secret = ItemSecret(recorded: der)
            #expect(try KeyData(der: secret, format: format, key.keyClass) == key)
            #expect(try KeyData(der: secret) == key)
            let blocks = try PEMBlock.blocks(in: ItemSecret(recorded: Array(pem.utf8)))
            #expect(blocks.count == 1)
            #expect(try blocks.first?.key() == key)
        }
    }

    @Test(
        arguments: [
            "302f020101041ea1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7ea00a06082a8648ce3d030107",
            "30320201010421000000a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7ea00a06082a8648ce3d030107",
        ] as [Hex])
    func `a scalar is read without its zeros and with more of them, as some programs write it`(file: Hex) throws {
        let point: Hex = """
            044ac145a945c89f5664def265c0ec1232d2fdfb72728526da3f7a1114685e2538d52ba62f0031711a051f89c882c7be5b9f375718de24126a280b\
            82df01959ecb
            """
        let key = try KeyData(der: ItemSecret(recorded: file.bytes))
        #expect(key.kind == .p256 && key.publicOctets == point.bytes)
        #expect(try KeyData(.p256, .private, key.externalRepresentation) == key)
    }

    @Test(arguments: try KeyVector.all())
    func `a key is written as openssl writes it, byte for byte`(vector: KeyVector) throws {
        for (der, pem, format, key) in try forms(of: vector) {
            #expect(try key.der(format).found == der)
            #expect(try String(decoding: PEMBlock(key, format).text.found, as: UTF8.self) == pem)
        }
    }

    @Test(arguments: try KeyVector.all())
    func `a form that a key does not have is refused`(vector: KeyVector) throws {
        let (publicKey, privateKey) = try (vector.publicKey(), vector.privateKey())
        var absent: [(KeyData, KeyFormat)] = [
            (publicKey, .pkcs8), (publicKey, .sec1), (privateKey, .subjectPublicKeyInfo),
        ]
        if vector.kind != "rsa" { absent += [(publicKey, .pkcs1), (privateKey, .pkcs1)] }
        if !vector.kind.hasPrefix("p") { absent.append((privateKey, .sec1)) }
        for (key, format) in absent {
            #expect(failure { () throws(KeychainError) in _ = try key.der(format) } == .unimplemented)
        }
    }

    @Test(arguments: try KeyVector.all())
    func `a form that ends early, at any byte, is refused`(vector: KeyVector) throws {
        for (der, _, format, key) in try forms(of: vector) {
            for count in 0..<der.count {
                let secret = ItemSecret(unrecorded: Array(der.prefix(count)))
                let code = failure { () throws(KeychainError) in
                    _ = try KeyData(der: secret, format: format, key.keyClass)
                }
                #expect(code == .decode, "\(count) bytes")
            }
        }
    }

    @Test(arguments: try KeyVector.all())
    func `a form with a changed byte is another key, or none`(vector: KeyVector) throws {
        for (der, _, format, key) in try forms(of: vector) where key.kind != .rsa || key.keyClass == .public {
            for place in der.indices {
                var changed = der
                changed[place] ^= 0x01
                let read = try? KeyData(der: ItemSecret(unrecorded: changed), format: format, key.keyClass)
                guard let read else { continue }
                // The version of PKCS#8 may be either, and the kind may become another of the same size.
                #expect(read != key || place < 8, "byte \(place)")
            }
        }
    }

    @Test func `an elliptic curve key whose point was left out gets it from its scalar`() throws {
        let vector = try KeyVector.named("p256")
        let scalar = Array(vector.private.bytes.suffix(32))
        let short: [UInt8] =
            [0x30, 0x31, 2, 1, 1, 4, 32] + scalar
            + [0xa0, 0x0a, 6, 8, 0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]
        #expect(try KeyData(der: ItemSecret(recorded: short), format: .sec1, .private) == vector.privateKey())
    }

    @Test func `an elliptic curve key with the point of another is refused`() throws {
        let vector = try KeyVector.named("p256")
        var der = try #require(vector.traditional).bytes
        der[der.count - 1] ^= 1
        let secret = ItemSecret(recorded: der)
        #expect(
            failure { () throws(KeychainError) in _ = try KeyData(der: secret, format: .sec1, .private) } == .decode)
    }
}
