// What makes an identity valid in the listing of `find-identity`.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyObjects
import LatchkeyCertificates
import LatchkeyModel
import LatchkeySecurityTool
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct IdentityTrustTests {
    let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    /// What is said of a certificate where the keychain holds `intermediates`.
    private func problem(
        of certificate: Certificate?, for policy: CertificatePolicy = .basic, name: String? = nil,
        through intermediates: [String] = ["intermediate"], trusting anchors: String = TrustFixture.anchors,
        at now: Double = TrustFixture.today
    ) throws -> String? {
        let context = ToolContext(client: home.client)
        let keychain = NamedKeychain(name: "login", path: home.keychain)
        let importer = ItemImporter(into: keychain, context)
        for name in intermediates { _ = try importer.add(try TrustFixture.certificate(name)) }
        let trust = IdentityTrust(
            for: policy, name: name, through: intermediates.isEmpty ? [] : [keychain], context,
            anchors: TrustAnchors(files: [anchors]))
        return try trust.problem(of: certificate, at: now)
    }

    @Test(
        arguments: [
            ("server", nil), ("self-signed", "CSSMERR_TP_NOT_TRUSTED"), ("short-lived", "CSSMERR_TP_CERT_EXPIRED"),
            ("not-yet-valid", "CSSMERR_TP_CERT_NOT_VALID_YET"), ("forged", "CSSMERR_TP_NOT_TRUSTED"),
            ("of-foreign-root", "CSSMERR_TP_NOT_TRUSTED"), ("short-key", "CSSMERR_CSP_UNSUPPORTED_KEY_SIZE"),
            ("unknown-demand", "CSSMERR_APPLETP_UNKNOWN_CRITICAL_EXTEN"),
        ] as [(String, String?)]) func `an identity is valid with a chain to a root`(name: String, expected: String?)
        throws
    {
        #expect(try problem(of: try TrustFixture.certificate(name)) == expected)
    }

    @Test(
        arguments: [
            ("of-expired-intermediate", "expired-intermediate", "CSSMERR_TP_CERT_EXPIRED"),
            ("of-no-authority", "no-authority", "CSSMERR_APPLETP_INVALID_CA"),
            ("of-crl-intermediate", "crl-intermediate", "CSSMERR_APPLETP_INVALID_KEY_USAGE"),
            ("of-version-1", "version-1-intermediate", "CSSMERR_APPLETP_NO_BASIC_CONSTRAINTS"),
            ("wildcard", "excluding-intermediate", "CSSMERR_TP_INVALID_CERTIFICATE"), ("sha1", "rsa-intermediate", nil),
            ("rsa-server", "rsa-intermediate", nil),
        ] as [(String, String, String?)]) func `what is wrong with the chain is said`(
            name: String, intermediate: String, expected: String?
        ) throws
    {
        #expect(try problem(of: try TrustFixture.certificate(name), through: [intermediate]) == expected)
    }

    @Test func `what stands between an identity and the root comes from the keychain`() throws {
        let server = try TrustFixture.certificate("server")
        #expect(try problem(of: server, through: ["rsa-intermediate"]) == "CSSMERR_TP_NOT_TRUSTED")
        #expect(try problem(of: server, through: ["intermediate"]) == nil)
        #expect(try problem(of: server, through: []) == "CSSMERR_TP_NOT_TRUSTED")
    }

    @Test func `a root of the keychain is none of the system`() throws {
        let foreign = try TrustFixture.certificate("of-foreign-root")
        #expect(try problem(of: foreign, through: ["foreign-root"]) == "CSSMERR_TP_NOT_TRUSTED")
        let missing = home.path + "/nothing"
        #expect(
            try problem(of: try TrustFixture.certificate("server"), trusting: missing) == "CSSMERR_TP_NOT_TRUSTED")
    }

    @Test(
        arguments: [
            ("server", .sslServer, nil), ("server", .eap, nil), ("server", .ipsec, nil),
            ("server", .sslClient, "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE"),
            ("server", .smime, "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE"),
            ("server", .codesigning, "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE"),
            ("client", .sslClient, nil), ("client", .sslServer, "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE"),
            ("client", .ipsec, nil), ("code-signer", .codesigning, nil), ("email-only", .smime, nil),
            ("email-only", .ichat, nil), ("no-usage", .codesigning, "CSSMERR_APPLETP_INVALID_EXTENDED_KEY_USAGE"),
            // Apple alone issues these.
            ("server", .macAppStore, "CSSMERR_TP_NOT_TRUSTED"), ("server", .appleID, "CSSMERR_TP_NOT_TRUSTED"),
        ] as [(String, CertificatePolicy, String?)]) func `a policy asks what the certificate is for`(
            name: String, policy: CertificatePolicy, expected: String?
        ) throws
    {
        #expect(try problem(of: try TrustFixture.certificate(name), for: policy) == expected)
    }

    @Test(
        arguments: [
            ("20191231235959Z", "CSSMERR_TP_CERT_NOT_VALID_YET"), ("20200101000000Z", nil), ("20210101000000Z", nil),
            ("20210101000001Z", "CSSMERR_TP_CERT_EXPIRED"),
        ] as [(String, String?)]) func `an identity is valid within the dates of its certificate`(
            date: String, expected: String?
        ) throws
    {
        #expect(try problem(of: try TrustFixture.certificate("short-lived"), at: try seconds(date)) == expected)
    }

    @Test(
        arguments: [
            ("server", .sslServer, "www.example.test", nil), ("server", .eap, "one.wild.example.test", nil),
            ("server", .ipsec, "WWW.example.test", nil),
            ("server", .sslServer, "example.test", "CSSMERR_APPLETP_HOSTNAME_MISMATCH"),
            ("server", .ipsec, "example.test", "CSSMERR_APPLETP_HOSTNAME_MISMATCH"),
            ("server", .basic, "anything", nil), ("client", .sslClient, "anything", nil),
            ("email-only", .smime, "ME@example.test", nil),
            ("email-only", .ichat, "you@example.test", "CSSMERR_APPLETP_SMIME_EMAIL_ADDRS_NOT_FOUND"),
        ] as [(String, CertificatePolicy, String, String?)]) func `a policy looks at the name that is asked for`(
            certificate: String, policy: CertificatePolicy, name: String, expected: String?
        ) throws
    {
        #expect(try problem(of: try TrustFixture.certificate(certificate), for: policy, name: name) == expected)
    }

    /// Nobody has issued this one, but it has names of every kind.
    @Test(arguments: [
        (CertificatePolicy.sslServer, "www.example.org", true), (.sslServer, "any.example.net", true),
        (.ipsec, "any.example.net", true), (.sslServer, "one.any.example.net", false),
        (.sslServer, ".example.net", false), (.eap, "example.org", false),
        // The common name is no host.
        (.sslServer, "alice example", false), (.smime, "alice@example.org", true),
        (.ichat, "A.EXAMPLE@example.com", true), (.smime, "bob@example.org", false),
    ]) func `another name is said before the chain that is not there`(
        policy: CertificatePolicy, name: String, isItsName: Bool
    ) throws {
        let found = try problem(
            of: try testCertificate(), for: policy, name: name, at: try seconds("20270101000000Z"))
        let mismatches = ["CSSMERR_APPLETP_HOSTNAME_MISMATCH", "CSSMERR_APPLETP_SMIME_EMAIL_ADDRS_NOT_FOUND"]
        #expect(try !mismatches.contains(#require(found)) == isItsName)
    }

    @Test func `what is no certificate is never valid`() throws {
        #expect(try problem(of: nil) == "CSSMERR_TP_INVALID_CERTIFICATE")
    }
}
