// What is asked of every path, and which of several problems is the answer.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyTrust
import Testing

@Suite struct PathRuleTests {
    private let root: TestAuthority
    private let authority: TestAuthority

    init() throws {
        root = try TestAuthority(root: "Root")
        authority = try root.issue("Authority", extensions: TestAuthority.authority)
    }

    private func evaluation(
        of leaf: TestAuthority, through authorities: [TestAuthority], for use: CertificateUse = anyUse,
        at date: Double = TestAuthority.year.lowerBound + 1, trusting others: [TestAuthority]? = nil
    ) -> TrustEvaluation {
        TrustEvaluator(anchors: TrustAnchors(certificates: (others ?? [root]).map(\.certificate))).evaluation(
            of: leaf.certificate, through: authorities.map(\.certificate), for: [use], at: date)
    }

    @Test func `of several problems the kind that counts most is the answer`() throws {
        let leaf = try authority.issue(
            "Leaf", extensions: [CertificateDraft.extendedKeyUsage([1]), TestExtension.hosts("www.example.test")])
        let other = CertificateUse(.sslServer, host: "other.test")
        let late = TestAuthority.year.upperBound + 1
        func result(_ use: CertificateUse, at date: Double, trusting others: [TestAuthority]? = nil) -> TrustResult {
            evaluation(of: leaf, through: [authority], for: use, at: date, trusting: others).result
        }
        let now = TestAuthority.year.lowerBound + 1
        #expect(result(server, at: late) == untrusted(.expired))
        #expect(result(other, at: late) == untrusted(.wrongHost))
        #expect(result(other, at: now, trusting: []) == untrusted(.noTrustedRoot))
        #expect(result(CertificateUse(.email, host: "a@b.test"), at: late) == untrusted(.wrongUse))
        #expect(result(CertificateUse(.codeSigning), at: late, trusting: []) == untrusted(.noTrustedRoot))
    }

    @Test func `an issuer says that it is an authority`() throws {
        let silent = try root.issue("Silent", extensions: [CertificateDraft.keyUsage(.keyCertSign)])
        let leaf = try silent.issue("Leaf")
        #expect(evaluation(of: leaf, through: [silent]).result == untrusted(.noBasicConstraints))
        let none = try root.issue("None", extensions: [CertificateDraft.basicConstraints(isAuthority: false)])
        #expect(evaluation(of: try none.issue("Leaf"), through: [none]).result == untrusted(.notAuthority))
    }

    @Test func `an authority limits how many stand below it, but for those that issue themselves`() throws {
        let none = [
            CertificateDraft.basicConstraints(isAuthority: true, pathLength: 0),
            CertificateDraft.keyUsage(.keyCertSign),
        ]
        let last = try root.issue("Last", extensions: none)
        let again = try last.issue("Last", extensions: none)
        #expect(evaluation(of: try again.issue("Leaf"), through: [again, last]).result == .trusted)
        let below = try last.issue("Below", extensions: TestAuthority.authority)
        #expect(evaluation(of: try below.issue("Leaf"), through: [below, last]).result == untrusted(.pathTooLong))
    }

    @Test func `identifiers of keys agree`() throws {
        let named = try root.issue("Named", extensions: TestAuthority.authority + [TestExtension.keyID([1, 2, 3])])
        let right = try named.issue("Leaf", extensions: [TestExtension.authorityKeyID([1, 2, 3])])
        #expect(evaluation(of: right, through: [named]).result == .trusted)
        let wrong = try named.issue("Leaf", extensions: [TestExtension.authorityKeyID([1, 2, 4])])
        #expect(evaluation(of: wrong, through: [named]).result == untrusted(.wrongKeyID))
        // The authority has another certificate, with the right one.
        let twin = try root.issue(
            "Named", key: named, extensions: TestAuthority.authority + [TestExtension.keyID([1, 2, 4])])
        #expect(evaluation(of: wrong, through: [named, twin]).result == .trusted)
    }

    @Test func `a certificate names somebody`() throws {
        let nobody = CertificateDraft.name([])
        let critical = TestExtension.names((2, Array("www.example.test".utf8)), isCritical: true)
        let bare = try authority.issue("", name: nobody, extensions: [TestExtension.hosts("www.example.test")])
        #expect(evaluation(of: bare, through: [authority]).result == untrusted(.noSubject))
        let named = try authority.issue("", name: nobody, extensions: [critical])
        #expect(evaluation(of: named, through: [authority]).result == .trusted)
    }

    @Test func `an extension that is there twice, or cannot be read, makes no trust`() throws {
        let twice = try authority.issue(
            "Leaf", extensions: [TestExtension.hosts("a.test"), TestExtension.hosts("b.test")])
        #expect(evaluation(of: twice, through: [authority]).result == untrusted(.duplicateExtension))
        let broken = try authority.issue(
            "Leaf", extensions: [CertificateDraft.extension(37, isCritical: false, DERElement.sequence([]))])
        #expect(evaluation(of: broken, through: [authority]).result == untrusted(.unreadableExtension))
    }

    @Test func `mail needs a key for signatures or for encryption`() throws {
        let use = CertificateUse(.email)
        for (usage, isEnough) in [
            (KeyUsage.digitalSignature, true), (.nonRepudiation, false), ([.nonRepudiation, .keyEncipherment], true),
            (.keyAgreement, true), (.dataEncipherment, true), (.keyCertSign, false),
        ] as [(KeyUsage, Bool)] {
            let leaf = try authority.issue("Leaf", extensions: [CertificateDraft.keyUsage(usage)])
            let expected: TrustResult = isEnough ? .trusted : untrusted(.wrongKeyUsage)
            #expect(evaluation(of: leaf, through: [authority], for: use).result == expected)
            #expect(
                TrustEvaluator.checkUse(of: leaf.certificate, for: use, at: TestAuthority.year.lowerBound) == expected)
        }
        let code = try authority.issue(
            "Leaf", extensions: [CertificateDraft.keyUsage(.nonRepudiation), CertificateDraft.extendedKeyUsage([3])])
        #expect(evaluation(of: code, through: [authority], for: CertificateUse(.codeSigning)).result == .trusted)
    }

    @Test func `a server of EAP is one of several, which may be patterns`() throws {
        let leaf = try authority.issue(
            "Leaf", extensions: [CertificateDraft.extendedKeyUsage([1]), TestExtension.hosts("radius.example.test")])
        for (names, isMeant) in [
            (["radius.example.test"], true), (["other.test", "Radius.example.test"], true), (["*.example.test"], true),
            (["*.test"], false), (["other.test"], false), ([], false),
        ] as [([String], Bool)] {
            let use = CertificateUse(.eapServer, names: names)
            let expected: TrustResult = isMeant ? .trusted : untrusted(.wrongHost)
            #expect(evaluation(of: leaf, through: [authority], for: use).result == expected, "\(names)")
        }
    }

    @Test func `any number of certificates may be given`() throws {
        let others = try (0..<300).map { try root.issue("Other \($0)", extensions: TestAuthority.authority) }
        let leaf = try authority.issue("Leaf")
        #expect(evaluation(of: leaf, through: others + [authority]).result == .trusted)
        let copies = (0..<5000).map { _ in others[0] }
        #expect(evaluation(of: leaf, through: copies + [authority]).result == .trusted)
        // Of one name they are tried one after the other, and not for ever.
        let twins = try (0..<300).map { _ in try root.issue("Authority", extensions: TestAuthority.authority) }
        #expect(evaluation(of: leaf, through: twins + [authority]).result == untrusted(.tooComplex))
        #expect(evaluation(of: leaf, through: [authority] + twins).result == .trusted)
    }

    @Test func `an issuer is found though its name is written otherwise`() throws {
        // As a PrintableString, in capitals and with more blanks.
        let name = DERElement.sequence(
            DERElement.bytes(
                0x31,
                DERElement.sequence(
                    DERElement.objectIdentifier([0x55, 4, 3]) + DERElement.bytes(0x13, Array(" THE  Authority".utf8)))))
        let odd = try root.issue("", name: name, extensions: TestAuthority.authority)
        let same = try root.issue("the authority", key: odd, extensions: TestAuthority.authority)
        let leaf = try same.issue("Leaf")
        #expect(evaluation(of: leaf, through: [odd]).result == .trusted)
    }

    @Test func `more policies than are compared meet no demand`() throws {
        let many = (0..<600).flatMap { number in
            DERElement.sequence(
                DERElement.objectIdentifier([0x2a, 3, 0x81 + UInt8(number / 128), UInt8(number % 128)]))
        }
        let policies = CertificateDraft.extension(32, isCritical: false, DERElement.sequence(many))
        let leaf = try authority.issue("Leaf", extensions: [policies])
        #expect(evaluation(of: leaf, through: [authority]).result == untrusted(.policyMissing))
    }
}
