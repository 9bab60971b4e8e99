// The numbers of RSA keys that OpenSSH leaves out.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyOpenSSL
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct RSARemainderTests {
    private func number(_ bytes: [UInt8]) -> ItemSecret { ItemSecret(SecretBytes(unrecorded: bytes)) }

    @Test(arguments: [
        ([0x03, 0xe8], [0x0b], [0x00]), ([0x03, 0xe9], [0x0b], [0x01]), ([0x10, 0x00], [0x01, 0x00], [0x10]),
    ])
    func `the remainder is that of the prime less one`(value: [UInt8], prime: [UInt8], remainder: [UInt8]) {
        // Zero has no bytes, and is none that a key could have.
        let expected = remainder == [0] ? nil : number(remainder)
        #expect(RSARemainder.of(number(value), modulo: number(prime)) == expected)
    }

    @Test func `there is none of what is no prime, and none of numbers longer than a key has`() {
        for prime in [[], [0], [1]] as [[UInt8]] {
            #expect(RSARemainder.of(number([5]), modulo: number(prime)) == nil)
        }
        let long = [UInt8](repeating: 1, count: 2049)
        #expect(RSARemainder.of(number(long), modulo: number([7])) == nil)
        #expect(RSARemainder.of(number([7]), modulo: number(long)) == nil)
    }
}
