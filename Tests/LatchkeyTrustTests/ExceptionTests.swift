// What is overlooked of a chain, and what never is.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct ExceptionTests {
    /// Nobody trusts its roots.
    private let stranger = TrustEvaluator(anchors: TrustAnchors(certificates: []))
    private let otherHost = CertificateUse(.sslServer, host: "other.example.test")

    private func exceptions(
        _ name: String, through between: String..., for use: CertificateUse = anyUse,
        at date: Double = TrustFixture.today, by evaluator: TrustEvaluator = evaluator
    ) throws -> TrustExceptions {
        try evaluator.exceptions(
            of: TrustFixture.certificate(name), through: between.map(TrustFixture.certificate), for: [use], at: date,
            trusting: nil, onlyThese: false)
    }

    private func evaluation(
        _ name: String, through between: String..., for use: CertificateUse = anyUse,
        at date: Double = TrustFixture.today, by evaluator: TrustEvaluator = evaluator,
        excusing exceptions: TrustExceptions
    ) throws -> TrustEvaluation {
        try evaluator.evaluation(
            of: TrustFixture.certificate(name), through: between.map(TrustFixture.certificate), for: [use], at: date,
            trusting: nil, onlyThese: false, excusing: exceptions)
    }

    @Test func `everything that is wrong with a chain is overlooked together`() throws {
        let needed = try exceptions("short-lived", through: "intermediate", "root", for: otherHost, by: stranger)
        let found = try evaluation(
            "short-lived", through: "intermediate", "root", for: otherHost, by: stranger, excusing: needed)
        #expect(found.result == .trusted)
        #expect(found.isByException && !found.isByDecision)
        #expect(found.chain == (try ["short-lived", "intermediate", "root"].map(TrustFixture.certificate)))
    }

    @Test func `what was not wrong when it was decided is not overlooked`() throws {
        // In time, and so without an exception for dates.
        let inTime = try exceptions("short-lived", through: "intermediate", for: otherHost, at: 600_000_000)
        #expect(
            try evaluation("short-lived", through: "intermediate", for: otherHost, at: 600_000_000, excusing: inTime)
                .result == .trusted)
        #expect(
            try evaluation("short-lived", through: "intermediate", for: otherHost, excusing: inTime).result
                == untrusted(.expired))
        let expired = try exceptions("short-lived", through: "intermediate")
        #expect(
            try evaluation("short-lived", through: "intermediate", for: otherHost, excusing: expired).result
                == untrusted(.wrongHost))
        // In 2120 the issuer has expired too, which nobody has overlooked.
        #expect(
            try evaluation("short-lived", through: "intermediate", at: 3_800_000_000, excusing: expired).result
                == untrusted(.expired))
    }

    @Test(
        arguments: [
            ("self-signed", []), ("of-foreign-root", ["foreign-root"]), ("server", []), ("forged", []),
            ("of-expired-intermediate", ["expired-intermediate"]), ("sha1", ["rsa-intermediate"]),
            ("not-yet-valid", ["intermediate"]),
        ] as [(String, [String])])
    func `a chain without a root, out of time or weakly signed can be overlooked`(
        name: String, between: [String]
    ) throws {
        let certificate = try TrustFixture.certificate(name)
        let others = try between.map(TrustFixture.certificate)
        let needed = evaluator.exceptions(
            of: certificate, through: others, for: [server], at: TrustFixture.today, trusting: nil, onlyThese: false)
        func result(_ exceptions: TrustExceptions) -> TrustResult {
            evaluator.evaluation(
                of: certificate, through: others, for: [server], at: TrustFixture.today, trusting: nil,
                onlyThese: false, excusing: exceptions
            ).result
        }
        #expect(try evaluate(name, through: between, for: server) != .trusted)
        #expect(result(needed) == .trusted)
        #expect(try result(exceptions("server", through: "intermediate")) != .trusted)
    }

    @Test(arguments: [
        ("of-no-authority", "no-authority"), ("of-crl-intermediate", "crl-intermediate"),
        ("of-version-1", "version-1-intermediate"), ("wildcard", "excluding-intermediate"),
        ("short-key", "intermediate"), ("unknown-demand", "intermediate"), ("of-unknown-key", "intermediate"),
    ])
    func `a chain that is signed by who may not, or not understood, is not`(name: String, intermediate: String) throws {
        let needed = try exceptions(name, through: intermediate)
        #expect(try evaluation(name, through: intermediate, excusing: needed).result != .trusted)
    }

    @Test func `what a user denies is not`() throws {
        let deciding = try Deciding()
        try deciding.decide(setting("intermediate", .deny))
        let denying = TrustEvaluator(anchors: TrustAnchors(files: [TrustFixture.anchors]), settings: [deciding.user])
        let needed = try exceptions("short-lived", through: "intermediate")
        #expect(
            try evaluation("short-lived", through: "intermediate", by: denying, excusing: needed).result
                == untrusted(.denied))
        let own = try exceptions("short-lived", through: "intermediate", by: denying)
        #expect(
            try evaluation("short-lived", through: "intermediate", by: denying, excusing: own).result
                == untrusted(.denied))
    }

    @Test func `another chain of the same certificate is not overlooked`() throws {
        let needed = try exceptions("short-lived", through: "intermediate")
        #expect(
            try evaluation("short-lived", through: "crossed-intermediate", excusing: needed).result
                == untrusted(.expired))
    }

    @Test func `an issuer with certificates that lead nowhere is in no way`() throws {
        let between = ["stranded-intermediate", "intermediate"]
        func evaluation(_ between: [String], excusing exceptions: TrustExceptions) throws -> TrustEvaluation {
            try evaluator.evaluation(
                of: TrustFixture.certificate("short-lived"), through: between.map(TrustFixture.certificate),
                for: [otherHost], at: TrustFixture.today, trusting: nil, onlyThese: false, excusing: exceptions)
        }
        let needed = try exceptions("short-lived", through: between[0], between[1], for: otherHost)
        let found = try evaluation(between, excusing: needed)
        #expect(found.result == .trusted && found.isByException)
        #expect(found.chain == (try ["short-lived", "intermediate", "root"].map(TrustFixture.certificate)))
        #expect(try evaluation(["intermediate"], excusing: needed).result == .trusted)
        #expect(try evaluation(["stranded-intermediate"], excusing: needed).result != .trusted)
        let dates = try exceptions("short-lived", through: between[0], between[1])
        #expect(try evaluation(between, excusing: dates).result == untrusted(.wrongHost))
    }

    @Test func `what has expired is not overlooked where it is not valid yet, nor the other way round`() throws {
        let (early, late) = (500_000_000.0, 3_800_000_000.0)
        let expired = try exceptions("self-signed", at: late)
        let tooEarly = try exceptions("self-signed", at: early)
        #expect(try evaluation("self-signed", at: late, excusing: expired).result == .trusted)
        #expect(try evaluation("self-signed", at: early, excusing: tooEarly).result == .trusted)
        #expect(try evaluation("self-signed", at: early, excusing: expired).result == untrusted(.notYetValid))
        #expect(try evaluation("self-signed", at: late, excusing: tooEarly).result == untrusted(.expired))
        for kept in [expired, tooEarly] { #expect(TrustExceptions(decoding: kept.encoded) == kept) }
    }

    @Test func `exceptions are kept as bytes, and no others are read`() throws {
        let kept = try exceptions("short-lived", through: "intermediate", "root", for: otherHost, by: stranger)
        let bytes = kept.encoded
        #expect(TrustExceptions(decoding: bytes) == kept)
        #expect(kept.begin(with: try TrustFixture.certificate("short-lived")))
        #expect(!kept.begin(with: try TrustFixture.certificate("intermediate")))
        for count in bytes.indices { #expect(TrustExceptions(decoding: Array(bytes[..<count])) == nil) }
        #expect(TrustExceptions(decoding: bytes + [0]) == nil)
        for (place, byte) in [(0, 0), (4, 2), (5, 0), (5, 4), (5, 255), (38, 4), (bytes.count - 1, 0x40)] {
            var other = bytes
            other[place] = UInt8(byte)
            #expect(TrustExceptions(decoding: other) == nil, "byte \(place)")
        }
        #expect(!"\(kept) \(String(reflecting: kept))".contains("digest"))
    }
}
