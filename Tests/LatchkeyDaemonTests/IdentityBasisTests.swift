// What the daemon takes for the file that a process runs.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import LatchkeyModel
import LatchkeyPlatform
import Testing

@testable import LatchkeyDaemon

@Suite struct IdentityBasisTests {
    @Test func `without a witness it depends on namespaces and on the administrator`() {
        func basis(apart: Bool, namespaces: Bool, weak: Bool) -> IdentityBasis {
            IdentityBasis(witness: nil, keepsProgramsApart: apart, hasNamespaces: namespaces, takesWeak: weak)
        }
        for weak in [false, true] {
            for namespaces in [false, true] {
                #expect(basis(apart: false, namespaces: namespaces, weak: weak).evidence == .file)
            }
            #expect(basis(apart: true, namespaces: false, weak: weak).evidence == .file)
            #expect(basis(apart: true, namespaces: true, weak: weak).evidence == .weakFile)
        }
        #expect(basis(apart: true, namespaces: true, weak: true).reachesEverything)
        let none = basis(apart: true, namespaces: true, weak: false)
        #expect(!none.reachesEverything && none.notice != nil)
        #expect(throws: KeychainError.self) { try none.requireSignatureCounts() }
    }

    @Test func `where nothing is attached there is no witness`() {
        #expect(ExecWitness(folder: "/nowhere") == nil)
        #expect(ExecWitness(folder: "/proc/self") == nil)
    }

    @Test func `the variables of an execution are told by their bits`() {
        var kept = latchkey_execution()
        #expect(Execution(kept).variables == [])
        kept.variables = (1 | 1 << 63, 1 | 1 << 62)
        #expect(Execution(kept).variables == [0, 63, 64, 126])
        kept.variables = (.max, .max)
        #expect(Execution(kept).variables == nil)
        kept.flags = 2
        #expect(Execution(kept).wasTraced)
        kept.flags = 1
        #expect(!Execution(kept).wasTraced)
    }

    @Test(arguments: DaemonOptionsCases.all) func `identities that can be passed for are taken if the options say so`(
        words: [String], isTaken: Bool
    ) throws {
        #expect(try DaemonOptions(words, environment: Environment()).takesWeakIdentity == isTaken)
    }
}

private enum DaemonOptionsCases {
    static let all: [([String], Bool)] = [
        (["--system"], false), (["--system", "--weak-identity"], true), (["--weak-identity", "--system"], true),
    ]
}
