// Evaluations with lists of revoked certificates and OCSP responses.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCertificates
import LatchkeyTestSupport
import LatchkeyTrust

extension RevocationVectors {
    static func listBytes(_ name: String) throws -> [UInt8] { Array(try list(name)) }

    static func responseBytes(_ name: String) throws -> [UInt8] { Array(try response(name)) }

    /// What comes of a certificate of `authority`.
    static func evaluation(
        of name: String = "leaf", lists: [RevocationList] = [], responses: [OCSPResponse] = [],
        demand: RevocationSource.Demand = .none, through others: [String] = [], at date: Double = today
    ) throws -> TrustEvaluation {
        TrustEvaluator(anchors: TrustAnchors(certificates: [try certificate("root")])).evaluation(
            of: try certificate(name), through: try (["authority"] + others).map(certificate), for: [anyUse], at: date,
            revocation: RevocationSource(lists: lists, responses: responses, demand: demand))
    }

    /// The same by the names of lists and responses.
    static func result(
        of name: String = "leaf", lists: [String] = [], responses: [String] = [],
        demand: RevocationSource.Demand = .none, through others: [String] = [], at date: Double = today
    ) throws -> TrustResult {
        try evaluation(
            of: name, lists: try lists.map { try RevocationList(der: listBytes($0)) },
            responses: try responses.map { try OCSPResponse(der: responseBytes($0)) }, demand: demand, through: others,
            at: date
        ).result
    }
}
