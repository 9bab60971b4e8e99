// SecItemImport and SecItemExport: files of certificates and keys, over every transport.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct FileTransferTests {
    private let keychain: Keychain
    private let phrase = TestSecret(exactly: "fixture-passphrase")

    init() throws { keychain = try Keychain() }

    private func file(_ name: String) throws -> Data {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        return try Data(contentsOf: tests.appendingPathComponent("Fixtures/PKCS12/\(name)"))
    }

    private func parameters(_ passphrase: String?, _ flags: SecKeyImportExportFlags = []) -> (
        SecItemImportExportKeyParameters, CFString?
    ) {
        var parameters = unsafe SecItemImportExportKeyParameters()
        let text = passphrase.map { NSString(string: $0) }
        unsafe parameters.passphrase = text.map { unsafe Unmanaged.passUnretained($0) }
        unsafe parameters.flags = flags
        return unsafe (parameters, text)
    }

    private func found(
        _ file: Data, _ format: SecExternalFormat = .formatUnknown, _ type: SecExternalItemType = .itemTypeUnknown,
        passphrase: String? = nil, flags: SecKeyImportExportFlags = [], into target: Value? = nil
    ) throws(KeychainError) -> FileImport.Found {
        var importing = FileImport(format: format, type: type)
        let (parameters, text) = unsafe parameters(passphrase, flags)
        try unsafe importing.take(parameters)
        let path: String? = if case .keychain(let path)? = target { path } else { nil }
        defer { withExtendedLifetime(text) {} }
        return try importing.run(file as NSData, into: path.map { SecKeychain(path: $0) }, of: keychain.client)
    }

    private func code(_ body: () throws(KeychainError) -> Void) -> OSStatus {
        do throws(KeychainError) {
            try body()
            return errSecSuccess
        } catch {
            return error.code.rawValue
        }
    }

    private func exported(
        _ object: AnyObject, _ format: SecExternalFormat = .formatUnknown, isPEM: Bool = false,
        passphrase: TestSecret? = nil
    ) throws(KeychainError) -> Data {
        var export = FileExport(format: format, isPEM: isPEM)
        export.passphrase = passphrase.map { ItemSecret($0) }
        return try export.file(of: object) as Data
    }

    @Test func `a file of PKCS 12 gives identities and the other certificates, and stores nothing by itself`() throws {
        let file = try file("legacy.p12")
        let found = try self.found(file, passphrase: phrase.text)
        #expect(found.format == .formatPKCS12 && found.type == .itemTypeAggregate)
        #expect(found.objects.count == 2)
        #expect(found.objects.first is SecIdentity && found.objects.last is SecCertificate)
        #expect(keychain.status(of: certificate()) == errSecItemNotFound)
        #expect(code { () throws(KeychainError) in _ = try self.found(file) } == errSecPassphraseRequired)
        let wrong = code { () throws(KeychainError) in _ = try self.found(file, passphrase: "another") }
        #expect(wrong == errSecPkcs12VerifyFailure)
    }

    @Test func `the items of a file go into the keychain that is named, once`() throws {
        let (file, other) = (try file("legacy.p12"), try keychain.another())
        _ = try found(file, passphrase: phrase.text, into: other)
        let query: Entries = [kSecUseKeychain: other, kSecReturnAttributes: true]
        #expect(keychain.find(identity(query)).status == errSecSuccess)
        #expect(keychain.status(of: certificate()) == errSecItemNotFound)
        let again = code { () throws(KeychainError) in
            _ = try found(file, passphrase: phrase.text, into: other)
        }
        #expect(again == errSecDuplicateItem)
        let missing = code { () throws(KeychainError) in
            _ = try found(file, passphrase: phrase.text, into: .keychain("/nowhere/none.keychain-db"))
        }
        #expect(missing != errSecSuccess)
    }

    @Test(arguments: ["rsa2048", "p256", "ed25519"], [true, false])
    func `a key is read in the form that it was written in`(id: String, isPEM: Bool) throws {
        let vector = try KeyVector.named(id)
        let key = try vector.privateKey()
        for form in [SecExternalFormat.formatOpenSSL, .formatUnknown] {
            let file = try exported(key, form, isPEM: isPEM)
            SecretLedger.record(file)
            let found = try self.found(file)
            #expect(found.objects.first === key && found.type == .itemTypePrivateKey)
        }
        let sealed = try exported(key, .formatWrappedPKCS8, isPEM: isPEM, passphrase: phrase)
        #expect(try found(sealed, passphrase: phrase.text).objects.first === key)
        #expect(code { () throws(KeychainError) in _ = try found(sealed) } == errSecPassphraseRequired)
        #expect(code { () throws(KeychainError) in _ = try found(sealed, passphrase: "x") } == errSecAuthFailed)
        let half = try vector.publicKey()
        let ofHalf = try self.found(try exported(half, .formatOpenSSL, isPEM: isPEM))
        #expect(ofHalf.objects.first === half && ofHalf.type == .itemTypePublicKey)
    }

    @Test func `certificates and identities are written in every form that holds them`() throws {
        let objects = try found(try file("legacy.p12"), passphrase: phrase.text).objects
        let identity = try #require(objects.first as? SecIdentity)
        var own: SecCertificate?
        #expect(unsafe SecIdentityCopyCertificate(identity, &own) == errSecSuccess)
        let certificate = try #require(own)
        for form in [SecExternalFormat.formatX509Cert, .formatOpenSSL, .formatUnknown, .formatPKCS7] {
            let found = try self.found(try exported(certificate, form))
            #expect(found.objects.first === certificate)
        }
        let text = try exported(NSArray(array: objects), .formatPEMSequence)
        SecretLedger.record(text)
        #expect(try found(text).format == .formatPEMSequence)
        let again = try found(
            try exported(NSArray(array: objects), .formatPKCS12, passphrase: phrase), passphrase: phrase.text)
        #expect(again.objects.first === identity && again.objects.count == 2)
        let refusals: [(AnyObject, SecExternalFormat, OSStatus)] = [
            (certificate, .formatWrappedPKCS8, errSecPassphraseRequired),
            (certificate, .formatBSAFE, errSecUnsupportedFormat),
            (certificate, .formatSSH, errSecUnsupportedFormat), (identity, .formatPKCS7, errSecUnsupportedFormat),
            (identity, .formatPKCS12, errSecPassphraseRequired), (NSArray(), .formatUnknown, errSecParam),
            (NSString(string: "x"), .formatUnknown, errSecParam),
            (NSArray(array: [certificate, NSNull()]), .formatUnknown, errSecParam),
        ]
        for (object, form, status) in refusals {
            #expect(code { () throws(KeychainError) in _ = try exported(object, form) } == status, "\(form)")
        }
    }

    @Test func `what a file is said to hold must be in it`() throws {
        let file = try exported(KeyVector.named("p256").publicKey(), .formatOpenSSL)
        #expect(code { () throws(KeychainError) in _ = try found(file, .formatOpenSSL, .itemTypePublicKey) } == 0)
        for (form, type) in [
            (SecExternalFormat.formatPKCS12, SecExternalItemType.itemTypeUnknown), (.formatX509Cert, .itemTypeUnknown),
            (.formatUnknown, .itemTypePrivateKey), (.formatUnknown, .itemTypeCertificate),
        ] {
            #expect(code { () throws(KeychainError) in _ = try found(file, form, type) } == errSecUnknownFormat)
        }
        #expect(
            code { () throws(KeychainError) in _ = try found(file, .formatUnknown, .itemTypeSessionKey) }
                == errSecUnimplemented)
        for garbage in [Data(), Data("x".utf8), Data(repeating: 0x30, count: 99), Data("-----BEGIN X-----\n".utf8)] {
            #expect(code { () throws(KeychainError) in _ = try found(garbage) } == errSecUnknownFormat)
        }
    }

    @Test func `one private key alone can be asked for`() throws {
        let file = try file("java-two-keys.p12")
        let refused = code { () throws(KeychainError) in
            _ = try found(file, passphrase: phrase.text, flags: .importOnlyOne)
        }
        #expect(refused == errSecMultiplePrivKeys)
        #expect(try found(file, passphrase: phrase.text).objects.count >= 2)
    }

    @Test func `a key that stays in its keychain is not written`() throws {
        let pair = try keychain.newKey([
            kSecAttrKeyType: "73", kSecAttrKeySizeInBits: 256, kSecAttrIsExtractable: false,
        ])
        #expect(code { () throws(KeychainError) in _ = try exported(pair.key) } == errSecDataNotAvailable)
    }
}
