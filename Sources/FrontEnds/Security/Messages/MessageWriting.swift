// What a message will be, and how it is written.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyModel
import LatchkeyOpenSSL
import LatchkeyPlatform

struct MessageWriting {
    /// Largest content of a message that is written, in bytes: with what is around it, it can be read.
    static let largestSize = 255 << 20

    var signers: [SecIdentity] = []
    var recipients: [SecCertificate] = []
    var certificates: [SecCertificate] = []
    var isDetached = false
    var hash = KeyHash.sha256
    /// The contents of the object identifier.
    var type = MessageName.data
    var attributes: MessageAttributes = []

    /// Whether it has no more of anything than is read.
    var isWithinBounds: Bool {
        signers.count <= SignedContent.greatestSignerCount && recipients.count <= Envelope.greatestCount
            && certificates.count <= SignedContent.greatestCount
    }

    /// Whether it is signed, encrypted, or holds certificates.
    var hasPurpose: Bool { !signers.isEmpty || !recipients.isEmpty || !certificates.isEmpty }
    var isOfCertificatesAlone: Bool { signers.isEmpty && recipients.isEmpty && !certificates.isEmpty }

    /// - Parameter content: nil for a message of certificates alone.
    /// - Throws: `.parameter` for more of anything than is read, and for keys that do not sign or encrypt messages.
    func message(_ content: ItemSecret?) throws(KeychainError) -> ItemSecret {
        guard isWithinBounds else { throw Self.tooMany }
        let isSigned = !signers.isEmpty || !certificates.isEmpty
        guard isSigned else {
            return try EnvelopeDraft.message(
                content ?? ItemSecret(copying: []), type: type, for: recipients.map(\.content))
        }
        var draft = MessageDraft()
        draft.type = type
        draft.content = content
        draft.isDetached = isDetached && recipients.isEmpty
        draft.hash = hash
        draft.attributes = attributes
        draft.certificates = chains
        guard draft.certificates.count <= SignedContent.greatestCount else { throw Self.tooMany }
        draft.signers = try signers.map { identity throws(KeychainError) in
            let key = identity.halves.key
            return MessageDraft.Signer(identity.halves.certificate.content, try key.half().kind) {
                (bytes, algorithm) throws(KeychainError) in
                try unsafe bytes.withRawBytes { bytes throws(KeychainError) in
                    try unsafe key.signature(over: bytes, algorithm)
                }
            }
        }
        let signed = try draft.signedData(at: Date.timeIntervalSinceReferenceDate)
        guard !recipients.isEmpty else { return MessageDraft.message(signed) }
        return try EnvelopeDraft.message(signed, type: MessageName.signedData, for: recipients.map(\.content))
    }

    /// The signers' certificates with their chains, and those that were given. A root is left out if it is not the
    /// signer itself: whoever trusts it has it.
    private var chains: [Certificate] {
        var all: [Certificate] = []
        func append(_ certificate: Certificate) {
            if !all.contains(certificate) { all.append(certificate) }
        }
        for signer in signers {
            let trust = SecTrust([signer.halves.certificate] + certificates, [SecPolicyCreateBasicX509()])
            let chain = trust.evaluate().chain.map(\.content)
            let endsInRoot = chain.count > 1 && chain.last?.isSelfIssued == true
            for certificate in endsInRoot ? chain.dropLast() : chain[...] { append(certificate) }
        }
        for certificate in certificates { append(certificate.content) }
        return all
    }

    static let tooMany = KeychainError(.parameter, during: "counting signers, recipients and certificates of a message")

    /// The contents of the object identifier that a program names.
    /// - Throws: `.parameter` for what is none.
    static func type(_ value: CFTypeRef) throws(KeychainError) -> [UInt8] {
        let contents: [UInt8]? =
            switch value {
            case let text as NSString: ObjectIdentifierText.contents(of: text as String)
            // With its tag and length, or without.
            case let bytes as NSData:
                bytes.octets.starts(with: [0x06, UInt8(clamping: bytes.length - 2)])
                    ? Array(bytes.octets.dropFirst(2)) : bytes.octets
            default: nil
            }
        guard let contents, (1...32).contains(contents.count), contents.last.map({ $0 < 0x80 }) ?? false else {
            throw KeychainError(.parameter, during: "reading the type of a message's content")
        }
        return contents
    }
}

/// One object of a class, or an array of such objects.
/// - Throws: `.parameter` for anything else.
func given<Object: AnyObject>(_ kind: Object.Type, _ value: CFTypeRef) throws(KeychainError) -> [Object] {
    guard let objects = objects(of: kind, in: value) else {
        throw KeychainError(.parameter, during: "reading the objects of a call")
    }
    return objects
}

extension ItemSecret {
    /// A copy for the program.
    var data: NSData {
        unsafe bytes.withUnsafeBytes { bytes in unsafe NSData(bytes: bytes.baseAddress, length: bytes.count) }
    }
}
