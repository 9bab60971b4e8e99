// What the commands do to certificates and identities, and to the decisions on them.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyObjects
import LatchkeyPlatform
import LatchkeySecurityTool
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct CertificateCommandTests {
    let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    /// What is in a file of Tests/Fixtures/PKCS12, which has a certificate and its key.
    private func items(in file: String) throws -> [ExternalItem] {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/PKCS12/\(file)")
        let bytes = ItemSecret(SecretBytes(unrecorded: Array(try Data(contentsOf: url))))
        return try ExternalItem.list(in: bytes, format: nil, type: nil)
    }

    private func add(_ items: [ExternalItem]) throws {
        let keychain = NamedKeychain(name: "login", path: home.keychain)
        let importer = ItemImporter(into: keychain, ToolContext(client: home.client))
        for item in items {
            switch item {
            case .certificate(let certificate): _ = try importer.add(certificate)
            case .key(let key): _ = try importer.add(key, label: "key")
            }
        }
    }

    @Test(arguments: ["delete-certificate", "delete-identity"])
    func `the user's decisions on a certificate go with it where -t says so, and no others`(command: String) throws {
        let identity = try items(in: "leaf.der") + items(in: "leaf.key")
        guard case .certificate(let certificate)? = identity.first else {
            Issue.record("no certificate")
            return
        }
        let file = TrustSettingsFile(home: home.path)
        let other = TrustSetting(try TrustFixture.certificate("root"), .deny)
        let decisions = [
            TrustSetting(certificate, .deny, for: .ssl), other, TrustSetting(certificate, .trustAsRoot),
        ]
        try file.change { $0 = decisions }
        for (options, left) in [([], decisions), (["-t"], [other])] as [([String], [TrustSetting])] {
            try add(identity)
            let deleted = try ToolRun([command] + options + ["-c", "Fixture", home.keychain], in: home)
            #expect(deleted.status == 0 && deleted.errors.isEmpty)
            #expect(try ToolRun(["find-certificate", "-a", home.keychain], in: home).output.isEmpty)
            #expect(try file.settings() == left)
        }
        try add(identity)
        let deleted = try ToolRun([command, "-t", "-c", "Fixture", home.keychain], in: home)
        #expect(deleted.status == 0, "no decision is no failure")
    }

    @Test func `a certificate whose decisions cannot be read is not deleted with them`() throws {
        try add(try items(in: "leaf.der"))
        try Data("no settings".utf8).write(to: URL(filePath: TrustSettingsFile(home: home.path).path))
        let deleted = try ToolRun(["delete-certificate", "-t", "-c", "Fixture", home.keychain], in: home)
        #expect(deleted.status != 0 && deleted.errors.contains("SecTrustSettingsRemoveTrustSettings"))
        #expect(try ToolRun(["find-certificate", "-a", home.keychain], in: home).output.contains("Fixture"))
    }

    @Test(arguments: ["sys-default", "sys-kerberos-kdc"])
    func `the system has no identities of its own`(policy: String) throws {
        try add(try items(in: "leaf.der") + items(in: "leaf.key"))
        let all = try ToolRun(["find-identity", "-p", "basic", home.keychain], in: home)
        #expect(all.output.contains("1 identities found"))
        let listed = try ToolRun(["find-identity", "-p", policy, home.keychain], in: home)
        #expect(listed.status == 0 && listed.errors.isEmpty)
        #expect(
            listed.output == """

                Policy: \(policy)
                  Matching identities
                     0 identities found

                  Valid identities only
                     0 valid identities found

                """)
    }
}
