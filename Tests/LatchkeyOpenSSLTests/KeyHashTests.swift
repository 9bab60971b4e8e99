// Hash functions, against the digests of `abc` (RFC 1321, FIPS 180-4) and a code of RFC 4231.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct KeyHashTests {
    /// Not arguments of the test, which are printed: to other tests one of them is a secret.
    private static let digests: [KeyHash: String] = [
        .md5: "900150983cd24fb0d6963f7d28e17f72", .sha1: "a9993e364706816aba3e25717850c26c9cd0d89d",
        .sha224: "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
        .sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        .sha384:
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
        .sha512:
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
            + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ]

    @Test(arguments: [KeyHash.md5, .sha1, .sha224, .sha256, .sha384, .sha512])
    func `a digest is the published one, in ordinary memory and in wiped memory`(hash: KeyHash) throws {
        let digest = try #require(Self.digests[hash])
        let message = Array("abc".utf8)
        let found = try unsafe message.withRawBytes { bytes throws(KeychainError) in
            try unsafe hash.digest(of: bytes)
        }
        #expect(hex(found) == digest)
        #expect(found.count == hash.size)
        let value = try hash.value(of: ItemSecret(SecretBytes(unrecorded: message)))
        #expect(value == ItemSecret(SecretBytes(unrecorded: found)))
    }

    /// Test case 2 of RFC 4231, section 4.3.
    @Test func `a code is the published one`() throws {
        let key = ItemSecret(SecretBytes(unrecorded: Array("Jefe".utf8)))
        let message = ItemSecret(SecretBytes(unrecorded: Array("what do ya want for nothing?".utf8)))
        let code = try #require(KeyHash.sha256.code(of: message, key: key))
        #expect(
            hex(code.bytes.declassified(because: "it is published"))
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { byte in String(byte >> 4, radix: 16) + String(byte & 15, radix: 16) }.joined()
    }
}
