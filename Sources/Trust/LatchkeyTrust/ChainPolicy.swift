// What a chain of certificates must keep to.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SwiftASN1
@_spi(DisableValidityCheck) import X509

/// The rules of RFC 5280, and those of the uses. The first rule that is broken is noted in the findings.
struct ChainPolicy: VerifierPolicy {
    /// What of a chain is looked at.
    enum Extent {
        /// The first certificate; nobody vouches for it.
        case leaf
        /// All of it, up to a trusted root.
        case chain
    }

    /// Most certificates of a chain, the first and the root among them.
    static let greatestLength = 10

    let verifyingCriticalExtensions: [ASN1ObjectIdentifier]
    private let purposes: [CertificateUse.Purpose]
    /// Seconds since 2001-01-01 UTC.
    private let date: Double
    private let extent: Extent
    private let findings: ChainFindings
    /// Nil among them for what is no host.
    private let hosts: [HostName?]
    private let isLeafTrusted: Bool
    private let excuses: TrustExcuses
    /// Without its check of dates, which is made here, so that it can be told from the others.
    private let rules = RFC5280Policy.withValidityCheckDisabled()

    /// - Parameter isLeafTrusted: whether somebody trusts the first certificate itself. Then it need not be an
    ///   authority.
    init(
        _ uses: [CertificateUse], at date: Double, extent: Extent, findings: ChainFindings, isLeafTrusted: Bool = false,
        excusing excuses: TrustExcuses = TrustExcuses()
    ) {
        purposes = uses.map(\.purpose)
        self.date = date
        self.extent = extent
        self.findings = findings
        // An e-mail address is looked for elsewhere.
        hosts = uses.filter { $0.purpose != .email }.compactMap(\.host).map(HostName.init)
        self.isLeafTrusted = isLeafTrusted
        self.excuses = excuses
        verifyingCriticalExtensions =
            rules.verifyingCriticalExtensions + [
                .X509ExtensionID.extendedKeyUsage, .X509ExtensionID.subjectAlternativeName,
                // No certificate policy is asked for, so that any will do. Who wants one asked for says so by another
                // critical extension, which is not in this list.
                .certificatePolicies,
            ]
    }

    func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        guard let problem = problem(of: chain) else { return .meetsPolicy }
        findings.add(problem)
        return .failsToMeetPolicy(reason: "a rule of the keychain is broken")
    }

    private func problem(of chain: UnverifiedCertificateChain) -> TrustProblem? {
        guard chain.count <= Self.greatestLength else { return .tooComplex }
        for certificate in chain {
            // Of numbers, not of dates: for what is no number neither comparison holds.
            guard
                date >= certificate.notValidBefore.timeIntervalSinceReferenceDate
                    || excuses.early.contains(certificate)
            else { return .notYetValid }
            guard
                date <= certificate.notValidAfter.timeIntervalSinceReferenceDate
                    || excuses.expired.contains(certificate)
            else { return .expired }
        }
        guard purposes.allSatisfy(chain.permits) || excuses.problems.contains(.wrongUse) else { return .wrongUse }
        guard purposes.allSatisfy(chain.permitsKey) else { return .wrongKeyUsage }
        for host in hosts where !excuses.problems.contains(.wrongHost) {
            guard let host, chain.leaf.names(host) else { return .wrongHost }
        }
        guard extent == .chain else { return nil }
        guard chain.isStrong || excuses.problems.contains(.weak) else { return .weak }
        if chain.count == 1, isLeafTrusted { return nil }
        guard chain.dropFirst().allSatisfy(\.mayIssue) else { return .wrongKeyUsage }
        guard !chain.isTooLong else { return .pathTooLong }
        guard chain.dropFirst().dropLast().allSatisfy(\.isAuthority),
            case .meetsPolicy = rules.chainMeetsPolicyRequirements(chain: chain),
            !chain.excludes(hosts.compactMap { $0 })
        else { return .brokenChain }
        return nil
    }
}

extension ASN1ObjectIdentifier {
    /// RFC 5280, section 4.2.1.4.
    fileprivate static let certificatePolicies: ASN1ObjectIdentifier = [2, 5, 29, 32]
}
