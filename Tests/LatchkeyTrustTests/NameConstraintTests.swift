// The names that an authority may issue certificates for.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyTrust
import Testing

@Suite struct NameConstraintTests {
    private let root: TestAuthority

    init() throws { root = try TestAuthority(root: "Root") }

    /// A name beside a constraint, and whether it is below that.
    struct Case: Sendable, CustomTestStringConvertible {
        let tag: UInt8
        let name: [UInt8]
        let constraint: [UInt8]
        /// Whether it may be issued if the constraint permits, and if it excludes.
        let isPermitted: Bool
        let isLeft: Bool
        var testDescription: String {
            "\(String(decoding: name, as: UTF8.self)) \(String(decoding: constraint, as: UTF8.self))"
        }

        init(_ tag: UInt8, _ name: String, _ constraint: String, below: Bool) {
            self.init(tag, Array(name.utf8), Array(constraint.utf8), permitted: below, left: !below)
        }

        init(_ tag: UInt8, _ name: [UInt8], _ constraint: [UInt8], permitted: Bool, left: Bool) {
            self.tag = tag
            self.name = name
            self.constraint = constraint
            isPermitted = permitted
            isLeft = left
        }
    }

    private static let cases: [Case] = [
        Case(2, "www.example.test", "example.test", below: true), Case(2, "EXAMPLE.test", "example.TEST", below: true),
        Case(2, "badexample.test", "example.test", below: false),
        Case(2, "www.example.test", ".example.test", below: true),
        Case(2, "*.example.test", "example.test", below: true),
        Case(2, "www.example.test.", "example.test", below: true),
        // A wildcard may stand for a name that is excluded.
        Case(2, Array("*.example.test".utf8), Array("a.example.test".utf8), permitted: false, left: false),
        // What cannot be read is neither permitted nor left.
        Case(2, [0xc3, 0xa4], Array("example.test".utf8), permitted: false, left: false),
        Case(1, "me@example.test", "example.test", below: true),
        Case(1, "me@a.example.test", "example.test", below: false),
        Case(1, "me@a.example.test", ".example.test", below: true),
        Case(1, "me@example.test", ".example.test", below: false),
        Case(1, "me@example.test", "me@EXAMPLE.test", below: true),
        Case(1, "you@example.test", "me@example.test", below: false),
        Case(1, Array("me@example.test".utf8), Array("@example.test".utf8), permitted: false, left: false),
        Case(1, Array("me@a.example.test".utf8), Array("*.example.test".utf8), permitted: false, left: false),
        Case(1, Array("ME@example.test".utf8), Array("me@example.test".utf8), permitted: false, left: false),
        Case(1, Array("nobody".utf8), Array("example.test".utf8), permitted: false, left: false),
        Case(6, "https://www.example.test/x", "www.example.test", below: true),
        Case(6, "https://me@www.example.test:8080/x", ".example.test", below: true),
        Case(6, "https://example.test", ".example.test", below: false),
        Case(6, Array("example.test".utf8), Array("example.test".utf8), permitted: false, left: false),
        Case(1, Array("example.test".utf8), Array("example.test".utf8), permitted: false, left: false),
        Case(6, Array("urn:example".utf8), Array("example.test".utf8), permitted: false, left: false),
        Case(6, Array("https://192.0.2.1/".utf8), Array("example.test".utf8), permitted: false, left: false),
        Case(7, [192, 0, 2, 7], [192, 0, 2, 0, 255, 255, 255, 0], permitted: true, left: false),
        Case(7, [192, 0, 3, 7], [192, 0, 2, 0, 255, 255, 255, 0], permitted: false, left: true),
        Case(7, [192, 0, 2, 7], [UInt8](repeating: 0, count: 32), permitted: false, left: true),
        Case(
            7, [192, 0, 2, 7],
            [UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 0] + [UInt8](repeating: 255, count: 15) + [0],
            permitted: false, left: false),
        // ::ffff:192.0.2.7 stands for an address of 4 bytes.
        Case(
            7, [UInt8](repeating: 0, count: 10) + [255, 255, 192, 0, 2, 7], [192, 0, 2, 0, 255, 255, 255, 0],
            permitted: false, left: false),
        Case(7, [192, 0, 2], [192, 0, 2, 0, 255, 255, 255, 0], permitted: false, left: false),
    ]

    private func result(_ extensions: [[UInt8]], under constraints: [UInt8], name: [UInt8]? = nil) throws -> TrustResult
    {
        let authority = try root.issue("Authority", extensions: TestAuthority.authority + [constraints])
        let leaf = try authority.issue("Leaf", name: name, extensions: extensions)
        return evaluate(leaf, through: [authority])
    }

    private func evaluate(_ leaf: TestAuthority, through authorities: [TestAuthority]) -> TrustResult {
        TrustEvaluator(anchors: TrustAnchors(certificates: [root.certificate])).evaluate(
            leaf.certificate, through: authorities.map(\.certificate), for: anyUse,
            at: TestAuthority.year.lowerBound + 1)
    }

    @Test(arguments: cases) func `a name is permitted or excluded by its kind`(one: Case) throws {
        let names = TestExtension.names((one.tag, one.name))
        let constraint = DERElement.bytes(0x80 | one.tag, one.constraint)
        let refused = untrusted(.nameNotPermitted)
        #expect(
            try result([names], under: TestExtension.constraints(permitted: [constraint]))
                == (one.isPermitted ? .trusted : refused))
        #expect(
            try result([names], under: TestExtension.constraints(excluded: [constraint]))
                == (one.isLeft ? .trusted : refused))
    }

    @Test func `a constraint says nothing of names of other kinds`() throws {
        let constraint = TestExtension.constraints(permitted: [DERElement.bytes(0x82, Array("example.test".utf8))])
        #expect(try result([TestExtension.names((7, [192, 0, 2, 7]))], under: constraint) == .trusted)
        #expect(try result([], under: constraint) == .trusted)
    }

    @Test func `the subject and its e-mail address are names as well`() throws {
        let base = CertificateDraft.name([(.organization, "Example")])
        let constraint = TestExtension.constraints(permitted: [DERElement.bytes(0xa4, base)])
        let inside = CertificateDraft.name([(.organization, "EXAMPLE"), (.commonName, "x")])
        #expect(try result([], under: constraint, name: inside) == .trusted)
        let outside = CertificateDraft.name([(.organization, "Other"), (.commonName, "x")])
        #expect(try result([], under: constraint, name: outside) == untrusted(.nameNotPermitted))
        // 1.2.840.113549.1.9.1, an IA5String.
        let address = DERElement.sequence(
            DERElement.bytes(
                0x31,
                DERElement.sequence(
                    DERElement.objectIdentifier([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 9, 1])
                        + DERElement.bytes(0x16, Array("me@other.test".utf8)))))
        let mail = TestExtension.constraints(permitted: [DERElement.bytes(0x81, Array("example.test".utf8))])
        #expect(try result([], under: mail, name: address) == untrusted(.nameNotPermitted))
    }

    @Test func `every authority of the path limits, and the root as well`() throws {
        let wide = TestExtension.constraints(permitted: [DERElement.bytes(0x82, Array("example.test".utf8))])
        let narrow = TestExtension.constraints(permitted: [DERElement.bytes(0x82, Array("a.example.test".utf8))])
        let upper = try root.issue("Upper", extensions: TestAuthority.authority + [narrow])
        let lower = try upper.issue("Lower", extensions: TestAuthority.authority + [wide])
        let inside = try lower.issue("Leaf", extensions: [TestExtension.hosts("b.a.example.test")])
        #expect(evaluate(inside, through: [lower, upper]) == .trusted)
        let outside = try lower.issue("Leaf", extensions: [TestExtension.hosts("b.example.test")])
        #expect(evaluate(outside, through: [lower, upper]) == untrusted(.nameNotPermitted))
        let limited = try TestAuthority(root: "Limited", extensions: TestAuthority.authority + [wide])
        let leaf = try limited.issue("Leaf", extensions: [TestExtension.hosts("www.other.test")])
        let result = TrustEvaluator(anchors: TrustAnchors(certificates: [limited.certificate])).evaluate(
            leaf.certificate, through: [], for: anyUse, at: TestAuthority.year.lowerBound + 1)
        #expect(result == untrusted(.nameNotPermitted))
    }

    @Test func `what is excluded is so in whatever type and case it is written`() throws {
        func name(_ tag: UInt8, _ text: [UInt8]) -> [UInt8] {
            DERElement.sequence(
                DERElement.bytes(
                    0x31, DERElement.sequence(DERElement.objectIdentifier([0x55, 4, 10]) + DERElement.bytes(tag, text)))
            )
        }
        let base = name(0x0c, Array("Müller".utf8))
        let constraint = TestExtension.constraints(excluded: [DERElement.bytes(0xa4, base)])
        // A BMPString, a T61String, and other case.
        for other in [
            name(0x1e, Array("Müller".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })),
            name(0x14, Array("Müller".unicodeScalars.map { UInt8($0.value) })), name(0x0c, Array("MÜLLER".utf8)),
            // In two scalars, with a mark that nobody sees, and with a blank that does not break.
            name(0x0c, Array("Mu\u{308}ller".utf8)), name(0x0c, Array("Mül\u{ad}ler\u{a0}".utf8)),
        ] { #expect(try result([], under: constraint, name: other) == untrusted(.nameNotPermitted)) }
        #expect(try result([], under: constraint, name: name(0x0c, Array("Meier".utf8))) == .trusted)
    }

    @Test func `long names beside many constraints keep it busy for no longer than it may be`() throws {
        let part = DERElement.bytes(
            0x31, DERElement.sequence(DERElement.objectIdentifier([0x55, 4, 3]) + DERElement.bytes(0x0c, [])))
        let constraints = (0..<3000).map { _ in DERElement.bytes(0xa4, DERElement.sequence(part + part)) }
        var path = [try root.issue("Upper", extensions: TestAuthority.authority)]
        for _ in 0..<5 {
            let extensions = TestAuthority.authority + [TestExtension.constraints(excluded: constraints)]
            path.append(try path[path.count - 1].issue("Authority", extensions: extensions))
        }
        let long = DERElement.sequence((0..<4000).flatMap { _ in part })
        let leaf = try path[path.count - 1].issue("", name: long)
        let clock = ContinuousClock()
        var found: TrustResult?
        let time = clock.measure { found = evaluate(leaf, through: path) }
        #expect(found != .trusted)
        #expect(time < .seconds(5))
    }

    @Test func `a long address beside many constraints keeps it busy for no longer than it may be`() throws {
        let constraints = (0..<8000).map { _ in DERElement.bytes(0x81, Array("a@".utf8)) }
        var path = [try root.issue("Upper", extensions: TestAuthority.authority)]
        for _ in 0..<7 {
            let extensions = TestAuthority.authority + [TestExtension.constraints(excluded: constraints)]
            path.append(try path[path.count - 1].issue("Authority", extensions: extensions))
        }
        let long = [UInt8](repeating: UInt8(ascii: "A"), count: 60_000) + Array("@example.test".utf8)
        let leaf = try path[path.count - 1].issue("Leaf", extensions: [TestExtension.names((1, long))])
        let clock = ContinuousClock()
        let time = clock.measure { _ = evaluate(leaf, through: path) }
        #expect(time < .seconds(5))
    }

    @Test func `very many names and constraints are not compared`() throws {
        let constraints = (0..<1200).map { DERElement.bytes(0x82, Array("a\($0).test".utf8)) }
        let names = (0..<1200).map { (tag: UInt8(2), text: Array("b\($0).test".utf8)) }
        let list = CertificateDraft.extension(
            17, isCritical: false, DERElement.sequence(names.flatMap { DERElement.bytes(0x80 | $0.tag, $0.text) }))
        #expect(
            try result([list], under: TestExtension.constraints(excluded: constraints)) == untrusted(.nameNotPermitted))
    }
}
