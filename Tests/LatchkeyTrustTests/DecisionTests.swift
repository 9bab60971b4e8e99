// What users have decided about certificates.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct DecisionTests {
    private let decisions: Deciding

    init() throws { decisions = try Deciding() }

    @Test func `a denial holds for the certificate with another signature`() throws {
        let server = try TrustFixture.certificate("server")
        let intermediate = try TrustFixture.certificate("intermediate")
        let otherServer = try server.withOtherSignature()
        let otherIntermediate = try intermediate.withOtherSignature()
        #expect(otherServer != server)
        #expect(decisions.evaluation(of: otherServer, through: [otherIntermediate]).result == .trusted)
        try decisions.decide(try setting("server", .deny))
        #expect(decisions.evaluation(of: otherServer, through: [intermediate]).result == untrusted(.denied))
        try decisions.decide(try setting("intermediate", .deny))
        #expect(decisions.evaluation(of: server, through: [otherIntermediate]).result == untrusted(.denied))
    }

    @Test(
        arguments: [
            ("root", .trustRoot, nil, nil), ("root", .trustRoot, .ssl, "www.example.test"),
            ("root", .deny, .smime, "me@example.test"), ("root", .deny, nil, "192.0.2.1"),
            ("intermediate", .trustAsRoot, nil, "me@example.test"), ("intermediate", .deny, .codeSign, nil),
        ] as [(String, TrustSetting.Result, TrustSetting.Use?, String?)])
    func `a decision that can count is taken`(
        name: String, result: TrustSetting.Result, use: TrustSetting.Use?, host: String?
    ) throws {
        let setting = TrustSetting(try TrustFixture.certificate(name), result, for: use, name: host)
        #expect(throws: Never.self) { try setting.requireEffect() }
    }

    @Test(
        arguments: [
            ("intermediate", .trustRoot, nil, nil), ("self-issued", .trustRoot, nil, nil),
            ("root", .trustAsRoot, nil, nil), ("root", .trustRoot, .basic, "www.example.test"),
            ("root", .deny, .codeSign, "www.example.test"), ("root", .trustRoot, .ssl, "me@example.test"),
            ("root", .trustRoot, .smime, "www.example.test"), ("root", .deny, nil, "no host"),
        ] as [(String, TrustSetting.Result, TrustSetting.Use?, String?)])
    func `a decision that never counts is refused`(
        name: String, result: TrustSetting.Result, use: TrustSetting.Use?, host: String?
    ) throws {
        let setting = TrustSetting(try TrustFixture.certificate(name), result, for: use, name: host)
        #expect(throws: KeychainError(.parameter, during: "")) { try setting.requireEffect() }
    }

    @Test func `a certificate names the algorithm that is signed`() throws {
        let intermediate = try TrustFixture.certificate("rsa-intermediate")
        // NULL for the parameters is taken away.
        let changed = try TrustFixture.certificate("rsa-server").withAlgorithm { Array($0.dropLast(2)) }
        #expect(decisions.evaluation(of: changed, through: [intermediate]).result == untrusted(.unreadable))
        #expect(TrustEvaluator.checkUse(of: changed, for: anyUse, at: TrustFixture.today) == untrusted(.unreadable))
        try decisions.decide(try setting("rsa-server", .deny))
        #expect(!decisions.evaluation(of: changed, through: [intermediate]).result.isTrusted)
    }

    @Test func `a denial of an authority holds for its other certificates, not for those of others`() throws {
        #expect(try decisions.result(of: "server", through: "crossed-intermediate") == .trusted)
        try decisions.decide(try setting("intermediate", .deny))
        #expect(try decisions.result(of: "server", through: "crossed-intermediate") == untrusted(.denied))
        #expect(try decisions.result(of: "crossed-intermediate") == untrusted(.denied))
        #expect(try decisions.result(of: "rsa-server", through: "rsa-intermediate") == .trusted)
    }

    @Test func `who trusts one certificate of a denied authority trusts that one`() throws {
        try decisions.decide(try setting("crossed-intermediate", .trustAsRoot), try setting("intermediate", .deny))
        #expect(try decisions.result(of: "server", through: "crossed-intermediate") == .trusted)
        #expect(try decisions.result(of: "intermediate") == untrusted(.denied))
        // A denial of the user counts for more than what the machine trusts.
        try decisions.decide(
            try setting("intermediate", .deny), byMachine: [try setting("crossed-intermediate", .trustAsRoot)])
        #expect(try decisions.result(of: "server", through: "crossed-intermediate") == untrusted(.denied))
    }

    @Test func `a denied root is none of the caller's`() throws {
        #expect(try decisions.result(of: "of-foreign-root", trusting: ["foreign-root"]) == .trusted)
        try decisions.decide(try setting("foreign-root", .deny))
        #expect(try decisions.result(of: "of-foreign-root", trusting: ["foreign-root"]) == untrusted(.denied))
    }

    @Test func `a root is trusted as one where it has signed itself, others as if they were roots`() throws {
        try decisions.decide(try setting("foreign-root", .trustRoot))
        #expect(try decisions.result(of: "of-foreign-root") == .trusted)
        try decisions.decide(try setting("foreign-root", .trustAsRoot))
        #expect(try decisions.result(of: "of-foreign-root") == untrusted(.noTrustedRoot))
        let issued = try TrustFixture.certificate("self-issued")
        let trustingNone = TrustEvaluator(anchors: TrustAnchors(certificates: []), settings: [decisions.user])
        for (name, result) in [("root", "self-issued"), ("server", "intermediate")] {
            let settings = try [TrustSetting.Result.trustRoot, .trustAsRoot].map { try setting(result, $0) }
            let leaf = name == "root" ? issued : try TrustFixture.certificate(name)
            let between = [try TrustFixture.certificate("intermediate")]
            try decisions.decide(settings[0])
            #expect(!trustingNone.evaluate(leaf, through: between, for: anyUse, at: TrustFixture.today).isTrusted)
            try decisions.decide(settings[1])
            #expect(trustingNone.evaluate(leaf, through: between, for: anyUse, at: TrustFixture.today).isTrusted)
        }
    }

    @Test(arguments: [TrustSetting.Result.unspecified, .trustRoot])
    func `what decides nothing does not hide the machine's denial`(result: TrustSetting.Result) throws {
        // An intermediate is no root.
        try decisions.decide(try setting("intermediate", result), byMachine: [try setting("intermediate", .deny)])
        #expect(try decisions.result(of: "server", through: "intermediate") == untrusted(.denied))
        try decisions.decide(
            try setting("intermediate", .trustAsRoot), byMachine: [try setting("intermediate", .deny)])
        #expect(try decisions.result(of: "server", through: "intermediate") == .trusted)
    }

    @Test(arguments: [
        ("WWW.Example.Test.", "www.example.test"), ("www.example.test", "WWW.example.test."),
        ("2001:DB8:0::1", "2001:db8::1"),
    ])
    func `a decision for a host holds for each spelling of it`(name: String, host: String) throws {
        try decisions.decide(try setting("intermediate", .deny, name: name))
        let use = CertificateUse(.sslServer, host: host)
        #expect(try decisions.result(of: "server", through: "intermediate", for: [use]) == untrusted(.denied))
        let other = CertificateUse(.sslServer, host: "one.wild.example.test")
        #expect(try decisions.result(of: "server", through: "intermediate", for: [other]) == .trusted)
        #expect(try decisions.result(of: "server", through: "intermediate") == .trusted)
    }

    @Test func `a certificate that is trusted itself need be no authority`() throws {
        let host = CertificateUse(.sslServer, host: "www.example.test")
        #expect(try decisions.result(of: "self-signed", for: [host], trusting: ["self-signed"]) == .trusted)
        #expect(
            try decisions.result(of: "self-signed", for: [client], trusting: ["self-signed"]) == untrusted(.wrongUse))
        try decisions.decide(try setting("self-signed", .trustRoot))
        #expect(try decisions.result(of: "self-signed", for: [host]) == .trusted)
        let other = CertificateUse(.sslServer, host: "example.test")
        #expect(try decisions.result(of: "self-signed", for: [other]) == untrusted(.wrongHost))
        // It still issues nothing.
        try decisions.decide(try setting("no-authority", .trustAsRoot))
        #expect(try decisions.result(of: "of-no-authority", through: "no-authority") == untrusted(.notAuthority))
    }

    @Test func `several uses hold of one chain, and a decision counts for all of them`() throws {
        #expect(try decisions.result(of: "both-uses", through: "intermediate", for: [server, client]) == .trusted)
        #expect(
            try decisions.result(of: "server", through: "intermediate", for: [server, client]) == untrusted(.wrongUse))
        try decisions.decide(try setting("foreign-root", .trustRoot, for: .ssl))
        #expect(try decisions.result(of: "of-foreign-root", for: [server]) == .trusted)
        #expect(try decisions.result(of: "of-foreign-root", for: [server, anyUse]) == untrusted(.noTrustedRoot))
        try decisions.decide(try setting("intermediate", .deny, for: .ssl))
        #expect(
            try decisions.result(of: "server", through: "intermediate", for: [anyUse, server]) == untrusted(.denied))
    }
}
