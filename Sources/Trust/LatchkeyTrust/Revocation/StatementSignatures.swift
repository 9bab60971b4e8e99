// Who has signed the lists and responses of an evaluation.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

/// Each signature is verified once for each certificate.
final class StatementSignatures {
    private let source: RevocationSource
    private let budget: SearchBudget
    private var known: [Question: Bool] = [:]

    /// A statement by its place among those that are given.
    private enum Statement: Hashable {
        case list(Int)
        case response(Int)
    }

    private struct Question: Hashable {
        let statement: Statement
        let signer: Certificate
    }

    init(_ source: RevocationSource, within budget: SearchBudget) {
        self.source = source
        self.budget = budget
    }

    /// Whether a certificate's key has signed one of the lists.
    func isList(_ place: Int, of signer: Certificate) -> Bool {
        answer(to: Question(statement: .list(place), signer: signer)) {
            let list = source.lists[place]
            return list.namesItsAlgorithm
                && isValid(list.signature, over: list.signedPart, by: list.signatureAlgorithm, of: signer)
        }
    }

    /// Whether a certificate's key has signed one of the responses.
    func isResponse(_ place: Int, of signer: Certificate) -> Bool {
        answer(to: Question(statement: .response(place), signer: signer)) {
            let response = source.responses[place]
            return isValid(
                response.signature, over: response.signedPart, by: response.signatureAlgorithm, of: signer)
        }
    }

    private func answer(to question: Question, _ verify: () -> Bool) -> Bool {
        if let known = known[question] { return known }
        guard budget.hasTime() else { return false }
        let answer = verify()
        known[question] = answer
        return answer
    }

    private func isValid(
        _ signature: ArraySlice<UInt8>, over bytes: ArraySlice<UInt8>, by algorithm: ArraySlice<UInt8>,
        of signer: Certificate
    ) -> Bool {
        SignatureScheme(algorithm: algorithm).map { IssuerKey(signer).isValid(signature, over: bytes, by: $0) } ?? false
    }
}
