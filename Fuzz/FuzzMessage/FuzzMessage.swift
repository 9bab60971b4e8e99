// Fuzzes signed and encrypted messages: what is read, verified by the certificates that it brings, and opened.
// SPDX-License-Identifier: Apache-2.0

import FuzzSupport
import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform

@main enum FuzzMessage {
    private static let unreadable: Set<KeychainError.Code> = [.decode, .unimplemented]
    private static let invalid = unreadable.union([.parameter, .verifyFailed, .notAvailable])
    private static let elsewhere = ItemSecret(copying: Array("What was signed.\n".utf8))
    private static let keys = [nil, ItemSecret(copying: [UInt8](repeating: 7, count: 32))]

    static func main() {
        unsafe fuzz { start, count in
            FuzzMessage.run(unsafe input(at: start, count: count))
            return 0
        }
    }

    private static func run(_ bytes: [UInt8]) {
        attempt(or: unreadable) { () throws(KeychainError) in
            switch try CMSMessage(ItemSecret(copying: bytes)) {
            case .data: break
            case .signed(let signed): verify(signed)
            case .enveloped(let envelope): open(envelope)
            }
        }
        // What an envelope may hold.
        attempt(or: unreadable) { () throws(KeychainError) in
            let message = try CMSMessage(ofEnvelope: ItemSecret(copying: bytes), type: MessageName.signedData)
            if case .signed(let signed) = message { verify(signed) }
        }
    }

    private static func verify(_ signed: SignedContent) {
        for signer in signed.signers.prefix(4) {
            for certificate in signed.certificates.prefix(4) {
                _ = (signer.identifier.names(certificate), signer.identifier.attributes)
                attempt(or: invalid) { () throws(KeychainError) in
                    try signer.verify(signed.content ?? elsewhere, type: signed.type, by: certificate)
                }
            }
        }
    }

    private static func open(_ envelope: Envelope) {
        for recipient in envelope.recipients.prefix(4) {
            guard case .agreement(let agreement) = recipient.way, let secret = keys[1] else { continue }
            check(agreement.sharedInfo.count > 8, "what both sides derive from is never empty")
            attempt(or: [.decode]) { () throws(KeychainError) in
                _ = KeyAgreement.unwrapped(try recipient.encryptedKey(), with: secret)
            }
        }
        for key in keys {
            attempt(or: [.decode]) { () throws(KeychainError) in _ = try envelope.opened(with: key) }
        }
    }

    private static func attempt(or codes: Set<KeychainError.Code>, _ body: () throws(KeychainError) -> Void) {
        do throws(KeychainError) {
            try body()
        } catch {
            check(error, isOneOf: codes)
        }
    }
}
