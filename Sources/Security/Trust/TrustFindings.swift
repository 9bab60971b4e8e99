// What SecTrust tells of an evaluation: result, code and chain.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
import KeychainTrust

/// The outcome of all policies together.
struct TrustFindings: Sendable {
    let result: SecTrustResultType
    /// `errSecSuccess` where it is trusted.
    let status: OSStatus
    /// The leaf first.
    let chain: [SecCertificate]

    var isTrusted: Bool { status == errSecSuccess }

    init(_ evaluation: TrustEvaluation) {
        chain = evaluation.chain.map(SecCertificate.object)
        switch evaluation.result {
        case .trusted:
            result = evaluation.isByDecision ? .proceed : .unspecified
            status = errSecSuccess
        case .untrusted(let problem):
            result = problem.resultType
            status = problem.status(reachesRoot: evaluation.reachesRoot)
        }
    }

    private init(_ result: SecTrustResultType, _ status: OSStatus, _ chain: [SecCertificate]) {
        self.result = result
        self.status = status
        self.chain = chain
    }

    /// The same for a policy that asks for what nobody can answer here.
    var withoutRevocationCheck: TrustFindings {
        isTrusted ? TrustFindings(.recoverableTrustFailure, errSecIncompleteCertRevocationCheck, chain) : self
    }
}

extension TrustProblem {
    fileprivate var resultType: SecTrustResultType {
        switch self {
        case .denied: .deny
        case .unreadable, .brokenChain: .fatalTrustFailure
        case .noSettings, .tooComplex: .otherError
        case .notYetValid, .expired, .wrongUse, .wrongHost, .wrongAddress, .unknownDemand, .weak, .noTrustedRoot:
            .recoverableTrustFailure
        }
    }

    /// The code that Apple's systems have for it.
    fileprivate func status(reachesRoot: Bool) -> OSStatus {
        switch self {
        case .unreadable: errSecUnknownCertExtension
        case .notYetValid: errSecCertificateNotValidYet
        case .expired: errSecCertificateExpired
        case .wrongUse: errSecInvalidExtendedKeyUsage
        case .wrongHost: errSecHostNameMismatch
        case .wrongAddress: errSecSMIMEEmailAddressesNotFound
        case .denied: errSecTrustSettingDeny
        case .noSettings: errSecTrustNotAvailable
        case .unknownDemand: errSecUnknownCriticalExtensionFlag
        case .weak: errSecInvalidDigestAlgorithm
        case .brokenChain: errSecNoBasicConstraintsCA
        case .noTrustedRoot, .tooComplex: reachesRoot ? errSecNotTrusted : errSecCreateChainFailed
        }
    }
}
