// Chains to the roots.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct ChainTests {
    @Test func `a chain over an intermediate to a root is trusted`() throws {
        #expect(try evaluate("server") == .trusted)
        #expect(try evaluate("rsa-server", through: ["rsa-intermediate"]) == .trusted)
        #expect(try evaluate("client") == .trusted)
    }

    @Test func `without the intermediate there is no chain`() throws {
        #expect(try evaluate("server", through: []) == untrusted(.noTrustedRoot))
        #expect(try evaluate("server", through: ["rsa-intermediate", "root"]) == untrusted(.noTrustedRoot))
    }

    @Test func `an intermediate is trusted, and a root itself`() throws {
        #expect(try evaluate("intermediate", through: []) == .trusted)
        #expect(try evaluate("root", through: []) == .trusted)
    }

    @Test func `a certificate that vouches for itself is not trusted`() throws {
        #expect(try evaluate("self-signed") == untrusted(.noTrustedRoot))
        #expect(try evaluate("self-signed", through: ["self-signed"]) == untrusted(.noTrustedRoot))
    }

    @Test func `a root that came with the certificates is not trusted`() throws {
        #expect(try evaluate("of-foreign-root", through: ["foreign-root"]) == untrusted(.noTrustedRoot))
        #expect(try evaluate("foreign-root", through: ["foreign-root"]) == untrusted(.noTrustedRoot))
    }

    @Test func `a name alone does not make an issuer`() throws {
        #expect(try evaluate("forged") == untrusted(.noTrustedRoot))
    }

    @Test(arguments: [
        ("of-no-authority", "no-authority", TrustProblem.notAuthority),
        ("of-crl-intermediate", "crl-intermediate", .wrongKeyUsage),
        ("of-expired-intermediate", "expired-intermediate", .expired), ("of-expired-root", "root", .expired),
        ("of-short-key", "short-key-intermediate", .weakKey), ("short-key", "intermediate", .weakKey),
        ("unknown-demand", "intermediate", .unknownDemand),
        ("of-version-1", "version-1-intermediate", .noBasicConstraints),
        ("wildcard", "excluding-intermediate", .nameNotPermitted), ("of-unknown-key", "intermediate", .unreadable),
    ])
    func `one thing wrong in a chain is enough`(name: String, intermediate: String, problem: TrustProblem) throws {
        #expect(try evaluate(name, through: [intermediate]) == untrusted(problem))
    }

    @Test func `an intermediate may have no intermediate below it where it says so`() throws {
        // `intermediate` has a path length of 0, and is not the issuer of `rsa-intermediate`.
        #expect(try evaluate("rsa-intermediate") == .trusted)
        #expect(try evaluate("long-01") == .trusted)
        let through = ["below-intermediate", "intermediate"]
        #expect(try evaluate("of-below", through: through) == untrusted(.pathTooLong))
        // The authority below it is no authority's issuer, and so its own certificate is good.
        #expect(try evaluate("below-intermediate") == .trusted)
    }

    @Test func `a certificate of version 1 issues where it is a root`() throws {
        let evaluator = TrustEvaluator(
            anchors: TrustAnchors(certificates: [try TrustFixture.certificate("version-1-root")]))
        let leaf = try TrustFixture.certificate("of-version-1-root")
        #expect(evaluator.evaluate(leaf, through: [], for: server, at: TrustFixture.today) == .trusted)
    }

    @Test func `an issuer excludes hosts however it and the certificate write them`() throws {
        let host = CertificateUse(.sslServer, host: "www.example.test")
        #expect(try evaluate("beside-excluded", through: ["excluding-intermediate"], for: host) == .trusted)
        #expect(
            try evaluate("oddly-excluded", through: ["odd-excluding-intermediate"], for: host)
                == untrusted(.nameNotPermitted))
    }

    @Test func `a signature over SHA-1 makes no server of TLS`() throws {
        #expect(try evaluate("sha1", through: ["rsa-intermediate"], for: server) == untrusted(.weak))
        #expect(try evaluate("sha1", through: ["rsa-intermediate"]) == .trusted)
        #expect(try evaluate("sha1", through: ["rsa-intermediate"], for: CertificateUse(.teamCode)) != .trusted)
    }

    @Test func `a signature with PSS is verified`() throws {
        #expect(try evaluate("pss", through: ["rsa-intermediate"], for: server) == .trusted)
        #expect(try evaluate("pss", through: ["intermediate"]) == untrusted(.noTrustedRoot))
        #expect(try evaluate("long-salt", through: ["rsa-intermediate"]) == untrusted(.unreadable))
    }

    @Test func `a chain may have ten certificates, no more`() throws {
        let authorities = (1...11).map { $0 < 10 ? "long-0\($0)" : "long-\($0)" }
        #expect(try evaluate("long-09", through: authorities) == .trusted)
        #expect(try evaluate("long-10", through: authorities) == untrusted(.tooComplex))
        #expect(try evaluate("long-server", through: authorities) == untrusted(.tooComplex))
    }

    @Test func `authorities that issue one another do not keep it busy`() throws {
        let clock = ContinuousClock()
        var result: TrustResult?
        let time = try clock.measure { result = try evaluate("of-mesh", through: ["mesh"]) }
        #expect(result == untrusted(.tooComplex))
        #expect(time < .seconds(10))
    }

    @Test func `dates count to the second`() throws {
        // 2020-01-01 00:00:00 and 2021-01-01 00:00:00.
        let first = 599_529_600.0
        let last = 631_152_000.0
        for date in [first, last] { #expect(try evaluate("short-lived", at: date) == .trusted) }
        #expect(try evaluate("short-lived", at: first - 1) == untrusted(.notYetValid))
        #expect(try evaluate("short-lived", at: last + 1) == untrusted(.expired))
        #expect(try evaluate("not-yet-valid") == untrusted(.notYetValid))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, .greatestFiniteMagnitude])
    func `no absurd date is within a certificate's`(date: Double) throws {
        #expect(try evaluate("server", at: date) != .trusted)
        #expect(try checkUse("server", for: anyUse, at: date) != .trusted)
    }
}
