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
        // Of a hold and its end the later one counts.
        var (goodSince, heldSince) = (-Double.infinity, -Double.infinity)
        for (place, response) in source.responses.enumerated() {
            guard budget.hasTime() else { break }
            let statements = response.statements.filter { budget.hasTime() && $0.isAbout(certificate, of: issuer) }
            guard !statements.isEmpty else { continue }
            // Anybody may have put in as many statements and certificates as there is room for: once for all of them.
            let standing = standing(ofSignerOf: place, about: certificate, under: issuers)
            for statement in statements {
                let time = StatementTime(thisUpdate: statement.thisUpdate, nextUpdate: statement.nextUpdate)
                switch statement.answer {
                case .good:
                    let isWeak = refusesWeakSignatures && Self.isWeak(response.signatureAlgorithm)
                    guard time.isCurrent(at: date), isEnough(standing), !isWeak else { continue }
                    goodSince = max(goodSince, time.thisUpdate)
                    end = min(end ?? .infinity, time.end)
                case .revoked(let reason):
                    guard standing != .refused else { continue }
                    guard reason == .certificateHold else { return .revoked(reason) }
                    if time.isCurrent(at: date) { heldSince = max(heldSince, time.thisUpdate) }
                case .unknown: continue
                }
            }
        }
        if heldSince.isFinite, heldSince >= goodSince { return .revoked(.certificateHold) }
        return end.map { .good(until: $0) } ?? .unknown
    }

    /// What is known of the issuer that has signed a response, or of whom the issuer lets answer; refused is all else.
    private func standing(
        ofSignerOf response: Int, about certificate: Certificate, under issuers: [Certificate]
    ) -> Standing {
        guard let issuer = issuers.first else { return .refused }
        let responder = source.responses[response].responder
        if responder.is(issuer), signatures.isResponse(response, of: issuer) { return .good }
        let delegate = source.responses[response].certificates.first { delegate in
            // Nobody vouches for itself.
            delegate != certificate && delegate.issuer.folded == issuer.subject.folded && delegate.mayAnswer
                && budget.spend() && responder.is(delegate) && delegate.isUnderstood
                && IssuerKey(issuer).hasSigned(delegate) && signatures.isResponse(response, of: delegate)
        }
        guard let delegate else { return .refused }
        // The rest of the path leads to what is trusted, whoever trusts it.
        let judged = judged([delegate] + issuers, to: .caller, beside: issuers)
        return min(judged, standing(ofResponder: delegate, under: issuers))
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
        namesOCSPSigning
            && extensions.keyUsage.map { !$0.isDisjoint(with: [.digitalSignature, .nonRepudiation]) } ?? true
    }

    var namesOCSPSigning: Bool {
        let signing: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 3, 9]
        return extensions.purposes?.contains(signing) ?? false
    }
}
