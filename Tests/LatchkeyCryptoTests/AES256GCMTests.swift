// AES-256-GCM of both engines, against Wycheproof and against each other.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

private struct GCMVector: Decodable, Sendable, CustomTestStringConvertible {
    let tcId: Int
    let key: Hex
    let iv: Hex
    let aad: Hex
    let msg: Hex
    let ct: Hex
    let tag: Hex
    let result: String
    var testDescription: String { "\(tcId)" }
}

/// - Returns: the ciphertext and the tag.
private func seal(
    _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8], by engine: AES256GCM.Engine, room: Int? = nil
) throws(KeychainError) -> [UInt8] {
    var sealed = [UInt8](repeating: 0, count: room ?? plaintext.count + AES256GCM.tagSize)
    let key = SecretBytes(recorded: key)
    let plaintext = SecretBytes(unrecorded: plaintext)
    unsafe try key.withUnsafeBytes { key throws(KeychainError) in
        unsafe try plaintext.withUnsafeBytes { plaintext throws(KeychainError) in
            unsafe try nonce.withRawBytes { nonce throws(KeychainError) in
                unsafe try aad.withRawBytes { aad throws(KeychainError) in
                    unsafe try sealed.withMutableRawBytes { sealed throws(KeychainError) in
                        unsafe try AES256GCM.seal(
                            plaintext, into: sealed, key: key, nonce: nonce, authenticating: aad, by: engine)
                    }
                }
            }
        }
    }
    return sealed
}

/// - Returns: the plaintext, or nil if the bytes do not authenticate.
private func open(
    _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], aad: [UInt8], by engine: AES256GCM.Engine
) -> [UInt8]? {
    var plaintext = [UInt8](repeating: 0, count: max(0, sealed.count - AES256GCM.tagSize))
    let isAuthentic = unsafe SecretBytes(recorded: key).withUnsafeBytes { key in
        unsafe nonce.withRawBytes { nonce in
            unsafe aad.withRawBytes { aad in
                unsafe sealed.withRawBytes { sealed in
                    unsafe plaintext.withMutableRawBytes { target in
                        unsafe AES256GCM.open(
                            sealed, into: target, key: key, nonce: nonce, authenticating: aad, by: engine)
                    }
                }
            }
        }
    }
    return isAuthentic ? plaintext : nil
}

@Suite struct AES256GCMTests {
    @Test(
        arguments: try Vectors.wycheproof(GCMVector.self, in: "aes_gcm_test.json") {
            $0.keySize == 256 && $0.ivSize == 96 && $0.tagSize == 128
        })
    fileprivate func `every engine agrees with Wycheproof`(vector: GCMVector) throws {
        for engine in AES256GCM.Engine.available {
            let opened = open(
                vector.ct.bytes + vector.tag.bytes, key: vector.key.bytes, nonce: vector.iv.bytes,
                aad: vector.aad.bytes,
                by: engine)
            #expect(opened == (vector.result == "valid" ? vector.msg.bytes : nil))
            guard vector.result == "valid" else { continue }
            let sealed = try seal(
                vector.msg.bytes, key: vector.key.bytes, nonce: vector.iv.bytes, aad: vector.aad.bytes, by: engine)
            #expect(sealed == vector.ct.bytes + vector.tag.bytes)
        }
    }

    @Test func `the engines give the same bytes for every length, and open each other's`() throws {
        for length in Array(0...300) + [1023, 4096, 65_537] {
            let key = SystemRandom.bytes(count: 32)
            let nonce = SystemRandom.bytes(count: 12)
            let plaintext = SystemRandom.bytes(count: length)
            let aad = SystemRandom.bytes(count: length % 47)
            let expected = try seal(plaintext, key: key, nonce: nonce, aad: aad, by: .swiftCrypto)
            for engine in AES256GCM.Engine.available {
                #expect(try seal(plaintext, key: key, nonce: nonce, aad: aad, by: engine) == expected)
                #expect(open(expected, key: key, nonce: nonce, aad: aad, by: engine) == plaintext)
            }
        }
    }

    @Test func `a changed bit anywhere does not open, whatever the engine`() throws {
        let (key, nonce) = (SystemRandom.bytes(count: 32), SystemRandom.bytes(count: 12))
        for engine in AES256GCM.Engine.available {
            let sealed = try seal(Array(0..<40), key: key, nonce: nonce, aad: [1, 2], by: engine)
            for bit in 0..<8 * sealed.count {
                var changed = sealed
                changed[bit / 8] ^= 1 << (bit % 8)
                #expect(open(changed, key: key, nonce: nonce, aad: [1, 2], by: engine) == nil)
            }
            #expect(open(sealed, key: key, nonce: nonce, aad: [1], by: engine) == nil)
            #expect(open(Array(sealed.dropLast()), key: key, nonce: nonce, aad: [1, 2], by: engine) == nil)
            #expect(open([1, 2, 3], key: key, nonce: nonce, aad: [], by: engine) == nil)
        }
    }

    @Test(arguments: [(31, 12, 17), (33, 12, 17), (32, 11, 17), (32, 13, 17), (32, 12, 16), (32, 12, 18)])
    func `a key, nonce or target of another size is refused`(keySize: Int, nonceSize: Int, room: Int) {
        let (key, nonce) = (SystemRandom.bytes(count: keySize), SystemRandom.bytes(count: nonceSize))
        for engine in AES256GCM.Engine.available {
            #expect(
                failure { _ = try seal([7], key: key, nonce: nonce, aad: [], by: engine, room: room) } == .parameter)
            if room == 17 {
                #expect(open([UInt8](repeating: 3, count: 17), key: key, nonce: nonce, aad: [], by: engine) == nil)
            }
        }
    }
}
