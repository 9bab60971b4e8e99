// Evaluations under the trust settings of a user and of a machine.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyTestSupport
import LatchkeyTrust

/// Settings in a home that goes with this value.
struct Deciding {
    private let home: TemporaryHome
    let user: TrustSettingsFile
    let machine: TrustSettingsFile

    init() throws {
        home = try TemporaryHome()
        user = TrustSettingsFile(home: home.path)
        machine = TrustSettingsFile(path: home.path + "/machine.plist")
    }

    func decide(_ settings: TrustSetting..., byMachine others: [TrustSetting] = []) throws {
        try user.change { $0 = settings }
        try machine.change { $0 = others }
    }

    /// What comes of a certificate with `between` between it and the roots, and `roots` as those of the caller.
    func evaluation(
        of certificate: Certificate, through between: [Certificate] = [], for uses: [CertificateUse] = [anyUse],
        trusting roots: [Certificate] = []
    ) -> TrustEvaluation {
        TrustEvaluator(anchors: TrustAnchors(files: [TrustFixture.anchors]), settings: [user, machine]).evaluation(
            of: certificate, through: between, for: uses, at: TrustFixture.today,
            trusting: TrustAnchors(certificates: roots))
    }

    /// The same for fixtures.
    func result(
        of name: String, through between: String..., for uses: [CertificateUse] = [anyUse],
        trusting roots: [String] = []
    ) throws -> TrustResult {
        evaluation(
            of: try TrustFixture.certificate(name), through: try between.map(TrustFixture.certificate), for: uses,
            trusting: try roots.map(TrustFixture.certificate)
        ).result
    }
}

func setting(
    _ name: String, _ result: TrustSetting.Result, for use: TrustSetting.Use? = nil, name host: String? = nil
) throws -> TrustSetting {
    TrustSetting(try TrustFixture.certificate(name), result, for: use, name: host)
}
