// The file of the roots.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct AnchorTests {
    private let directory: TemporaryHome
    private var file: String { directory.path + "/anchors.pem" }

    init() throws { directory = try TemporaryHome() }

    private func write(_ text: String) throws { try text.write(toFile: file, atomically: true, encoding: .utf8) }

    private func text(_ name: String) throws -> String {
        try String(contentsOfFile: TrustFixture.path(name), encoding: .utf8)
    }

    private func result(of name: String, trusting anchors: TrustAnchors) throws -> TrustResult {
        TrustEvaluator(anchors: anchors).evaluate(
            try TrustFixture.certificate(name), through: [], for: anyUse, at: TrustFixture.today)
    }

    @Test func `a changed file is read again`() throws {
        try write(try text("root"))
        let anchors = TrustAnchors(files: [file])
        #expect(try result(of: "root", trusting: anchors) == .trusted)
        #expect(try result(of: "foreign-root", trusting: anchors) == untrusted(.noTrustedRoot))
        try write(try text("foreign-root"))
        #expect(try result(of: "root", trusting: anchors) == untrusted(.noTrustedRoot))
        #expect(try result(of: "foreign-root", trusting: anchors) == .trusted)
        try FileManager.default.removeItem(atPath: file)
        #expect(try result(of: "foreign-root", trusting: anchors) == untrusted(.noTrustedRoot))
    }

    @Test func `without a file nothing is trusted`() throws {
        for path in [file, directory.path, "/dev/null"] {
            #expect(try result(of: "root", trusting: TrustAnchors(files: [path])) == untrusted(.noTrustedRoot))
        }
        try #require(unsafe mkfifo(file, 0o600) == 0)
        #expect(try result(of: "root", trusting: TrustAnchors(files: [file])) == untrusted(.noTrustedRoot))
    }

    @Test func `the first file that is there counts`() throws {
        try write(try text("foreign-root"))
        let anchors = TrustAnchors(files: [directory.path + "/absent", file, TrustFixture.anchors])
        #expect(try result(of: "foreign-root", trusting: anchors) == .trusted)
        #expect(try result(of: "root", trusting: anchors) == untrusted(.noTrustedRoot))
    }

    @Test func `a root that is not understood is left out, a text that is broken has none`() throws {
        let root = try text("root")
        try write(
            "# Roots\n" + (try text("of-unknown-key")) + root
                + "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
        #expect(TrustAnchors(files: [file]).count == 1)
        #expect(try result(of: "root", trusting: TrustAnchors(files: [file])) == .trusted)
        try write(root + "-----BEGIN CERTIFICATE-----\n")
        #expect(TrustAnchors(files: [file]).count == 0)
    }

    @Test func `what is no authority is not trusted for standing among the roots`() throws {
        try write(try text("server") + text("no-authority"))
        let anchors = TrustAnchors(files: [file])
        #expect(anchors.count == 2)
        for name in ["server", "no-authority"] {
            #expect(try result(of: name, trusting: anchors) == untrusted(.notAuthority))
        }
    }

    /// Where the machine has roots at all, as packages of Debian give it.
    private static let systemFile = "/etc/ssl/certs/ca-certificates.crt"

    @Test(.enabled(if: FileManager.default.fileExists(atPath: systemFile)))
    func `the roots of the system are trusted themselves`() throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: Self.systemFile))
        let roots = try PEMBlock.blocks(in: ItemSecret(SecretBytes(unrecorded: Array(data)))).compactMap {
            try $0.certificate()
        }
        let evaluator = TrustEvaluator(anchors: .system)
        let untrusted = roots.filter {
            !evaluator.evaluate($0, through: [], for: anyUse, at: $0.validity.notAfter).isTrusted
        }
        #expect(roots.count > 50)
        #expect(untrusted.map(\.subjectSummary) == [])
        #expect(TrustAnchors.system.count == roots.count)
    }
}
