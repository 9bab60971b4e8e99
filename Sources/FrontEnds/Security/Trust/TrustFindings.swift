// What SecTrust tells of an evaluation: result, code and chain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyTrust

/// The outcome of all policies together.
package struct TrustFindings: Sendable {
    /// For which time it was evaluated, in seconds since 2001-01-01 UTC.
    let date: Double
    /// On what it rests.
    let sources: TrustSources
    let result: SecTrustResultType
    /// `errSecSuccess` where it is trusted.
    let status: OSStatus
    /// The leaf first.
    let chain: [SecCertificate]
    let revocation: RevocationKnowledge

    var isTrusted: Bool { status == errSecSuccess }

    init(_ evaluation: TrustEvaluation, at date: Double, by sources: TrustSources) {
        self.date = date
        self.sources = sources
        chain = evaluation.chain.map(SecCertificate.object)
        revocation = evaluation.revocation
        switch evaluation.result {
        case .trusted:
            result = evaluation.isByDecision || evaluation.isByException ? .proceed : .unspecified
            status = errSecSuccess
        case .untrusted(let problem):
            result = problem.resultType
            status = problem.status(reachesRoot: evaluation.reachesRoot)
        }
    }

    /// Whether no certificate of the chain has become valid or ceased to be in the meantime, and what says that one is
    /// not revoked still counts.
    package func holds(at now: Double) -> Bool {
        let validities = chain.map(\.content.validity)
        return now >= date && !validities.contains { ($0.notBefore > date) && ($0.notBefore <= now) }
            && !validities.contains { $0.notAfter >= date && $0.notAfter < now }
            && now <= revocation.standsUntil
    }
}

extension TrustProblem {
    fileprivate var resultType: SecTrustResultType {
        switch self {
        case .denied: .deny
        case .unreadable, .revoked, .weakKey, .wrongKeyUsage, .noBasicConstraints, .notAuthority, .pathTooLong,
            .unreadableExtension,
            .duplicateExtension, .wrongKeyID, .noSubject, .nameNotPermitted, .policyMissing:
            .fatalTrustFailure
        case .noSettings, .tooComplex: .otherError
        case .notYetValid, .expired, .wrongUse, .wrongHost, .wrongAddress, .unknownDemand, .weak, .noTrustedRoot,
            .validTooLong, .revocationUnknown:
            .recoverableTrustFailure
        }
    }

    /// The code that Apple's systems have for it.
    fileprivate func status(reachesRoot: Bool) -> OSStatus {
        switch self {
        case .unreadable, .unreadableExtension: errSecUnknownCertExtension
        case .duplicateExtension: errSecCertificateDuplicateExtension
        case .noBasicConstraints: errSecNoBasicConstraints
        case .wrongKeyID: errSecInvalidIDLinkage
        case .noSubject: errSecInvalidSubjectName
        case .nameNotPermitted: errSecInvalidName
        case .policyMissing: errSecInvalidPolicyIdentifiers
        case .validTooLong: errSecCertificateValidityPeriodTooLong
        case .revoked: errSecCertificateRevoked
        case .revocationUnknown: errSecIncompleteCertRevocationCheck
        case .weakKey: errSecUnsupportedKeySize
        case .notYetValid: errSecCertificateNotValidYet
        case .expired: errSecCertificateExpired
        case .wrongUse: errSecInvalidExtendedKeyUsage
        case .wrongKeyUsage: errSecInvalidKeyUsageForPolicy
        case .wrongHost: errSecHostNameMismatch
        case .wrongAddress: errSecSMIMEEmailAddressesNotFound
        case .denied: errSecTrustSettingDeny
        case .noSettings: errSecTrustNotAvailable
        case .unknownDemand: errSecUnknownCriticalExtensionFlag
        case .weak: errSecInvalidDigestAlgorithm
        case .notAuthority: errSecNoBasicConstraintsCA
        case .pathTooLong: errSecPathLengthConstraintExceeded
        case .noTrustedRoot, .tooComplex: reachesRoot ? errSecNotTrusted : errSecCreateChainFailed
        }
    }
}
