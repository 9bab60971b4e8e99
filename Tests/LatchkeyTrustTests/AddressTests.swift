// E-mail addresses are compared by their letters, and not by what looks like them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTestSupport
import Testing

@testable import LatchkeyTrust

@Suite struct AddressTests {
    // U+212A KELVIN SIGN is a "k" to Unicode, in lower case and by canonical equivalence.
    @Test(arguments: [("boss@bank.test", true), ("BOSS@Bank.Test", true), ("boss@ban\u{212a}.test", false)])
    func `a decision is about one address in any case`(address: String, isMeant: Bool) throws {
        let setting = TrustSetting(
            try TrustFixture.certificate("root"), .deny, for: .smime, name: "boss@bank.test")
        #expect(setting.applies(to: CertificateUse(.email, host: address)) == isMeant)
    }
}
