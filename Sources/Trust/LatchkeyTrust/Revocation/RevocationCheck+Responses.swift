// What OCSP responses say (RFC 6960, section 3.2).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import SwiftASN1

extension RevocationCheck {
    /// A certificate is good by a current statement. It is revoked by one of any time: who is revoked stays so, but for
    /// a hold.
    func answered(_ certificate: Certificate, under issuers: [Certificate]) -> RevocationStatus {
        guard let issuer = issuers.first else { return .unknown }
        var end: Double?
        for (place, response) in source.responses.enumerated() {
            guard budget.hasTime() else { break }
            for statement in response.statements where statement.isAbout(certificate, of: issuer) {
                let time = StatementTime(thisUpdate: statement.thisUpdate, nextUpdate: statement.nextUpdate)
                let isCurrent = time.isCurrent(at: date)
                switch statement.answer {
                case .good:
                    guard isCurrent, isEnough(standing(ofSignerOf: place, under: issuers, at: date)) else { continue }
                    end = min(end ?? .infinity, time.end)
                case .revoked(let reason):
                    // Whoever signs need not be valid any more.
                    guard isCurrent || reason != .certificateHold,
                        standing(ofSignerOf: place, under: issuers, at: response.producedAt) != .refused
                    else { continue }
                    return .revoked(reason)
                case .unknown: continue
                }
            }
        }
        return end.map { .good(until: $0) } ?? .unknown
    }

    /// What is known of the issuer that has signed a response, or of whom the issuer lets answer; refused is all else.
    private func standing(ofSignerOf response: Int, under issuers: [Certificate], at time: Double) -> Standing {
        guard let issuer = issuers.first else { return .refused }
        let responder = source.responses[response].responder
        if responder.is(issuer), hasAnswered(response, issuer) { return .good }
        let delegate = source.responses[response].certificates.first { delegate in
            delegate.isUnderstood && responder.is(delegate) && delegate.issuer.folded == issuer.subject.folded
                && delegate.mayAnswer && budget.spend() && IssuerKey(issuer).hasSigned(delegate)
                && hasAnswered(response, delegate) && isGood(delegate, under: issuers, at: time)
        }
        return delegate.map { standing(ofResponder: $0, under: issuers) } ?? .refused
    }

    private func isGood(_ delegate: Certificate, under issuers: [Certificate], at time: Double) -> Bool {
        // The rest of the path leads to what is trusted, whoever trusts it.
        var check = PathCheck([delegate] + issuers, to: .caller, for: [CertificateUse(.any)], at: time)
        check.checkPath()
        return check.findings.isEmpty
    }
}

extension OCSPResponse.Responder {
    fileprivate func `is`(_ certificate: Certificate) -> Bool {
        switch self {
        case .name(let name): certificate.subject.folded == name
        case .key(let hash): certificate.publicKeyHash == hash
        }
    }
}

extension Certificate {
    /// Whether its issuer lets it answer: it must say so by name, any purpose is not enough.
    fileprivate var mayAnswer: Bool {
        let signing: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 3, 9]
        return extensions.purposes?.contains(signing) ?? false
            && extensions.keyUsage.map { !$0.isDisjoint(with: [.digitalSignature, .nonRepudiation]) } ?? true
    }
}
