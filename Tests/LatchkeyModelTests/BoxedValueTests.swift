// What few calls bring along lies behind one pointer, and is a value nonetheless.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct BoxedValueTests {
    @Test func `a copy of an authentication is changed alone`() {
        var first = Authentication()
        first.reason = "to log in"
        first.reuseSeconds = 5
        var second = first
        second.reason = "to pay"
        second.context = ContextIdentifier(high: 1, low: 2)
        #expect(first.reason == "to log in" && first.reuseSeconds == 5 && first.context == nil)
        #expect(second.reason == "to pay" && second.reuseSeconds == 5 && second.context != nil)
    }

    @Test func `authentications are equal that say the same, however they came to it`() {
        var first = Authentication(.fail)
        first.cancelTitle = "No"
        first.applicationPassword = ItemSecret(TestSecret("password-of-the-program"))
        var second = Authentication(.fail)
        second.reason = "for a moment"
        second.applicationPassword = ItemSecret(TestSecret("password-of-the-program"))
        let isEqualTooEarly = first == second
        second.cancelTitle = "No"
        second.reason = ""
        let isEqual = first == second && first.hashValue == second.hashValue
        #expect(!isEqualTooEarly && isEqual)
        second.cancelTitle = ""
        second.applicationPassword = nil
        let saysNothing = second == Authentication(.fail)
        #expect(saysNothing)
    }

    @Test func `a copy of a query has its own conditions on certificates`() {
        let plain = ItemQuery(itemClass: .certificate)
        var query = plain
        query.certificateConditions.trustedOnly = true
        var copy = query
        copy.certificateConditions.issuers = [[1]]
        copy.certificateConditions.trustedOnly = false
        #expect(!plain.hasCertificateConditions && !plain.followsIssuers)
        #expect(query.certificateConditions.trustedOnly && query.certificateConditions.issuers.isEmpty)
        #expect(copy.followsIssuers && !copy.certificateConditions.trustedOnly)
        copy.certificateConditions.issuers = []
        #expect(copy == plain)
    }
}
