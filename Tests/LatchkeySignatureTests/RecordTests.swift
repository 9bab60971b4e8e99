// Records and messages as bytes: what is written is read, and nothing else is.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyModel
import LatchkeySignature
import LatchkeyTestSupport
import Testing

@Suite struct RecordTests {
    private func read(_ bytes: [UInt8]) throws(SignatureProblem) -> SignatureRecord {
        try SignatureRecord(endOfFile: bytes, fileSize: UInt64(bytes.count))
    }

    private func problem(_ bytes: [UInt8]) -> SignatureProblem? {
        do {
            _ = try read(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a record is read as it was written`() throws {
        let team = try TestTeam()
        let directory = try directory()
        let record = SignatureRecord(directory, message: try team.message(over: directory).encoded)
        #expect(try read(program + record.encoded) == record)
        let message = try SignedMessage(decoding: record.message)
        #expect(message.encoded == record.message)
        #expect(message.signer == team.signer)
    }

    @Test func `signing twice makes the same bytes`() throws {
        let signer = try TestTeam().codeSigner()
        let identifier = try #require(CodeIdentifier("a"))
        let digest = Array(SHA256.hash(data: program))
        let records = try (0..<2).map { _ in
            try signer.record(
                identifier: identifier, entitlements: entitlements, fileSize: UInt64(program.count), digest: digest)
        }
        #expect(records[0].encoded == records[1].encoded)
    }

    @Test func `a signature with another key is noticed at once`() throws {
        let team = try TestTeam()
        let signer = try CodeSigner(certificates: [team.signer]) { _ throws(CodeSigner.Refusal) in
            Array(repeating: 7, count: 64)
        }
        #expect(throws: CodeSigner.Refusal.wrongKey) {
            _ = try signer.record(
                identifier: try #require(CodeIdentifier("a")), entitlements: [], fileSize: 0,
                digest: Array(repeating: 0, count: 32))
        }
    }

    @Test func `unknown versions, digests and flags are told from damage`() throws {
        let bytes = SignatureRecord(adHoc: try directory(of: [], team: nil)).encoded
        let trailer = bytes.count - 40
        for (place, value) in [(4, 2), (5, 2), (6, 1), (7, 1), (8, 1), (11, 3), (trailer, 2), (trailer + 3, 1)] {
            var changed = bytes
            changed[place] = UInt8(value)
            #expect(problem(changed) == .unknownVersion)
        }
    }

    @Test func `lengths that do not fit are damage`() throws {
        let bytes = SignatureRecord(adHoc: try directory(of: [], team: nil)).encoded
        let trailer = bytes.count - 40
        for place in [62, 63, 64, 65, 66, 67, 68, 12, 19, 52, trailer + 4, trailer + 7, trailer + 8, trailer + 11] {
            for value in [1, 0x7f, 0xff] as [UInt8] where bytes[place] != value {
                var changed = bytes
                changed[place] = value
                #expect(problem(changed) == .damagedRecord)
            }
        }
    }

    @Test(arguments: ["", "a/b", "a b", "*", "\u{e4}", "a\n", String(repeating: "a", count: 256)])
    func `identifiers are visible characters`(text: String) {
        #expect(CodeIdentifier(text) == nil)
    }

    @Test(arguments: ["ADHOC12345", "", "TEAM12345", "TEAM-12345", "team123456"])
    func `a team has ten capital letters and digits, and is none of a program without a signature`(text: String) {
        #expect(TeamIdentifier(text) == nil)
    }

    @Test func `no byte of a message can be another, nor can it end before or after`() throws {
        let directory = try directory()
        let message = try TestTeam().message(over: directory)
        let bytes = message.encoded
        #expect(message.isSigned(over: directory))
        for place in bytes.indices {
            for bit in [1, 0x10, 0x80] as [UInt8] {
                var changed = bytes
                changed[place] ^= bit
                // What is still a message says something else: another certificate, or a signature that does not fit.
                guard let read = try? SignedMessage(decoding: changed) else { continue }
                #expect(read.signer != message.signer || !read.isSigned(over: directory))
            }
        }
        #expect(throws: SignatureProblem.badSignature) { _ = try SignedMessage(decoding: bytes + [0]) }
        #expect(throws: SignatureProblem.badSignature) { _ = try SignedMessage(decoding: Array(bytes.dropLast())) }
        #expect(throws: SignatureProblem.badSignature) { _ = try SignedMessage(decoding: []) }
    }
}
