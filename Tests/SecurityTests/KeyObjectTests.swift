// Keys as objects (reference 5.3 to 5.5).
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyTestSupport
import Security
import Testing

@Suite struct KeyObjectTests {
    @Test(arguments: try KeyVector.all())
    func `the bytes of a key come back`(vector: KeyVector) throws {
        let (publicKey, privateKey) = try (vector.publicKey(), vector.privateKey())
        #expect(SecKeyCopyExternalRepresentation(publicKey, nil) as Data? == Data(vector.public.bytes))
        #expect(SecKeyCopyExternalRepresentation(privateKey, nil) as Data? == Data(vector.private.bytes))
        #expect(SecKeyCopyPublicKey(privateKey) === publicKey)
        #expect(SecKeyCopyPublicKey(publicKey) === publicKey)
        for key in [publicKey, privateKey] { #expect(SecKeyGetBlockSize(key) == (vector.bits + 7) / 8) }
    }

    @Test(arguments: try KeyVector.all())
    func `attributes are those of the kind and class`(vector: KeyVector) throws {
        for (key, keyClass) in try [(vector.publicKey(), "0"), (vector.privateKey(), "1")] {
            let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
            #expect(attributes["class"] as? String == "keys")
            #expect(attributes[kSecAttrKeyClass as String] as? String == keyClass)
            #expect(attributes[kSecAttrKeyType as String] as? String == vector.type as String)
            #expect(attributes["bsiz"] as? Int == vector.bits)
            #expect(attributes["esiz"] as? Int == vector.bits)
            #expect(attributes["klbl"] as? Data == Data(vector.label.bytes))
            #expect(attributes["v_Data"] as? Data == SecKeyCopyExternalRepresentation(key, nil) as Data?)
            #expect(attributes["extr"] as? Bool == true)
            #expect(attributes["next"] as? Bool == false)
            let sign = try #require(attributes["sign"] as AnyObject?)
            #expect(CFGetTypeID(sign) == CFBooleanGetTypeID())
            #expect(attributes["sign"] as? Bool == (keyClass == "1" && !vector.kind.hasPrefix("x")))
        }
    }

    @Test func `type and class may be numbers, and DSA stands for elliptic curves`() throws {
        let vector = try KeyVector.named("p256")
        let data = Data(vector.public.bytes) as CFData
        for (type, keyClass) in [(73, 0), ("73", 0), (73, "0"), ("43", "0"), (43, 0)] as [(Any, Any)] {
            let attributes = [kSecAttrKeyType: type, kSecAttrKeyClass: keyClass] as CFDictionary
            #expect(try SecKeyCreateWithData(data, attributes, nil) == vector.publicKey())
        }
    }

    @Test func `size, and whatever else is among the attributes, is not looked at`() throws {
        let vector = try KeyVector.named("p256")
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPublic, kSecAttrKeySizeInBits: 384,
            kSecAttrIsPermanent: true, kSecAttrLabel: "label",
        ]
        let key = SecKeyCreateWithData(Data(vector.public.bytes) as CFData, attributes as CFDictionary, nil)
        #expect(try key == vector.publicKey())
    }

    @Test(
        arguments: [
            ([:], errSecParam), ([kSecAttrKeyType: "73"], errSecParam), ([kSecAttrKeyClass: "0"], errSecParam),
            ([kSecAttrKeyType: "073", kSecAttrKeyClass: "0"], errSecParam),
            ([kSecAttrKeyType: "EC", kSecAttrKeyClass: "0"], errSecParam),
            ([kSecAttrKeyType: "12", kSecAttrKeyClass: "0"], errSecParam),
            ([kSecAttrKeyType: "73", kSecAttrKeyClass: "3"], errSecParam),
            ([kSecAttrKeyType: "73", kSecAttrKeyClass: "1"], errSecParam),
            ([kSecAttrKeyType: "42", kSecAttrKeyClass: "0"], errSecParam),
            ([kSecAttrKeyType: "73", kSecAttrKeyClass: "2"], errSecUnimplemented),
            ([kSecAttrKeyType: "109", kSecAttrKeyClass: "0"], errSecUnimplemented),
        ] as [([CFString: Value], OSStatus)])
    func `attributes that do not fit the bytes give an error`(attributes: [CFString: Value], status: OSStatus) throws {
        let data = Data(try KeyVector.named("p256").public.bytes) as CFData
        var error: Unmanaged<CFError>?
        let key = unsafe SecKeyCreateWithData(data, attributes.dictionary, &error)
        #expect(key == nil)
        let failure = unsafe error?.takeRetainedValue()
        #expect(failure?.code == Int(status))
        #expect(failure?.domain == NSOSStatusErrorDomain)
    }

    @Test func `equal keys are one object while it is held, and halves differ`() throws {
        let vector = try KeyVector.named("p384")
        let first = try vector.privateKey()
        let second = try vector.privateKey()
        #expect(first === second && CFEqual(first, second) && CFHash(first) == CFHash(second))
        #expect(try first != vector.publicKey())
        #expect(CFGetTypeID(first) == SecKeyGetTypeID())
    }

    @Test func `nothing that prints a key says what is in it`() throws {
        let key = try KeyVector.named("ed25519").privateKey()
        var dumped = ""
        dump(key, to: &dumped)
        for text in ["\(key)", String(reflecting: key), String(describing: CFCopyDescription(key)), dumped] {
            #expect(!text.contains("["))
            #expect(!text.contains("UInt8"))
        }
    }

    @Test func `a key is described as on Apple's systems`() throws {
        func described(_ key: SecKey) -> String {
            let text = CFCopyDescription(key) as String
            let address = "0x" + String(UInt(bitPattern: unsafe Unmanaged.passUnretained(key).toOpaque()), radix: 16)
            return text.replacing(address, with: "ADDRESS")
        }
        let (rsa, curve) = (try KeyVector.named("rsa2048"), try KeyVector.named("p256"))
        #expect(
            try described(rsa.privateKey())
                == "<SecKeyRef algorithm id: 1, key type: RSAPrivateKey, version: 4, 2048 bits (block size: 256), addr: ADDRESS>"
        )
        let beginning = "<SecKeyRef algorithm id: 1, key type: RSAPublicKey, version: 4, 2048 bits (block size: 256), "
        #expect(
            try described(rsa.publicKey()).hasPrefix(beginning + "exponent: {hex: 10001, decimal: 65537}, modulus: "))
        let digits = Hex.digits(curve.public.bytes).uppercased()
        let (x, y) = (digits.dropFirst(2).prefix(64), digits.suffix(64))
        let kind = "curve type: kSecECCurveSecp256r1, algorithm id: 3"
        #expect(
            try described(curve.publicKey())
                == "<SecKeyRef \(kind), key type: ECPublicKey, version: 4, block size: 256 bits, y: \(y), x: \(x), addr: ADDRESS>"
        )
        #expect(
            try described(curve.privateKey())
                == "<SecKeyRef \(kind), key type: ECPrivateKey, version: 4, block size: 256 bits, addr: ADDRESS>")
        #expect(try described(KeyVector.named("x448").privateKey()) == "<SecKeyRef: ADDRESS>")
    }
}
