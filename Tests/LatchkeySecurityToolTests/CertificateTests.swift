// How certificates are chosen and listed.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeySecurityTool
import LatchkeyTestSupport
import Testing

@Suite struct CertificateTests {
    @Test(arguments: [
        (CertificateCriteria(), true),
        (CertificateCriteria(commonName: "Alice Example"), true),
        (CertificateCriteria(commonName: "CE EX"), true),
        (CertificateCriteria(commonName: "Bob"), false),
        // The organisation is no common name.
        (CertificateCriteria(commonName: "O=Example"), false),
        (CertificateCriteria(emailAddress: "ALICE@example.org"), true),
        (CertificateCriteria(emailAddress: "a.example@example.com"), true),
        (CertificateCriteria(emailAddress: "alice@example"), false),
        (CertificateCriteria(commonName: "Alice", emailAddress: "bob@example.org"), false),
    ]) func `a name matches in part and an address as a whole, in any case`(
        criteria: CertificateCriteria, isMet: Bool
    ) throws {
        #expect(criteria.isMet(by: try testCertificate()) == isMet)
    }

    @Test(arguments: [
        ("148E1922A22DFFD9EC48CD24AABFAE32C028CB80", true), ("148e1922a22dffd9ec48cd24aabfae32c028cb80", true),
        ("148E1922A22DFFD9EC48CD24AABFAE32C028CB81", false),
    ]) func `a hash is the whole hash`(digits: String, isMet: Bool) throws {
        let criteria = CertificateCriteria(hash: try CertificateCriteria.hash(from: word(digits)))
        #expect(criteria.isMet(by: try testCertificate()) == isMet)
        let long = CertificateCriteria(hash: try testCertificate().sha256)
        #expect(long.isMet(by: try testCertificate()))
    }

    @Test(arguments: ["", "14", "148E1922A22DFFD9EC48CD24AABFAE32C028CB8", String(repeating: "z", count: 40)])
    func `what is no hash shows the usage`(digits: String) {
        #expect {
            _ = try CertificateCriteria.hash(from: word(digits))
        } throws: { error in
            (error as? CommandFailure)?.result == 2
        }
    }

    @Test func `identities are listed as on macOS`() {
        let entries = [
            IdentityListing.Entry(hash: [0xab, 0x01], name: "Old", problem: "CSSMERR_TP_CERT_EXPIRED"),
            IdentityListing.Entry(hash: [0xcd], name: "New\u{1b}[2J\u{202e}", problem: nil),
        ]
        #expect(
            IdentityListing.text(of: entries, for: .smime, validOnly: false) == """

                Policy: S/MIME
                  Matching identities
                  1) AB01 "Old" (CSSMERR_TP_CERT_EXPIRED)
                  2) CD "New?[2J?"
                     2 identities found

                  Valid identities only
                  1) CD "New?[2J?"
                     1 valid identities found

                """)
        #expect(
            IdentityListing.text(of: [], for: .basic, validOnly: true) == "     0 valid identities found\n")
    }
}
