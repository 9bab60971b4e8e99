// The tables of Blowfish, which nobody else has at hand. What is hashed with them is in LatchkeyFormatsTests.
// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import LatchkeyOpenSSL

@Suite struct BlowfishTests {
    @Test func `the tables of Blowfish begin with pi`() {
        #expect(Blowfish.initialState.count == 18 + 4 * 256)
        #expect(Blowfish.initialState.first == 0x243f_6a88 && Blowfish.initialState.last == 0x3ac3_72e6)
    }
}
