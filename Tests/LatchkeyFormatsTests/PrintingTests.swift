// What a PKCS#12 file holds prints how much that is, and no key.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@testable import LatchkeyFormats

@Suite struct PrintingTests {
    private let password = ItemSecret(TestSecret(exactly: "fixture-passphrase"))

    @Test func `the contents of a file show neither a key nor the name of one`() throws {
        let contents = try PKCS12Reader.contents(of: PKCS12Fixture.file("openssl.p12"), password: password)
        let key = try #require(contents.keys.first?.key)
        let octets = key.externalRepresentation.bytes.declassified(because: "a test looks for it")
        SecretLedger.record(octets)
        let printed = everyPrint(of: contents)
        for form in printedForms(of: octets) + ["The name"] {
            let isShown = printed.contains(form)
            #expect(!isShown)
        }
        // One key of them carries its name, which is no secret.
        let printedKeys = everyPrint(of: contents.keys)
        for form in printedForms(of: octets) {
            let isShown = printedKeys.contains(form)
            #expect(!isShown)
        }
        #expect("\(contents)" == "<1 keys and 2 certificates>")
    }
}
