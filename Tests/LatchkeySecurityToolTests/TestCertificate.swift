// A certificate that was made for the tests, with each kind of name.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyObjects
import LatchkeyCertificates
import LatchkeyModel
import LatchkeySecurityTool
import LatchkeyTestSupport
import Testing

/// Self-signed, with the subject `O=Example, CN=Alice Example, emailAddress=alice@example.org`, the alternative names
/// `www.example.org`, `*.example.net` and `A.Example@example.com`, valid from 2026-11-21 19:31:45 to 2036-11-18
/// 19:31:45 UTC.
let pemOfTestCertificate = """
    -----BEGIN CERTIFICATE-----
    MIICGTCCAb+gAwIBAgICEjQwCgYIKoZIzj0EAwIwTDEQMA4GA1UECgwHRXhhbXBs
    ZTEWMBQGA1UEAwwNQWxpY2UgRXhhbXBsZTEgMB4GCSqGSIb3DQEJARYRYWxpY2VA
    ZXhhbXBsZS5vcmcwHhcNMjYxMTIxMTkzMTQ1WhcNMzYxMTE4MTkzMTQ1WjBMMRAw
    DgYDVQQKDAdFeGFtcGxlMRYwFAYDVQQDDA1BbGljZSBFeGFtcGxlMSAwHgYJKoZI
    hvcNAQkBFhFhbGljZUBleGFtcGxlLm9yZzBZMBMGByqGSM49AgEGCCqGSM49AwEH
    A0IABAZLYVAtdnf31gDxW4WDyD1DyqtzayOwJ2a4z+eluBumhvibD/Zb04+1a3uq
    Lrs9lDqN16ZA2p29yDz/BkAOU+SjgZAwgY0wHQYDVR0OBBYEFAmaLwDwDKFigSFU
    oOA/sFh7OxvgMB8GA1UdIwQYMBaAFAmaLwDwDKFigSFUoOA/sFh7OxvgMEAGA1Ud
    EQQ5MDeCD3d3dy5leGFtcGxlLm9yZ4INKi5leGFtcGxlLm5ldIEVQS5FeGFtcGxl
    QGV4YW1wbGUuY29tMAkGA1UdEwQCMAAwCgYIKoZIzj0EAwIDSAAwRQIgIKHn+9HF
    lpfVEldbBRbd/9Yba6JDrR8vP8/qJL66lWcCIQD5pZl0e205igvmA2+9l4N7ynOL
    HsIwsTxevpB3qtlUrQ==
    -----END CERTIFICATE-----

    """

func testCertificate() throws -> Certificate {
    try #require(try ExternalItem.certificates(in: word(pemOfTestCertificate)).certificates.first)
}

/// Seconds since 2001-01-01 UTC of a date without separators.
func seconds(_ date: String) throws -> Double { try #require(DateText.seconds(fromCompact: date)) }
