// Evaluations of the fixtures, in the shape that tests read best.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyTestSupport
import LatchkeyTrust

let server = CertificateUse(.sslServer)
let client = CertificateUse(.sslClient)
let anyUse = CertificateUse(.any)

/// The evaluator that trusts `root` and `expired-root`.
let evaluator = TrustEvaluator(anchors: TrustAnchors(files: [TrustFixture.anchors]))

/// What comes of the fixture `name`, with other fixtures between it and the roots.
func evaluate(
    _ name: String, through intermediates: [String] = ["intermediate"], for use: CertificateUse = anyUse,
    at date: Double = TrustFixture.today
) throws -> TrustResult {
    evaluator.evaluate(
        try TrustFixture.certificate(name), through: try intermediates.flatMap(TrustFixture.certificates), for: use,
        at: date)
}

func checkUse(_ name: String, for use: CertificateUse, at date: Double = TrustFixture.today) throws -> TrustResult {
    TrustEvaluator.checkUse(of: try TrustFixture.certificate(name), for: use, at: date)
}

func untrusted(_ problem: TrustProblem) -> TrustResult { .untrusted(because: problem) }
