// What a chain of certificates must keep to.
// SPDX-License-Identifier: Apache-2.0

import FoundationEssentials
import SwiftASN1
@_spi(DisableValidityCheck) import X509

/// The rules of RFC 5280, and those of the use. The first rule that is broken is noted in the findings.
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
    private let purpose: CertificateUse.Purpose
    /// Seconds since 2001-01-01 UTC.
    private let date: Double
    private let extent: Extent
    private let findings: ChainFindings
    private var host: ServerIdentityPolicy?
    /// Without its check of dates, which is made here, so that it can be told from the others.
    private let rules = RFC5280Policy.withValidityCheckDisabled()

    init(_ use: CertificateUse, at date: Double, extent: Extent, findings: ChainFindings) {
        purpose = use.purpose
        self.date = date
        self.extent = extent
        self.findings = findings
        // An e-mail address is looked for elsewhere.
        host = use.purpose == .email ? nil : use.host.map { ServerIdentityPolicy(host: $0) }
        verifyingCriticalExtensions =
            rules.verifyingCriticalExtensions + [
                .X509ExtensionID.extendedKeyUsage, .X509ExtensionID.subjectAlternativeName,
                // No certificate policy is asked for, so that any will do. Who wants one asked for says so by another critical
                // extension, which is not in this list.
                .certificatePolicies,
            ]
    }

    mutating func chainMeetsPolicyRequirements(chain: UnverifiedCertificateChain) -> PolicyEvaluationResult {
        guard let problem = problem(of: chain) else { return .meetsPolicy }
        findings.add(problem)
        return .failsToMeetPolicy(reason: "a rule of the keychain is broken")
    }

    private mutating func problem(of chain: UnverifiedCertificateChain) -> TrustProblem? {
        guard chain.count <= Self.greatestLength else { return .tooComplex }
        for certificate in chain {
            // Of numbers, not of dates: for what is no number neither comparison holds.
            guard date >= certificate.notValidBefore.timeIntervalSinceReferenceDate else { return .notYetValid }
            guard date <= certificate.notValidAfter.timeIntervalSinceReferenceDate else { return .expired }
        }
        guard chain.permits(purpose) else { return .wrongUse }
        if host != nil {
            guard chain.leaf.namesHosts, case .meetsPolicy = host?.chainMeetsPolicyRequirements(chain: chain) else {
                return .wrongHost
            }
        }
        guard extent == .chain else { return nil }
        guard chain.isStrong else { return .weak }
        guard chain.dropFirst().allSatisfy(\.mayIssue),
            case .meetsPolicy = rules.chainMeetsPolicyRequirements(chain: chain)
        else { return .brokenChain }
        return nil
    }
}

extension ServerIdentityPolicy {
    /// A name, or an address as a person writes it, without brackets. Anything else is no certificate's.
    ///
    /// The verifier stops the process at a name such as `localhost.`, and takes the empty name for one; hence the period at the
    /// end and empty labels are dealt with here.
    fileprivate init(host: String) {
        var name = host.utf8[...]
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let endsInNumber = labels.last?.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
        if endsInNumber || name.contains(UInt8(ascii: ":")) {
            self.init(serverHostname: nil, serverIP: host)
        } else {
            let isName = name.count <= 253 && !labels.contains(where: \.isEmpty)
            self.init(serverHostname: isName ? String(name) : nil, serverIP: nil)
        }
    }
}

extension ASN1ObjectIdentifier {
    /// RFC 5280, section 4.2.1.4.
    fileprivate static let certificatePolicies: ASN1ObjectIdentifier = [2, 5, 29, 32]
}
