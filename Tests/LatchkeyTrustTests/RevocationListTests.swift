// Lists of revoked certificates that a program gives.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyPlatform
import LatchkeyTestSupport
import LatchkeyTrust
import Testing

@Suite struct RevocationListTests {
    private typealias Vectors = RevocationVectors

    @Test(arguments: [
        [], ["empty"], ["old"], ["early"], ["old-holding"], ["forged"], ["strange"], ["by-signer"], ["root"],
        ["holding", "releasing"],
    ])
    func `where nothing is demanded, a list that does not revoke changes nothing`(lists: [String]) throws {
        #expect(try Vectors.result(lists: lists) == .trusted)
    }

    @Test(arguments: [
        ["revoking"], ["holding"], ["old-revoking"], ["empty", "revoking"], ["revoking", "empty"], ["empty", "adding"],
        ["revoking", "old"], ["root-revoking"],
    ])
    func `a list of the issuer revokes, also when it is old by now`(lists: [String]) throws {
        #expect(try Vectors.result(lists: lists) == untrusted(.revoked))
        #expect(try Vectors.result(lists: lists + ["root"], demand: .all) == untrusted(.revoked))
    }

    @Test func `every certificate but the last needs a current list where all of them must be shown good`() throws {
        #expect(try Vectors.result(lists: ["empty", "root"], demand: .all) == .trusted)
        #expect(try Vectors.result(lists: ["empty"], demand: .all) == untrusted(.revocationUnknown))
        #expect(try Vectors.result(lists: ["root"], demand: .all) == untrusted(.revocationUnknown))
        #expect(try Vectors.result(demand: .all) == untrusted(.revocationUnknown))
    }

    @Test func `the first certificate alone can be asked about`() throws {
        #expect(try Vectors.result(lists: ["empty"], demand: .first) == .trusted)
        #expect(try Vectors.result(lists: ["root"], demand: .first) == untrusted(.revocationUnknown))
    }

    @Test(arguments: ["old", "early", "forged-empty", "strange", "old-holding", "releasing"])
    func `a list that says nothing now shows nothing`(name: String) throws {
        #expect(try Vectors.result(lists: [name, "root"], demand: .all) == untrusted(.revocationUnknown))
    }

    @Test func `a delta adds to its list and takes from it`() throws {
        #expect(try Vectors.result(lists: ["holding", "releasing", "root"], demand: .all) == .trusted)
        #expect(try Vectors.result(lists: ["empty", "adding", "root"], demand: .all) == untrusted(.revoked))
        #expect(
            try Vectors.result(lists: ["empty", "releasing", "root"], demand: .all) == .trusted,
            "a delta of another list has no part in it")
    }

    @Test func `another certificate of the issuer's name may sign its list`() throws {
        let lists = ["by-signer", "root"]
        #expect(try Vectors.result(lists: lists, demand: .all, through: ["list-signer"]) == .trusted)
        #expect(try Vectors.result(lists: lists, demand: .all) == untrusted(.revocationUnknown))
        #expect(
            try Vectors.result(lists: ["revoking-by-signer"], through: ["list-signer"]) == untrusted(.revoked))
    }

    @Test func `a signer that is revoked says nothing`() throws {
        let lists = ["by-signer", "root-revoking-signer"]
        #expect(
            try Vectors.result(lists: lists, demand: .all, through: ["list-signer"]) == untrusted(.revocationUnknown))
        #expect(
            try Vectors.result(
                lists: ["revoking-by-signer", "root-revoking-signer"], through: ["list-signer"]) == .trusted)
    }

    @Test func `a signer that nobody trusts neither revokes nor shows anything`() throws {
        #expect(try Vectors.result(lists: ["forged"], through: ["stranger"]) == .trusted)
        #expect(
            try Vectors.result(lists: ["forged-empty", "root"], demand: .all, through: ["stranger"])
                == untrusted(.revocationUnknown))
    }

    @Test func `clocks may differ by an hour and a quarter`() throws {
        let end = Vectors.today + 86_400
        #expect(try Vectors.result(lists: ["empty", "root"], demand: .all, at: end + 4499) == .trusted)
        #expect(
            try Vectors.result(lists: ["empty", "root"], demand: .all, at: end + 4501) == untrusted(.revocationUnknown))
    }

    @Test func `a revoked certificate is not excused`() throws {
        let evaluator = TrustEvaluator(anchors: TrustAnchors(certificates: [try Vectors.certificate("root")]))
        let list = try RevocationList(der: Vectors.listBytes("revoking"))
        let leaf = try Vectors.certificate("leaf")
        let others = [try Vectors.certificate("authority")]
        let exceptions = evaluator.exceptions(
            of: leaf, through: others, for: [server], at: Vectors.today, trusting: nil, onlyThese: false)
        let found = evaluator.evaluation(
            of: leaf, through: others, for: [server], at: Vectors.today, trusting: nil, onlyThese: false,
            revocation: RevocationSource(lists: [list]), excusing: exceptions)
        #expect(found.result == untrusted(.revoked))
        #expect(found.revocation.reason == .keyCompromise)
    }

    @Test func `what must be known must be known of a chain that is excused, too`() throws {
        let nobody = TrustEvaluator(anchors: TrustAnchors(certificates: []))
        let leaf = try Vectors.certificate("leaf")
        let others = try ["authority", "root"].map(Vectors.certificate)
        let exceptions = nobody.exceptions(
            of: leaf, through: others, for: [anyUse], at: Vectors.today, trusting: nil, onlyThese: false)
        func result(
            _ names: [String], _ demand: RevocationSource.Demand, through signers: [String] = []
        ) throws -> TrustResult {
            let lists = try names.map { try RevocationList(der: Vectors.listBytes($0)) }
            return nobody.evaluation(
                of: leaf, through: others + (try signers.map(Vectors.certificate)), for: [anyUse],
                at: Vectors.today, trusting: nil, onlyThese: false,
                revocation: RevocationSource(lists: lists, demand: demand), excusing: exceptions
            ).result
        }
        #expect(try result([], .none) == .trusted)
        #expect(try result([], .first) == untrusted(.revocationUnknown))
        #expect(try result(["empty"], .first) == .trusted)
        #expect(try result(["revoking"], .none) == untrusted(.revoked))
        #expect(try result(["revoking-by-signer"], .none, through: ["list-signer"]) == untrusted(.revoked))
        #expect(try result(["by-signer", "root"], .all, through: ["list-signer"]) == .trusted)
    }

    @Test func `what shows one certificate good counts in its time alone, whatever is known of others`() throws {
        let list = try RevocationList(der: Vectors.listBytes("empty"))
        let known = try Vectors.evaluation(lists: [list], demand: .first).revocation
        #expect(known.validUntil == nil && known.standsUntil == Vectors.today + 86_400 + 4500)
        #expect(try Vectors.evaluation().revocation.standsUntil == .infinity)
    }

    @Test func `a newer list ends a hold`() throws {
        // The lists have the numbers 1 and 2, and both are current.
        #expect(try Vectors.result(lists: ["holding"]) == untrusted(.revoked))
        for lists in [["holding", "held-no-more"], ["held-no-more", "holding"]] {
            #expect(try Vectors.result(lists: lists + ["root"], demand: .all) == .trusted)
        }
        #expect(try Vectors.result(lists: ["revoking", "held-no-more"]) == untrusted(.revoked))
    }

    @Test func `a signer of whom nothing is known can revoke, and shows nothing good`() throws {
        let through = ["list-signer"]
        #expect(
            try Vectors.result(lists: ["by-signer"], demand: .all, through: through) == untrusted(.revocationUnknown))
        let lists = ["empty", "revoking-by-signer"]
        #expect(try Vectors.result(lists: lists, demand: .all, through: through) == untrusted(.revoked))
    }

    @Test func `an evaluation says until when it is known`() throws {
        let lists = try ["empty", "root"].map { try RevocationList(der: Vectors.listBytes($0)) }
        #expect(try Vectors.evaluation(lists: lists).revocation.validUntil == Vectors.today + 86_400)
        #expect(try Vectors.evaluation(lists: [lists[0]]).revocation.validUntil == nil)
    }

    @Test(arguments: ["empty", "revoking", "adding"]) func `a damaged list is none, or says nothing`(
        name: String
    ) throws {
        let whole = try Vectors.listBytes(name)
        let root = try RevocationList(der: Vectors.listBytes("root"))
        for place in whole.indices {
            #expect(throws: KeychainError.self) { try RevocationList(der: Array(whole[..<place])) }
            var damaged = whole
            damaged[place] ^= 1 << UInt8(place % 8)
            guard let list = try? RevocationList(der: damaged) else { continue }
            #expect(try Vectors.evaluation(lists: [list, root], demand: .all).result == untrusted(.revocationUnknown))
            #expect(try Vectors.evaluation(lists: [list]).result == .trusted)
        }
        #expect(throws: KeychainError.self) { try RevocationList(der: whole + [0]) }
    }

    @Test func `many lists of strangers end in time`() throws {
        let forged = try RevocationList(der: Vectors.listBytes("forged"))
        let lists = Array(repeating: forged, count: 2000)
        let start = ContinuousClock.now
        #expect(try Vectors.evaluation(lists: lists, demand: .all, through: ["stranger"]).result.isTrusted == false)
        #expect(ContinuousClock.now - start < .seconds(6))
    }
}
