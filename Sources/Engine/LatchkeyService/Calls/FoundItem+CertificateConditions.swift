// Compares the certificate of an item with the conditions of a search.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore
import LatchkeyTrust

extension FoundItem {
    /// The certificate that the item holds, or nil if its bytes are none or were not opened.
    var certificate: Certificate? {
        guard item.reference.itemClass == .certificate, let secret else { return nil }
        return try? Certificate(der: unsafe secret.bytes.withUnsafeBytes { unsafe Array($0) })
    }

    /// True if the certificate meets the conditions of `query` that it decides alone; the chain of issuers is looked up
    /// elsewhere. A policy asks about dates as well: those of the search, or now (reference 3.2.6).
    func meetsConditions(of query: ItemQuery, now: Double) -> Bool {
        let conditions = query.certificateConditions
        guard conditions.needCertificate else { return true }
        guard let certificate else { return false }
        switch conditions.validity {
        case .now?: guard certificate.isValid(at: now) else { return false }
        case .date(let seconds)?: guard certificate.isValid(at: seconds) else { return false }
        case nil: break
        }
        if let policy = conditions.policy {
            let result = TrustEvaluator.checkUse(
                of: certificate, for: CertificateUse(policy), at: conditions.date(now: now))
            guard result.isTrusted else { return false }
        }
        if let address = conditions.emailAddress?.lowercased() {
            guard certificate.emailAddresses.contains(where: { $0.lowercased() == address }) else { return false }
        }
        guard !conditions.subject.isEmpty else { return true }
        guard let summary = certificate.subjectSummary.map(query.folded) else { return false }
        return conditions.subject.allSatisfy { $0.holds(for: summary, foldedBy: query) }
    }
}

extension CertificateConditions {
    /// When the certificate must be trusted.
    func date(now: Double) -> Double {
        if case .date(let seconds)? = validity { seconds } else { now }
    }
}

extension Certificate {
    fileprivate func isValid(at seconds: Double) -> Bool {
        seconds >= validity.notBefore && seconds <= validity.notAfter
    }
}

extension CertificateConditions.SubjectTest {
    fileprivate func holds(for summary: String, foldedBy query: ItemQuery) -> Bool {
        let text = query.folded(text)
        return switch place {
        case .anywhere: text.isEmpty || summary.contains(text)
        case .start: summary.hasPrefix(text)
        case .end: summary.hasSuffix(text)
        case .whole: summary == text
        }
    }
}
