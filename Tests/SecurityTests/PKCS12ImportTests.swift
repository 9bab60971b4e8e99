// SecPKCS12Import (reference 5.10), over every transport.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyPlatform
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct PKCS12ImportTests {
    private let keychain: Keychain
    private let phrase = TestSecret(exactly: "fixture-passphrase").text

    init() throws { keychain = try Keychain() }

    private func data(_ name: String) throws -> NSData {
        let url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Fixtures/PKCS12/\(name)")
        return try Data(contentsOf: url) as NSData
    }

    private func run(
        _ name: String, _ options: [CFString: Any], evaluating time: Duration = PKCS12Import.evaluationTime
    ) throws -> (OSStatus, [NSDictionary]) {
        var items: CFArray?
        let status = unsafe PKCS12Import(client: keychain.client, evaluating: time).run(
            try data(name), options as CFDictionary, &items)
        #expect((items != nil) == (status == errSecSuccess))
        return (status, items.map { _cfElements(of: $0).compactMap { $0 as? NSDictionary } } ?? [])
    }

    @Test func `an identity comes with its chain, its trust and its names`() throws {
        let (status, items) = try run("legacy.p12", [kSecImportExportPassphrase: phrase])
        #expect(status == errSecSuccess && items.count == 1)
        let item = try #require(items.first)
        let identity = try #require(item.object(forKey: kSecImportItemIdentity) as? SecIdentity)
        let chain = try #require(item.object(forKey: kSecImportItemCertChain) as? NSArray)
        #expect(chain.count == 2)
        var certificate: SecCertificate?
        #expect(unsafe SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
        #expect(_cfElements(of: chain).first === certificate)
        let trust = try #require(item.object(forKey: kSecImportItemTrust) as? SecTrust)
        var result = SecTrustResultType.invalid
        #expect(unsafe SecTrustGetTrustResult(trust, &result) == errSecSuccess)
        #expect(result == .recoverableTrustFailure)
        #expect(item.object(forKey: kSecImportItemLabel) as? NSString == "The name")
        #expect(item.object(forKey: kSecImportItemKeyID) is NSData)
        #expect(keychain.status(of: certificateQuery) == errSecItemNotFound)
    }

    @Test func `an identity for whose evaluation no time is left comes without one, and is evaluated when it is asked`()
        throws
    {
        let (status, items) = try run(
            "java-two-keys.p12", [kSecImportExportPassphrase: phrase], evaluating: .zero)
        #expect(status == errSecSuccess && items.count == 2)
        for item in items {
            #expect(item.object(forKey: kSecImportItemIdentity) is SecIdentity)
            let trust = try #require(item.object(forKey: kSecImportItemTrust) as? SecTrust)
            var result = SecTrustResultType.proceed
            #expect(!trust.isEvaluated)
            let isTrusted = SecTrustEvaluateWithError(trust, nil)
            #expect(!isTrusted)
            #expect(unsafe SecTrustGetTrustResult(trust, &result) == errSecSuccess)
            #expect(result == .recoverableTrustFailure)
        }
    }

    /// An import of a file that is made of another one.
    private func run(_ name: String, changed: (inout PKCS12Contents) -> Void) throws -> (OSStatus, [NSDictionary]) {
        let password = ItemSecret(recorded: Array(phrase.utf8))
        let file = ItemSecret(recorded: Array(try data(name) as Data))
        var contents = try PKCS12Reader.contents(of: file, password: password)
        changed(&contents)
        let bytes = try contents.encoded(password: password).bytes.declassified(because: "a test writes a file")
        var items: CFArray?
        let status = unsafe PKCS12Import(client: keychain.client).run(
            Data(bytes) as NSData, [kSecImportExportPassphrase: phrase] as CFDictionary, &items)
        return (status, items.map { _cfElements(of: $0).compactMap { $0 as? NSDictionary } } ?? [])
    }

    @Test func `a key and its certificate that are in a file twice are one identity`() throws {
        let (status, items) = try run("legacy.p12") { contents in
            for entry in contents.keys { contents.append(entry.key, entry.label) }
            for entry in contents.certificates { contents.append(entry.certificate, entry.label) }
        }
        #expect(status == errSecSuccess && items.count == 1)
    }

    @Test func `an identity without a name has the subject summary for one`() throws {
        let (status, items) = try run("legacy.p12") { contents in
            let (keys, certificates) = (contents.keys, contents.certificates)
            contents = PKCS12Contents()
            for entry in keys { contents.append(entry.key, .init(keyID: entry.label.keyID)) }
            for entry in certificates { contents.append(entry.certificate, .init(keyID: entry.label.keyID)) }
        }
        #expect(status == errSecSuccess && items.count == 1)
        let identity = try #require(items.first?.object(forKey: kSecImportItemIdentity) as? SecIdentity)
        var certificate: SecCertificate?
        #expect(unsafe SecIdentityCopyCertificate(identity, &certificate) == errSecSuccess)
        let summary = certificate.flatMap(SecCertificateCopySubjectSummary)
        #expect(summary != nil && items.first?.object(forKey: kSecImportItemLabel) as? NSString == summary)
    }

    @Test func `an extension that says in so many bytes that it is not critical is refused`() throws {
        var der = Array(try data("leaf.der") as Data)
        // The key usage is critical: BOOLEAN TRUE.
        let place = try #require(der.indices.dropLast(2).first { der[$0..<$0 + 3].elementsEqual([1, 1, 0xff]) })
        let statuses = try [UInt8(0xff), 0].map { value in
            der[place + 2] = value
            let certificate = try Certificate(der: der)
            return try run("legacy.p12") { $0.append(certificate, .init()) }.0
        }
        #expect(statuses == [errSecSuccess, errSecDecode])
    }

    private var certificateQuery: Entries { LatchkeySecurityTestSupport.certificate() }

    @Test func `there is an entry for each private key, and none for certificates alone`() throws {
        #expect(try run("java-two-keys.p12", [kSecImportExportPassphrase: phrase]).1.count == 2)
        let (status, items) = try run("certificates.p12", [kSecImportExportPassphrase: phrase])
        #expect(status == errSecSuccess && items.isEmpty)
    }

    @Test func `a passphrase that is wrong or missing is refused`() throws {
        #expect(try run("openssl.p12", [kSecImportExportPassphrase: "other"]).0 == errSecAuthFailed)
        #expect(try run("openssl.p12", [:]).0 == errSecAuthFailed)
        #expect(try run("openssl.p12", [kSecImportExportPassphrase: 1]).0 == errSecParam)
        #expect(try run("empty-password.p12", [:]).0 == errSecSuccess)
        #expect(try run("leaf.der", [:]).0 == errSecDecode)
    }

    @Test func `only who asks for the keychain gets what is imported into it`() throws {
        let options: [CFString: Any] = [
            kSecImportExportPassphrase: phrase, kSecUseDataProtectionKeychain: true, kSecAttrLabel: "Imported",
        ]
        #expect(try run("openssl.p12", options.merging([kSecImportToMemoryOnly: true]) { $1 }).0 == errSecSuccess)
        #expect(keychain.status(of: identity()) == errSecItemNotFound)
        for _ in 0..<2 { #expect(try run("openssl.p12", options).0 == errSecSuccess) }
        #expect(keychain.list(kSecAttrLabel, identity()).count == 1)
        #expect(keychain.list(kSecAttrLabel, certificateQuery) == ["Imported", "Imported"])
    }
}
