// What is asked of the certificates of TLS servers, by when they were issued and whose root they lead to.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct ServerRuleTests {
    /// Seconds from 2001-01-01 UTC to a day.
    private static let may2018 = 546_825_600.0
    private static let june2019 = 581_040_000.0
    private static let august2019 = 586_310_400.0
    private static let october2020 = 623_203_200.0
    private static let day = 86_400.0
    private static let serverAuth = CertificateDraft.extendedKeyUsage([1])

    private let root: TestAuthority
    private let home: TemporaryHome

    init() throws {
        root = try TestAuthority(root: "Root", validity: 500_000_000...900_000_000)
        home = try TemporaryHome()
    }

    private func write(_ certificate: Certificate, to file: String) throws -> String {
        let text =
            "-----BEGIN CERTIFICATE-----\n\(Data(certificate.der).base64EncodedString())\n-----END CERTIFICATE-----\n"
        try text.write(toFile: "\(home.path)/\(file)", atomically: true, encoding: .utf8)
        return "\(home.path)/\(file)"
    }

    private enum Vouching: CaseIterable { case program, user, administrator, distribution }

    private func result(
        issued: Double, days: Double, extensions: [[UInt8]] = [serverAuth], under vouching: Vouching,
        for use: CertificateUse = server
    ) throws -> TrustResult {
        let leaf = try root.issue("Server", extensions: extensions, validity: issued...issued + days * Self.day)
        let date = issued + 1
        switch vouching {
        case .program:
            return TrustEvaluator(anchors: TrustAnchors(certificates: [])).evaluation(
                of: leaf.certificate, through: [], for: [use], at: date,
                trusting: TrustAnchors(certificates: [root.certificate]), onlyThese: true
            ).result
        case .user:
            let settings = TrustSettingsFile(home: home.path)
            try settings.change { $0 = [TrustSetting(root.certificate, .trustRoot)] }
            return TrustEvaluator(anchors: TrustAnchors(certificates: []), settings: [settings]).evaluate(
                leaf.certificate, through: [], for: use, at: date)
        case .administrator, .distribution:
            let anchors = TrustAnchors(files: [try write(root.certificate, to: "bundle.pem")])
            let directory = home.path + "/shipped"
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            if vouching == .distribution { _ = try write(root.certificate, to: "shipped/root.crt") }
            return TrustEvaluator(anchors: anchors, shipped: ShippedRoots(places: [directory])).evaluate(
                leaf.certificate, through: [], for: use, at: date)
        }
    }

    @Test(arguments: [
        (june2019, 4000.0, true), (august2019, 825, true), (august2019, 826, false), (october2020, 825, true),
    ])
    func `825 days are the most under roots of programs, users and administrators`(
        issued: Double, days: Double, isTrusted: Bool
    ) throws {
        for vouching in [Vouching.program, .user, .administrator] {
            let expected: TrustResult = isTrusted ? .trusted : untrusted(.validTooLong)
            #expect(try result(issued: issued, days: days, under: vouching) == expected, "\(vouching)")
        }
    }

    @Test(arguments: [
        (may2018, 825.0, true), (may2018, 826, false), (august2019, 825, true), (october2020, 398, true),
        (october2020, 399, false),
    ]) func `under the distribution's roots it is 398 from September 2020 on`(
        issued: Double, days: Double, isTrusted: Bool
    ) throws {
        let expected: TrustResult = isTrusted ? .trusted : untrusted(.validTooLong)
        #expect(try result(issued: issued, days: days, under: .distribution) == expected)
    }

    @Test func `clients, mail and any use may have certificates for longer`() throws {
        for use in [client, anyUse, CertificateUse(.email)] {
            #expect(
                try result(issued: Self.october2020, days: 4000, extensions: [], under: .distribution, for: use)
                    == .trusted)
        }
    }

    @Test func `a server's certificate that is trusted itself may be valid for ever`() throws {
        let own = try TestAuthority(
            root: "Server", extensions: [Self.serverAuth], validity: Self.october2020...Self.october2020 + 9e8)
        let result = TrustEvaluator(anchors: TrustAnchors(certificates: [])).evaluation(
            of: own.certificate, through: [], for: [server], at: Self.october2020 + 1,
            trusting: TrustAnchors(certificates: [own.certificate]), onlyThese: true
        ).result
        #expect(result == .trusted)
    }

    @Test(arguments: [nil, [2], []] as [[UInt8]?])
    func `from July 2019 on it names serverAuth, not any use and not none`(purposes: [UInt8]?) throws {
        let extensions = purposes.map { $0.isEmpty ? Self.anyPurpose : CertificateDraft.extendedKeyUsage($0) }
        let named = [extensions].compactMap { $0 }
        #expect(
            try result(issued: Self.august2019, days: 100, extensions: named, under: .program) == untrusted(.wrongUse))
        #expect(
            try result(issued: Self.august2019, days: 100, extensions: named, under: .administrator)
                == untrusted(.wrongUse))
        let isForOthers = purposes == [2]
        let expected: TrustResult = isForOthers ? untrusted(.wrongUse) : .trusted
        #expect(try result(issued: Self.june2019, days: 100, extensions: named, under: .program) == expected)
        #expect(try result(issued: Self.august2019, days: 100, extensions: named, under: .user) == expected)
        #expect(
            try result(issued: Self.june2019, days: 100, extensions: named, under: .distribution)
                == untrusted(.wrongUse))
    }

    private static let anyPurpose = CertificateDraft.extension(
        37, isCritical: false, DERElement.sequence(DERElement.objectIdentifier([0x55, 29, 37, 0])))
}
