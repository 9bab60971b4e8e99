// Signed and encrypted messages, over every transport. Those of Tests/Vectors/messages.json are another program's.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform
import LatchkeySecurityTestSupport
import LatchkeyTestSupport
import Security
import Testing

@Suite(.everyTransport) struct MessageTests {
    struct Suite: Decodable {
        let content: Data
        let password: String
        let identities: [String: Data]
        let messages: [Message]
    }

    struct Message: Decodable, Sendable, CustomTestStringConvertible {
        let name: String
        let message: Data
        let signers: [String]
        let recipients: [String]
        var testDescription: String { name }
    }

    private static let suite = try? Vectors.load(Suite.self, from: "messages.json")
    private static var messages: [Message] { suite?.messages ?? [] }

    private let keychain: Keychain
    private let suite: Suite

    init() throws {
        keychain = try Keychain()
        suite = try #require(Self.suite)
    }

    private func identity(_ name: String) throws -> SecIdentity {
        var items: CFArray?
        let status = unsafe PKCS12Import(client: keychain.client).run(
            try #require(suite.identities[name]) as NSData,
            [kSecImportExportPassphrase: suite.password] as CFDictionary, &items)
        #expect(status == errSecSuccess)
        let item = try #require(items?.firstObject as? NSDictionary)
        return try #require(item.object(forKey: kSecImportItemIdentity) as? SecIdentity)
    }

    private func certificate(_ name: String) throws -> SecCertificate {
        var certificate: SecCertificate?
        #expect(unsafe SecIdentityCopyCertificate(try identity(name), &certificate) == errSecSuccess)
        return try #require(certificate)
    }

    private func store(_ name: String) throws {
        #expect(keychain.add([kSecValueRef: .identity(try identity(name))]) == errSecSuccess)
    }

    /// - Parameter size: how many bytes are given at a time.
    private func decoder(
        _ message: Data, size: Int = .max, detached: Data? = nil, finishes expected: OSStatus = errSecSuccess
    ) -> CMSDecoder {
        let decoder = CMSDecoder(client: keychain.client)
        if let detached { #expect(CMSDecoderSetDetachedContent(decoder, detached as NSData) == errSecSuccess) }
        for start in stride(from: 0, to: message.count, by: min(size, message.count)) {
            let piece = message[start..<min(start + min(size, message.count), message.count)]
            #expect(update(decoder, Data(piece)) == errSecSuccess)
        }
        #expect(CMSDecoderFinalizeMessage(decoder) == expected)
        return decoder
    }

    private func update(_ decoder: CMSDecoder, _ bytes: Data) -> OSStatus {
        unsafe bytes.withUnsafeBytes { bytes in
            unsafe bytes.baseAddress.map { unsafe CMSDecoderUpdateMessage(decoder, $0, bytes.count) } ?? errSecSuccess
        }
    }

    private func content(_ decoder: CMSDecoder) -> Data? {
        var content: CFData?
        #expect(unsafe CMSDecoderCopyContent(decoder, &content) == errSecSuccess)
        return content.map { $0 as Data }
    }

    private func signerCount(_ decoder: CMSDecoder) -> Int {
        var count = -1
        #expect(unsafe CMSDecoderGetNumSigners(decoder, &count) == errSecSuccess)
        return count
    }

    private func status(_ decoder: CMSDecoder, _ place: Int, evaluates: Bool = false) -> CMSSignerStatus? {
        var status: CMSSignerStatus?
        var found = CMSSignerStatus.unsigned
        let policy = SecPolicyCreateBasicX509()
        if unsafe CMSDecoderCopySignerStatus(decoder, place, policy, evaluates, &found, nil, nil) == errSecSuccess {
            status = found
        }
        return status
    }

    private func isEncrypted(_ decoder: CMSDecoder) -> Bool {
        var isEncrypted: DarwinBoolean = false
        #expect(unsafe CMSDecoderIsContentEncrypted(decoder, &isEncrypted) == errSecSuccess)
        return isEncrypted.boolValue
    }

    private func encode(
        _ signers: [String] = [], _ recipients: [String] = [], type: String? = nil, detached: Bool = false,
        _ attributes: CMSSignedAttributes = []
    ) throws -> Data {
        var message: CFData?
        let status = try unsafe suite.content.withUnsafeBytes { bytes in
            unsafe CMSEncodeContent(
                signers.isEmpty ? nil : NSArray(array: try signers.map(identity)),
                recipients.isEmpty ? nil : NSArray(array: try recipients.map(certificate)),
                type.map { NSString(string: $0) }, detached, attributes, try #require(bytes.baseAddress), bytes.count,
                &message)
        }
        #expect(status == errSecSuccess)
        return try #require(message) as Data
    }

    @Test func `the messages are there`() { #expect(Self.messages.count == 21) }

    @Test(arguments: messages.filter { !$0.signers.isEmpty })
    func `what another program signed is valid, and nothing else is`(message: Message) throws {
        if message.name == "no certificate" {
            #expect(status(decoder(message.message), 0) == .invalidSignature)
            for name in message.signers {
                #expect(keychain.add([kSecValueRef: .certificate(try certificate(name))]) == errSecSuccess)
            }
        }
        let isDetached = message.name == "elsewhere"
        for size in [Int.max, 100, 1] {
            let decoder = decoder(message.message, size: size, detached: isDetached ? suite.content : nil)
            #expect(content(decoder) == (isDetached ? nil : suite.content))
            #expect(signerCount(decoder) == message.signers.count && !isEncrypted(decoder))
            for place in message.signers.indices {
                #expect(status(decoder, place) == .valid)
                #expect(status(decoder, place, evaluates: true) == .invalidCert)
            }
            #expect(status(decoder, message.signers.count) == .invalidIndex && status(decoder, -1) == .invalidIndex)
        }
        // Each byte of the content and of the signature counts.
        let place = try #require(
            isDetached ? message.message.count - 1 : message.message.firstRange(of: suite.content)?.lowerBound)
        for place in [place, message.message.count - 3] {
            var changed = message.message
            changed[place] ^= 1
            let other = CMSDecoder(client: keychain.client)
            #expect(update(other, changed) == errSecSuccess)
            if CMSDecoderFinalizeMessage(other) == errSecSuccess {
                if isDetached { CMSDecoderSetDetachedContent(other, suite.content as NSData) }
                let statuses = message.signers.indices.map { status(other, $0) }
                #expect(statuses.contains(.invalidSignature))
            }
        }
    }

    @Test func `content that stands elsewhere is asked for`() throws {
        let message = try #require(Self.messages.first { $0.name == "elsewhere" })
        let decoder = decoder(message.message)
        #expect(status(decoder, 0) == .needsDetachedContent)
        CMSDecoderSetDetachedContent(decoder, Data("another".utf8) as NSData)
        #expect(status(decoder, 0) == .invalidSignature)
        CMSDecoderSetDetachedContent(decoder, suite.content as NSData)
        #expect(status(decoder, 0) == .valid)
        var given: CFData?
        #expect(unsafe CMSDecoderCopyDetachedContent(decoder, &given) == errSecSuccess)
        #expect(given.map { $0 as Data } == suite.content)
    }

    @Test(arguments: messages.filter { !$0.recipients.isEmpty })
    func `what another program encrypted is opened by each recipient and nobody else`(message: Message) throws {
        let closed = decoder(message.message, finishes: errSecUnknownFormat)
        var content: CFData?
        #expect(unsafe CMSDecoderCopyContent(closed, &content) == errSecParam)
        for recipient in message.recipients {
            let other = try MessageTests()
            try other.store(recipient)
            let decoder = other.decoder(message.message)
            #expect(other.content(decoder) == suite.content)
            #expect(other.isEncrypted(decoder) && other.signerCount(decoder) == 0)
            #expect(other.status(decoder, 0) == .unsigned)
        }
    }

    @Test(
        arguments: [
            [], CMSSignedAttributes.attrSigningTime,
            [
                .attrSmimeCapabilities, .attrSmimeEncryptionKeyPrefs, .attrSmimeMSEncryptionKeyPrefs, .attrSigningTime,
            ],
        ], ["rsa", "p256", "p384"])
    func `another program finds our signatures valid`(attributes: CMSSignedAttributes, signer: String) throws {
        for (type, detached) in [(nil, false), (nil, true), ("1.2.3.4", false)] {
            let message = try encode([signer], type: type, detached: detached, attributes)
            let home = try TemporaryHome()
            try message.write(to: URL(filePath: home.path + "/message"))
            try suite.content.write(to: URL(filePath: home.path + "/content"))
            let run = try CommandRun(
                ["openssl", "cms", "-verify", "-noverify", "-binary", "-inform", "DER", "-in", "message"]
                    + (detached ? ["-content", "content"] : []) + ["-out", "verified"],
                environment: CommandRun.environment(home: home.path, directory: home.path), in: home.path)
            #expect(run.status == 0, "\(run.errors)")
            #expect(try Data(contentsOf: URL(filePath: home.path + "/verified")) == suite.content)
            let decoder = decoder(message, detached: detached ? suite.content : nil)
            #expect(status(decoder, 0) == .valid && content(decoder) == (detached ? nil : suite.content))
        }
    }

    @Test(arguments: ["rsa", "p256", "p384"]) func `another program opens what we encrypt`(recipient: String) throws {
        let message = try encode([], [recipient])
        #expect(message.firstRange(of: suite.content) == nil)
        let home = try TemporaryHome()
        try message.write(to: URL(filePath: home.path + "/message"))
        try #require(suite.identities[recipient]).write(to: URL(filePath: home.path + "/identity"))
        let environment = CommandRun.environment(home: home.path, directory: home.path)
        let opened = try CommandRun(
            [
                "sh", "-c",
                "openssl pkcs12 -in identity -passin pass:\(suite.password) -nodes -out pem && "
                    + "openssl cms -decrypt -inform DER -in message -recip pem -inkey pem -out opened",
            ],
            environment: environment, in: home.path)
        #expect(opened.status == 0, "\(opened.errors)")
        #expect(try Data(contentsOf: URL(filePath: home.path + "/opened")) == suite.content)
        try store(recipient)
        #expect(content(decoder(message)) == suite.content)
    }

    @Test func `a message is signed first and encrypted then`() throws {
        try store("p256")
        let decoder = decoder(try encode(["rsa"], ["p256"], .attrSigningTime))
        #expect(isEncrypted(decoder) && content(decoder) == suite.content)
        #expect(status(decoder, 0) == .valid)
        var signer: SecCertificate?
        #expect(unsafe CMSDecoderCopySignerCert(decoder, 0, &signer) == errSecSuccess)
        #expect(signer == (try certificate("rsa")))
        #expect(unsafe CMSDecoderCopySignerCert(decoder, 1, &signer) == errSecParam)
    }

    @Test(arguments: ["rsa", "p256"]) func `a key that stays in the keychain signs and opens messages`(name: String)
        throws
    {
        let halves = try identity(name).halves
        #expect(keychain.add([kSecValueRef: .certificate(halves.certificate)]) == errSecSuccess)
        #expect(keychain.add([kSecValueRef: .key(halves.key), kSecAttrIsExtractable: false]) == errSecSuccess)
        let found = keychain.find(LatchkeySecurityTestSupport.identity([kSecReturnRef: true]))
        let staying = try #require(found.object as? SecIdentity)
        #expect(SecKeyCopyExternalRepresentation(staying.halves.key, nil) == nil)
        var message: CFData?
        let status = try unsafe suite.content.withUnsafeBytes { bytes in
            unsafe CMSEncodeContent(
                staying, try certificate(name), nil, false, .attrSigningTime, try #require(bytes.baseAddress),
                bytes.count, &message)
        }
        #expect(status == errSecSuccess)
        let decoder = decoder(try #require(message) as Data)
        #expect(content(decoder) == suite.content && self.status(decoder, 0) == .valid)
    }

    @Test func `calls out of turn and other objects are refused`() throws {
        var made: CMSEncoder?
        #expect(unsafe CMSEncoderCreate(&made) == errSecSuccess)
        let encoder = try #require(made)
        let certificate = try certificate("rsa")
        var message: CFData?
        #expect(unsafe CMSEncoderCopyEncodedContent(encoder, &message) == errSecParam)
        let bytes: [UInt8] = [1]
        #expect(unsafe CMSEncoderUpdateContent(encoder, bytes, 1) == errSecParam)
        #expect(CMSEncoderAddSigners(encoder, certificate) == errSecParam)
        #expect(CMSEncoderAddRecipients(encoder, try identity("rsa")) == errSecParam)
        #expect(
            CMSEncoderAddSupportingCerts(encoder, NSArray(array: [certificate, NSNumber(value: 1)])) == errSecParam)
        #expect(CMSEncoderSetSignerAlgorithm(encoder, "md5") == errSecParam)
        #expect(CMSEncoderSetSignerAlgorithm(encoder, kCMSEncoderDigestAlgorithmSHA1) == errSecSuccess)
        #expect(CMSEncoderAddSigners(encoder, try identity("rsa")) == errSecSuccess)
        #expect(unsafe CMSEncoderUpdateContent(encoder, bytes, -1) == errSecParam)
        #expect(unsafe CMSEncoderUpdateContent(encoder, bytes, 1) == errSecSuccess)
        #expect(CMSEncoderSetHasDetachedContent(encoder, true) == errSecParam)
        #expect(unsafe CMSEncoderCopyEncodedContent(encoder, &message) == errSecSuccess)
        #expect(unsafe CMSEncoderCopyEncodedContent(encoder, &message) == errSecParam)
        #expect(status(decoder(try #require(message) as Data), 0) == .valid)
        let decoder = CMSDecoder(client: keychain.client)
        #expect(CMSDecoderFinalizeMessage(decoder) == errSecParam)
        #expect(update(decoder, Data([0x31])) == errSecUnknownFormat)
        var count = 0
        #expect(unsafe CMSDecoderGetNumSigners(decoder, &count) == errSecParam)
        #expect(update(decoder, Data([0x30, 0])) == errSecSuccess)
        #expect(CMSDecoderFinalizeMessage(decoder) == errSecUnknownFormat)
        #expect(CMSDecoderFinalizeMessage(decoder) == errSecParam && update(decoder, Data([0x30])) == errSecParam)
    }

    @Test func `types of contents are object identifiers`() throws {
        for type in [
            "461168601842738791.0.1", "1.18446744073709551615.1", "5.3.1", "1.99.3", "+1.2.3", "1.2", "1..3", "",
        ] {
            var message: CFData?
            let bytes: [UInt8] = [1]
            let status = unsafe CMSEncodeContent(
                try identity("rsa"), nil, NSString(string: type), false, [], bytes, 1, &message)
            #expect(status == errSecParam && message == nil, "\(type)")
        }
        for type in ["1.2.840.113549.1.7.1", "2.999.3", "0.39.128"] {
            #expect(status(decoder(try encode(["rsa"], type: type)), 0) == .valid)
        }
    }

    @Test func `another content than that of the message makes no signature valid`() throws {
        let message = try #require(Self.messages.first { $0.name == "RSA, SHA-256" }).message
        #expect(status(decoder(message, detached: suite.content), 0) == .valid)
        #expect(status(decoder(message, detached: Data("another".utf8)), 0) == .invalidSignature)
    }

    @Test func `many small pieces are one message, and more than fits is refused`() throws {
        var made: CMSEncoder?
        #expect(unsafe CMSEncoderCreate(&made) == errSecSuccess)
        let encoder = try #require(made)
        #expect(CMSEncoderAddSigners(encoder, try identity("p256")) == errSecSuccess)
        let bytes = [UInt8](repeating: 7, count: 20_000)
        for byte in bytes { #expect(unsafe CMSEncoderUpdateContent(encoder, [byte], 1) == errSecSuccess) }
        for count in [Int.max, 256 << 20] {
            #expect(unsafe CMSEncoderUpdateContent(encoder, bytes, count) == errSecUnknownFormat)
        }
        #expect(unsafe CMSEncoderUpdateContent(encoder, bytes, .min) == errSecParam)
        var message: CFData?
        #expect(unsafe CMSEncoderCopyEncodedContent(encoder, &message) == errSecSuccess)
        let decoder = decoder(try #require(message) as Data)
        #expect(content(decoder) == Data(bytes) && status(decoder, 0) == .valid)
    }

    @Test func `a message has no more signers, recipients and certificates than are read`() throws {
        var made: CMSEncoder?
        #expect(unsafe CMSEncoderCreate(&made) == errSecSuccess)
        let encoder = try #require(made)
        let (identity, certificate) = (try identity("p256"), try certificate("p256"))
        func many(_ object: AnyObject, _ count: Int) -> NSArray {
            NSArray(array: [AnyObject](repeating: object, count: count))
        }
        #expect(CMSEncoderAddSigners(encoder, many(identity, 65)) == errSecParam)
        #expect(CMSEncoderAddSigners(encoder, many(identity, 64)) == errSecSuccess)
        #expect(CMSEncoderAddSigners(encoder, identity) == errSecParam)
        #expect(CMSEncoderAddSupportingCerts(encoder, many(certificate, 1025)) == errSecParam)
        #expect(unsafe CMSEncoderUpdateContent(encoder, [UInt8(1)], 1) == errSecSuccess)
        var message: CFData?
        #expect(unsafe CMSEncoderCopyEncodedContent(encoder, &message) == errSecSuccess)
        #expect(signerCount(decoder(try #require(message) as Data)) == 64)
        let recipients = many(certificate, 1025)
        #expect(unsafe CMSEncodeContent(nil, recipients, nil, false, [], [UInt8(1)], 1, &message) == errSecParam)
    }

    @Test func `recipients of unknown kinds do not close a message, and a hundred others can open it`() throws {
        try store("rsa")
        // The first recipient's is under an algorithm that nobody has.
        var message = try encode([], ["p384", "rsa"])
        let agreement = try #require(message.firstRange(of: Data([0x2b, 0x81, 4, 1, 11, 1])))
        message[agreement.upperBound - 1] = 0x7f
        #expect(content(decoder(message)) == suite.content)
        var many = [String](repeating: "p384", count: 100)
        many.append("rsa")
        #expect(content(decoder(try encode([], many))) == suite.content)
    }

    @Test func `certificates alone are a message, and another program reads it`() throws {
        var made: CMSEncoder?
        #expect(unsafe CMSEncoderCreate(&made) == errSecSuccess)
        let encoder = try #require(made)
        let certificates = [try certificate("rsa"), try certificate("p256")]
        #expect(CMSEncoderAddSupportingCerts(encoder, NSArray(array: certificates)) == errSecSuccess)
        var message: CFData?
        #expect(unsafe CMSEncoderCopyEncodedContent(encoder, &message) == errSecSuccess)
        let decoder = decoder(try #require(message) as Data)
        var found: CFArray?
        #expect(unsafe CMSDecoderCopyAllCerts(decoder, &found) == errSecSuccess)
        #expect(found?.isEqual(to: certificates) == true && content(decoder) == nil && signerCount(decoder) == 0)
        let home = try TemporaryHome()
        try (try #require(message) as Data).write(to: URL(filePath: home.path + "/message"))
        let run = try CommandRun(
            ["openssl", "pkcs7", "-inform", "DER", "-in", "message", "-print_certs", "-noout"],
            environment: CommandRun.environment(home: home.path, directory: home.path), in: home.path)
        #expect(run.status == 0 && run.output.contains("Message rsa") && run.output.contains("Message p256"))
    }

    @Test func `attributes of one message are not the content of another`() throws {
        let identity = try identity("rsa")
        let (certificate, key) = (identity.halves.certificate.content, identity.halves.key)
        var signed: [UInt8] = []
        var signature: [UInt8] = []
        var draft = MessageDraft()
        draft.content = ItemSecret(SecretBytes(unrecorded: Array(suite.content)))
        draft.attributes = .signingTime
        draft.certificates = [certificate]
        draft.signers = [
            MessageDraft.Signer(certificate, .rsa) { (bytes, _) throws(KeychainError) in
                signed = bytes
                let made = SecKeyCreateSignature(key, .rsaSignatureMessagePKCS1v15SHA256, Data(bytes) as NSData, nil)
                signature = made.map { Array($0 as Data) } ?? []
                return signature
            }
        ]
        func reading(_ draft: MessageDraft) throws -> CMSDecoder {
            decoder(unsafe MessageDraft.message(try draft.signedData(at: 0)).bytes.withUnsafeBytes { unsafe Data($0) })
        }
        #expect(status(try reading(draft), 0) == .valid)
        // The same signature is one over these bytes, too.
        let (attributes, made) = (signed, signature)
        var other = MessageDraft()
        other.content = ItemSecret(SecretBytes(unrecorded: attributes))
        other.certificates = [certificate]
        other.signers = [MessageDraft.Signer(certificate, .rsa) { (_, _) throws(KeychainError) in made }]
        #expect(
            SecKeyVerifySignature(
                try #require(SecCertificateCopyKey(identity.halves.certificate)), .rsaSignatureMessagePKCS1v15SHA256,
                Data(attributes) as NSData, Data(made) as NSData, nil))
        #expect(status(try reading(other), 0) == .invalidSignature)
    }
}
