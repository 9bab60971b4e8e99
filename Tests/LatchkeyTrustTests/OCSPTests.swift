// OCSP responses that a program gives.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct OCSPTests {
    private typealias Vectors = RevocationVectors

    @Test(arguments: ["good", "good-sha256", "open", "by-key", "by-responder", "by-responder-key"])
    func `a current answer of the issuer, or of who answers for it, shows a certificate good`(name: String) throws {
        #expect(try Vectors.result(responses: [name], demand: .first) == .trusted)
        #expect(try Vectors.result(responses: [name], demand: .all) == untrusted(.revocationUnknown))
        #expect(try Vectors.result(responses: [name, "authority-good"], demand: .all) == .trusted)
        #expect(try Vectors.result(lists: ["root"], responses: [name], demand: .all) == .trusted)
    }

    @Test(arguments: ["revoked", "revoked-without-reason", "held", "old-revoked", "revoked-by-responder"])
    func `an answer revokes, also when it is old by now, and whatever others say`(name: String) throws {
        #expect(try Vectors.result(responses: [name]) == untrusted(.revoked))
        #expect(try Vectors.result(responses: ["good", name]) == untrusted(.revoked))
        #expect(try Vectors.result(lists: ["empty"], responses: [name], demand: .first) == untrusted(.revoked))
    }

    @Test(arguments: [
        "unknown", "old", "old-held", "early", "open-old", "of-neighbour", "of-neighbour-revoked",
        "by-absent-responder", "by-careless-responder", "by-expired-responder", "by-foreign-responder", "by-root",
        "by-neighbour", "revoked-by-neighbour", "forged", "forged-revoked", "authority-good",
    ])
    func `an answer of others, about others or of another time says nothing`(name: String) throws {
        #expect(try Vectors.result(responses: [name]) == .trusted)
        #expect(try Vectors.result(responses: [name], demand: .first) == untrusted(.revocationUnknown))
        #expect(try Vectors.result(responses: ["good", name], demand: .first) == .trusted)
    }

    @Test func `who answers for the issuer may be revoked itself`() throws {
        let answers = ["by-asked-responder", "authority-good"]
        #expect(try Vectors.result(responses: answers, demand: .first) == .trusted)
        #expect(try Vectors.result(responses: answers, demand: .all) == untrusted(.revocationUnknown))
        let lists = ["revoking-responder"]
        #expect(
            try Vectors.result(lists: lists, responses: answers, demand: .first) == .trusted, "the list says the same")
        #expect(
            try Vectors.result(of: "asked-responder", lists: lists, responses: answers) == untrusted(.revoked))
    }

    @Test func `nobody asks about a certificate whose issuer wants that`() throws {
        #expect(try Vectors.result(of: "never-asked", responses: ["authority-good"], demand: .all) == .trusted)
        #expect(
            try Vectors.result(of: "careless-responder", responses: ["authority-good"], demand: .all)
                == untrusted(.revocationUnknown), "that is for those that answer")
    }

    @Test func `who answers does not vouch for itself`() throws {
        #expect(
            try Vectors.result(of: "asked-responder", responses: ["vouching"], demand: .first)
                == untrusted(.revocationUnknown))
    }

    @Test(arguments: ["strange", "try-later"])
    func `an answer that is none, or demands what is not known, is not read`(name: String) throws {
        #expect(throws: KeychainError.self) { try OCSPResponse(der: Vectors.responseBytes(name)) }
    }

    @Test(arguments: ["good", "revoked"]) func `a damaged answer is none, or says nothing`(name: String) throws {
        let whole = try Vectors.responseBytes(name)
        for place in whole.indices {
            #expect(throws: KeychainError.self) { try OCSPResponse(der: Array(whole[..<place])) }
            var damaged = whole
            damaged[place] ^= 1 << UInt8(place % 8)
            guard let response = try? OCSPResponse(der: damaged) else { continue }
            let result = try Vectors.evaluation(responses: [response], demand: .first).result
            #expect(result == untrusted(.revocationUnknown), "byte \(place)")
            #expect(try Vectors.evaluation(responses: [response]).result == .trusted)
        }
    }

    /// A response with as many statements and certificates, which nobody has signed.
    private func crowded(_ name: String, by certificate: String) throws -> [UInt8] {
        func parts(_ node: BERNode) throws -> [[UInt8]] { try node.children().map { try $0.publicBytes() } }
        let outer = try BERNode(reading: ItemSecret(SecretBytes(unrecorded: Vectors.responseBytes(name)))).children()
        let typed = try outer[1].children()[0].children()
        let basic = try BERNode(reading: typed[1].octets()).children()
        var signed = try parts(basic[0])
        let list = try #require(signed.firstIndex { $0.first == 0x30 })
        let statement = try basic[0].children()[list].children()[0].publicBytes()
        signed[list] = DERElement.sequence(Array([[UInt8]](repeating: statement, count: 1024).joined()))
        let der = try Vectors.certificate(certificate).der
        let count = min(1000, 800_000 / der.count)
        let certificates = DERElement.sequence(Array([[UInt8]](repeating: der, count: count).joined()))
        let whole = DERElement.sequence(
            DERElement.sequence(signed.flatMap { $0 }) + (try basic[1].publicBytes()) + (try basic[2].publicBytes())
                + DERElement.bytes(0xa0, certificates))
        let wrapped = DERElement.sequence((try typed[0].publicBytes()) + DERElement.bytes(0x04, whole))
        return DERElement.sequence((try outer[0].publicBytes()) + DERElement.bytes(0xa0, wrapped))
    }

    @Test(arguments: ["stranger", "neighbour", "responder", "asked-responder"])
    func `a response full of statements and certificates ends in time`(certificate: String) throws {
        let response = try OCSPResponse(der: crowded("by-responder", by: certificate))
        #expect(response.statements.count == 1024 && response.certificates.count > 500)
        let start = ContinuousClock.now
        #expect(try !Vectors.evaluation(responses: [response], demand: .all).result.isTrusted)
        #expect(ContinuousClock.now - start < .seconds(6))
    }
}

extension BERNode {
    fileprivate func publicBytes() throws -> [UInt8] { encoded().bytes.declassified(because: "a vector is no secret") }
}
