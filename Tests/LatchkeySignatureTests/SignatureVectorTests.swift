// The vectors that Tests/Vectors/make_signatures.py made without this code.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeySignature
import LatchkeyTestSupport
import Testing

private struct SignatureVector: Decodable, CustomTestStringConvertible {
    let id: String
    let expect: String
    let file: Hex
    let identifier: String?
    let team: String?
    let accessGroups: [String]?

    var testDescription: String { id }
}

private struct SignatureVectors: Decodable {
    let date: Double
    let roots: [Hex]
}

@Suite struct SignatureVectorTests {
    @Test(arguments: try Vectors.all(SignatureVector.self, in: "code-signature.json"))
    private func `a reader says of each file what the vector says`(vector: SignatureVector) throws {
        let files = try TestFiles()
        let shared = try Vectors.load(SignatureVectors.self, from: "code-signature.json")
        try files.install(shared.roots.map { try Certificate(der: $0.bytes) }, as: "roots.pem")
        let verdict = try files.verdict(of: vector.file.bytes, at: shared.date)
        #expect(Self.name(of: verdict) == vector.expect)
        #expect(verdict.code?.identifier.text == vector.identifier)
        #expect(verdict.code?.team?.text == vector.team)
        #expect(verdict.code?.entitlements.accessGroups.map(\.rawValue) == vector.accessGroups)
    }

    private static func name(of verdict: SignatureVerdict) -> String {
        switch verdict {
        case .trusted: "trusted"
        case .adHoc: "adHoc"
        case .refused(.certificate(let problem)): "\(problem)"
        case .refused(let problem): "\(problem)"
        }
    }
}
