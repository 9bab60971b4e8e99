// Which protection is weaker than another.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import Testing

@Suite struct ProtectionClassTests {
    @Test func `a class is weaker if its items are there at more times, in more places, or without a password`() {
        let weaker: [ProtectionClass: Set<ProtectionClass>] = [
            .akpu: [.ak, .ck, .dk, .aku, .cku, .dku], .aku: [.ak, .ck, .dk, .cku, .dku], .ak: [.ck, .dk, .cku, .dku],
            .cku: [.ak, .ck, .dk, .dku], .ck: [.dk, .dku], .dku: [.ak, .ck, .dk], .dk: [],
        ]
        for old in ProtectionClass.allCases {
            let found = Set(ProtectionClass.allCases.filter { $0.isWeaker(than: old) })
            #expect(found == weaker[old], "\(old)")
        }
    }

    @Test func `other proofs than those that were asked for are weaker, and proofs of an item without any are not`() {
        let plain = AccessControl(protection: .ak, flags: nil)
        let asking = AccessControl(protection: .ak, flags: AccessControl.userPresence)
        let finger = AccessControl(protection: .ak, flags: AccessControl.biometryAny)
        #expect(plain.isWeaker(than: asking))
        #expect(finger.isWeaker(than: asking))
        #expect(!asking.isWeaker(than: plain))
        #expect(!asking.isWeaker(than: asking))
        #expect(AccessControl(protection: .dk, flags: AccessControl.userPresence).isWeaker(than: asking))
    }
}
