// The names of algorithms.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyKeys
import Testing

@Suite struct AlgorithmNameTests {
    @Test func `every name is an algorithm, and no other text is`() {
        #expect(KeyAlgorithm.names.count == 95)
        #expect(KeyAlgorithm.names.allSatisfy { KeyAlgorithm(named: $0) != nil })
        for name in [
            "", "algid:sign:RSA", "algid:sign:ECDSA:digest-X962:MD5", "ALGID:sign:RSA:raw",
        ] {
            #expect(KeyAlgorithm(named: name) == nil, "\(name)")
        }
    }

    @Test func `every algorithm has a name that is its own`() throws {
        for name in KeyAlgorithm.names {
            let algorithm = try #require(KeyAlgorithm(named: name))
            #expect(algorithm.name.flatMap { KeyAlgorithm(named: $0) } == algorithm, "\(name)")
        }
    }

    @Test func `the name of PSS with SHA-224 says 24`() {
        for input in ["digest", "message"] {
            #expect(KeyAlgorithm(named: "algid:sign:RSA:\(input)-PSS:SHA224:SHA224:24") != nil)
            #expect(KeyAlgorithm(named: "algid:sign:RSA:\(input)-PSS:SHA224:SHA224:28") == nil)
        }
    }

    @Test func `a standard agreement and one with cofactor are the same on curves whose cofactor is one`() {
        #expect(KeyAlgorithm(named: "algid:keyexchange:ECDH") == KeyAlgorithm(named: "algid:keyexchange:ECDHC"))
    }
}
