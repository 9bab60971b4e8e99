// Texts with certificates and keys in them.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTestSupport
import Testing

@Suite struct PEMTests {
    /// The texts with keys are those of the vectors, whose keys were written down.
    private func blocks(in text: String) throws(KeychainError) -> [PEMBlock] {
        try PEMBlock.blocks(in: ItemSecret(unrecorded: Array(text.utf8)))
    }

    @Test func `several blocks are read in their order, and what stands between is skipped`() throws {
        let vector = try KeyVector.named("p256")
        let certificate = try Certificate(der: CertificateVector.named("version 1").der.bytes)
        let written = String(decoding: PEMBlock(certificate).text.found, as: UTF8.self)
        let found = try blocks(in: "subject: Odd\n\n" + written + "Bag Attributes\n" + vector.pkcs8PEM + "rest")
        #expect(found.map(\.label) == ["CERTIFICATE", "PRIVATE KEY"])
        #expect(try found[0].certificate() == certificate)
        #expect(try found[0].key() == nil)
        #expect(try found[1].key() == vector.privateKey())
        #expect(try found[1].certificate() == nil)
    }

    @Test func `lines that somebody has a use for are kept between the blocks`() throws {
        let block = "-----BEGIN X-----\nAAAA\n-----END X-----\n"
        let text = ItemSecret(unrecorded: Array("+one\n\n\(block)two\n+three\r\n\(block)+four".utf8))
        let keepsSigned = { (line: UnsafeRawBufferPointer) in unsafe line.first == UInt8(ascii: "+") }
        let words = try unsafe PEMPart.parts(in: text, keeping: keepsSigned).map { part in
            switch part {
            case .block(let block): block.label
            case .line(let line): String(decoding: line.found, as: UTF8.self)
            }
        }
        #expect(words == ["+one", "X", "+three\r", "X", "+four"])
        #expect(try unsafe PEMPart.parts(in: text, atMost: 5, keeping: keepsSigned).count == 5)
        #expect(
            failure { () throws(KeychainError) in
                _ = try unsafe PEMPart.parts(in: text, atMost: 4, keeping: keepsSigned)
            }
                == .decode)
    }

    @Test(arguments: 0..<70) func `bytes of every count come back from their text`(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 200) }
        let text = PEMBlock(label: "X", contents: ItemSecret(unrecorded: bytes)).text
        let found = try PEMBlock.blocks(in: text)
        #expect(found.count == 1)
        #expect(found.first?.contents.found == bytes)
        let lines = String(decoding: text.found, as: UTF8.self).split(separator: "\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 64 })
    }

    @Test func `line ends of Windows and blanks at the ends of lines do not matter`() throws {
        let vector = try KeyVector.named("rsa2048")
        let text = vector.pkcs8PEM.split(separator: "\n").joined(separator: " \r\n")
        #expect(try blocks(in: text + "\r\n").first?.key() == vector.privateKey())
        #expect(try blocks(in: text).first?.key() == vector.privateKey())
    }

    @Test(arguments: ["A", "AA", "AAA", "AAA=A", "A===", "====", "AB==", "AAB=", "AA*A", "AAAA-"])
    func `a block of other than base64 is refused`(body: String) {
        let text = "-----BEGIN X-----\n\(body)\n-----END X-----\n"
        #expect(failure { () throws(KeychainError) in _ = try blocks(in: text) } == .decode)
    }

    @Test(arguments: [
        "-----BEGIN X-----\nAAAA\n", "-----BEGIN X-----\nAAAA\n-----END Y-----\n", "-----BEGIN X-----",
    ])
    func `a block without its end is refused`(text: String) {
        #expect(failure { () throws(KeychainError) in _ = try blocks(in: text) } == .decode)
    }

    @Test(arguments: ["", "\n", "-----", "-----END X-----\n", "-----BEGIN -----\n", "no block here"])
    func `a text without a block has none`(text: String) throws {
        #expect(try blocks(in: text).isEmpty)
    }

    @Test func `an encrypted key is not read`() throws {
        let old = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nAAAA\n-----END RSA PRIVATE KEY-----\n"
        #expect(failure { () throws(KeychainError) in _ = try blocks(in: old) } == .unimplemented)
        do throws(KeychainError) {
            _ = try blocks(in: old)
        } catch {
            #expect(error.hint.map { "\($0)" }?.contains("openssl pkey -in FILE") == true)
        }
        let new = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMAA=\n-----END ENCRYPTED PRIVATE KEY-----\n"
        let block = try #require(blocks(in: new).first)
        #expect(failure { () throws(KeychainError) in _ = try block.key() } == .unimplemented)
    }
}
