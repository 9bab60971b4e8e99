// Messages that nobody writes: their reader has bounds.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct MessageTests {
    private let data: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 1]

    /// An EnvelopedData of these RecipientInfos.
    private func envelope(_ recipients: [UInt8]) -> ItemSecret {
        let cipher: [UInt8] = [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 1, 2]
        let content = DERElement.sequence(
            DERElement.objectIdentifier(data)
                + DERElement.sequence(
                    DERElement.objectIdentifier(cipher) + DERElement.bytes(0x04, [UInt8](repeating: 0, count: 16)))
                + DERElement.bytes(0x80, [UInt8](repeating: 0, count: 16)))
        let enveloped = DERElement.sequence([2, 1, 2] + DERElement.bytes(0x31, recipients) + content)
        let name: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, 3]
        let message = DERElement.sequence(DERElement.objectIdentifier(name) + DERElement.bytes(0xa0, enveloped))
        return ItemSecret(SecretBytes(unrecorded: message))
    }

    /// A KeyAgreeRecipientInfo.
    private func agreement(_ text: [UInt8], entries: Int = 1) -> [UInt8] {
        let curve = DERElement.sequence(DERElement.objectIdentifier([0x2a, 0x86, 0x48, 0xce, 0x3d, 2, 1]))
        let originator = DERElement.bytes(0xa0, DERElement.bytes(0xa1, curve + DERElement.bitString([4])))
        let wrap = DERElement.sequence(DERElement.objectIdentifier([0x60, 0x86, 0x48, 1, 0x65, 3, 4, 1, 45]))
        let algorithm = DERElement.sequence(DERElement.objectIdentifier([0x2b, 0x81, 4, 1, 11, 1]) + wrap)
        let entry = DERElement.sequence(
            DERElement.bytes(0xa0, DERElement.bytes(0x04, [1])) + DERElement.bytes(0x04, [1]))
        let list = DERElement.sequence(Array([[UInt8]](repeating: entry, count: entries).joined()))
        return DERElement.bytes(
            0xa1, [2, 1, 3] + originator + DERElement.bytes(0xa1, DERElement.bytes(0x04, text)) + algorithm + list)
    }

    private func recipients(_ message: ItemSecret) throws -> Int? {
        guard case .enveloped(let envelope) = try CMSMessage(message) else { return nil }
        return envelope.recipients.count
    }

    @Test func `what a sender adds to a derivation is bounded`() throws {
        #expect(try recipients(envelope(agreement([1, 2, 3]))) == 1)
        #expect(try recipients(envelope(agreement([UInt8](repeating: 1, count: 1 << 24)))) == 0)
    }

    @Test func `a message has at most 1024 recipients`() throws {
        #expect(try recipients(envelope(agreement([1], entries: 1024))) == 1024)
        #expect(try recipients(envelope(agreement([1], entries: 9_000))) == 0)
        let two = agreement([1], entries: 1024) + agreement([2], entries: 1)
        #expect(failure { _ = try CMSMessage(envelope(two)) } == .decode)
    }

    @Test func `a key that opens nothing and a wrong key end the same`() throws {
        guard case .enveloped(let envelope) = try CMSMessage(envelope([])) else {
            Issue.record("it is an envelope")
            return
        }
        for key in [nil, word("short"), word("0123456789abcdef")] {
            let code = failure { _ = try envelope.opened(with: key) }
            #expect(code == .decode || code == nil)
        }
    }
}
