// What an evaluation overlooks.
// SPDX-License-Identifier: Apache-2.0

import KeychainCertificates
import X509

/// Problems of one chain that the caller has decided to overlook.
struct TrustExcuses {
    /// Those that are about the chain as a whole.
    private(set) var problems: Set<TrustProblem> = []
    /// The certificates whose dates are not looked at.
    private(set) var undated: Set<X509.Certificate> = []
    /// The last certificate of the chain, where no root vouches for it.
    private(set) var root: X509.Certificate?

    /// What can be overlooked; with the dates, which are overlooked for one certificate.
    static let excusable: [TrustProblem] = [.wrongUse, .wrongHost, .wrongAddress, .weak, .noTrustedRoot]

    /// The same with one problem more, or nil for one that cannot be overlooked, or is already.
    func adding(
        _ problem: TrustProblem, of chain: [KeychainCertificates.Certificate], at date: Double
    ) -> TrustExcuses? {
        var more = self
        switch problem {
        case .expired, .notYetValid:
            for certificate in chain where !certificate.isValid(at: date) {
                guard let known = X509.Certificate(certificate) else { return nil }
                more.undated.insert(known)
            }
            guard more.undated.count > undated.count else { return nil }
        case .noTrustedRoot:
            guard root == nil, let last = chain.last.flatMap({ X509.Certificate($0) }) else { return nil }
            more.root = last
            more.problems.insert(problem)
        default:
            guard Self.excusable.contains(problem), more.problems.insert(problem).inserted else { return nil }
        }
        return more
    }

    /// Whether the dates of a certificate are overlooked.
    func overlooksDates(of certificate: KeychainCertificates.Certificate) -> Bool {
        X509.Certificate(certificate).map(undated.contains) ?? false
    }
}

extension KeychainCertificates.Certificate {
    fileprivate func isValid(at date: Double) -> Bool {
        date >= validity.notBefore && date <= validity.notAfter
    }
}
