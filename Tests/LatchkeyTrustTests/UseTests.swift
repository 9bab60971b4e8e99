// What a certificate is good for, whoever issued it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct UseTests {
    @Test func `nothing is asked of the issuer`() throws {
        for name in ["server", "self-signed", "of-foreign-root", "of-no-authority", "forged", "sha1", "root"] {
            #expect(try checkUse(name, for: anyUse) == .trusted, "\(name)")
        }
    }

    @Test func `extended key usage tells servers from clients`() throws {
        #expect(try checkUse("server", for: server) == .trusted)
        #expect(try checkUse("server", for: client) == untrusted(.wrongUse))
        #expect(try checkUse("client", for: client) == .trusted)
        #expect(try checkUse("client", for: server) == untrusted(.wrongUse))
        for policy in [server, client] {
            #expect(try checkUse("code-signer", for: policy) == untrusted(.wrongUse))
            #expect(try checkUse("any-use", for: policy) == .trusted)
            #expect(try checkUse("no-usage", for: policy) == .trusted)
        }
        #expect(try checkUse("code-signer", for: anyUse) == .trusted)
    }

    @Test func `the use counts for the certificates between it and the root as well`() throws {
        let through = ["client-intermediate"]
        #expect(try evaluate("of-client-intermediate", through: through) == .trusted)
        #expect(try evaluate("of-client-intermediate", through: through, for: server) == untrusted(.wrongUse))
        #expect(try checkUse("of-client-intermediate", for: server) == .trusted)
    }

    @Test(arguments: [
        "www.example.test", "WWW.Example.TEST", "www.example.test.", "one.wild.example.test", "192.0.2.1",
        "2001:db8::1",
        "2001:DB8:0:0::1",
    ])
    func `a host is found among the alternative names`(host: String) throws {
        #expect(try evaluate("server", for: CertificateUse(.sslServer, host: host)) == .trusted)
        #expect(try checkUse("server", for: CertificateUse(.sslServer, host: host)) == .trusted)
    }

    @Test(arguments: [
        "example.test", "example.test.evil", "xwww.example.test", "one.two.wild.example.test", "wild.example.test",
        "192.0.2.2",
        "192.0.2", "2001:db8::2", "[2001:db8::1]", "", ".", "*.wild.example.test", "www.example.test\0",
        "wẃw.example.test",
        "Example Server", "192.0.2.1.", "999.0.0.1", "localhost.", "..", "one..wild.example.test", ".wild.example.test",
        "www.example.test..",
    ])
    func `another host is not`(host: String) throws {
        #expect(try evaluate("server", for: CertificateUse(.sslServer, host: host)) == untrusted(.wrongHost))
        #expect(try checkUse("server", for: CertificateUse(.sslServer, host: host)) == untrusted(.wrongHost))
    }

    @Test(arguments: [
        "period.example.test", "period.example.test.", "one.test", "part1.example.test", "under_score.example.test",
        "-hyphen.example.test", "one.two.many.test", "test",
    ])
    func `names of certificates that are not strict count for nothing`(host: String) throws {
        #expect(try checkUse("odd-names", for: CertificateUse(.sslServer, host: host)) == untrusted(.wrongHost))
    }

    @Test func `a label of a host may have an underscore where a wildcard stands for it`() throws {
        let host = CertificateUse(.sslServer, host: "my_service.wild.example.test")
        #expect(try checkUse("server", for: host) == .trusted)
    }

    @Test func `the common name is no host`() throws {
        for name in ["common-name-only", "email-only"] {
            #expect(try checkUse(name, for: server) == .trusted)
            #expect(
                try checkUse(name, for: CertificateUse(.sslServer, host: "www.example.test")) == untrusted(.wrongHost))
        }
    }

    @Test func `a client's name is compared where one is given`() throws {
        #expect(try checkUse("any-use", for: CertificateUse(.sslClient, host: "www.example.test")) == .trusted)
        #expect(
            try checkUse("any-use", for: CertificateUse(.sslClient, host: "other.example.test"))
                == untrusted(.wrongHost))
    }

    @Test func `dates count`() throws {
        #expect(try checkUse("short-lived", for: anyUse) == untrusted(.expired))
        #expect(try checkUse("short-lived", for: anyUse, at: 600_000_000) == .trusted)
        #expect(try checkUse("not-yet-valid", for: anyUse) == untrusted(.notYetValid))
    }

    @Test func `a demand that is not understood is refused`() throws {
        #expect(try checkUse("unknown-demand", for: anyUse) == untrusted(.unknownDemand))
        #expect(try checkUse("of-unknown-key", for: anyUse) == untrusted(.unreadable))
    }

    @Test(arguments: [
        ("code-signer", true), ("server", false), ("client", false), ("no-usage", false), ("any-use", false),
    ]) func `code is signed by who is said to sign code, not by who may do anything`(name: String, isPermitted: Bool)
        throws
    {
        let expected: TrustResult = isPermitted ? .trusted : untrusted(.wrongUse)
        #expect(try checkUse(name, for: CertificateUse(.codeSigning)) == expected)
        #expect(try evaluate(name, for: CertificateUse(.codeSigning)) == expected)
    }

    @Test func `code is signed with a key that is for signatures`() throws {
        let use = CertificateUse(.codeSigning)
        #expect(try checkUse("agreement-signer", for: use) == untrusted(.wrongKeyUsage))
        #expect(try evaluate("agreement-signer", for: use) == untrusted(.wrongKeyUsage))
        #expect(try checkUse("agreement-signer", for: anyUse) == .trusted)
    }

    @Test(arguments: [
        ("email-only", true), ("no-usage", true), ("any-use", true), ("server", false), ("code-signer", false),
    ]) func `mail is for certificates that name it, any use, or none`(name: String, isPermitted: Bool) throws {
        let expected: TrustResult = isPermitted ? .trusted : untrusted(.wrongUse)
        #expect(try evaluate(name, for: CertificateUse(.email)) == expected)
    }

    @Test func `the policies of the interface are uses`() {
        #expect(CertificateUse(TrustPolicy.basic) == anyUse)
        #expect(CertificateUse(.sslServer(host: "a.example")) == CertificateUse(.sslServer, host: "a.example"))
        #expect(CertificateUse(.sslClient(host: nil)) == client)
    }

    @Test func `the host of a policy is not printed`() {
        let policies = [TrustPolicy.sslServer(host: "secret.example"), .sslClient(host: "secret.example")]
        let uses = policies.map { CertificateUse($0) }
        for value in policies as [Any] + uses as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            #expect(!"\(value) \(String(reflecting: value)) \(dumped)".contains("secret"))
        }
    }
}
