// What an evaluation overlooks.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import X509

/// Problems of one chain that the caller has decided to overlook.
struct TrustExcuses {
    /// Those that are about the chain as a whole.
    private(set) var problems: Set<TrustProblem> = []
    /// The certificates that may have expired.
    private(set) var expired: Set<X509.Certificate> = []
    /// The certificates that need not be valid yet.
    private(set) var early: Set<X509.Certificate> = []
    /// The last certificate of the chain, if no root vouches for it.
    private(set) var root: X509.Certificate?

    /// What can be overlooked; with the dates, which are overlooked for one certificate.
    static let excusable: [TrustProblem] = [.wrongUse, .wrongHost, .wrongAddress, .weak, .noTrustedRoot]

    /// The same with one problem more, or nil for one that cannot be overlooked, or is already.
    func adding(
        _ problem: TrustProblem, of chain: [LatchkeyCertificates.Certificate], at date: Double
    ) -> TrustExcuses? {
        var more = self
        switch problem {
        case .expired:
            more.expired.formUnion(chain.filter { date > $0.validity.notAfter }.compactMap { X509.Certificate($0) })
            guard more.expired.count > expired.count else { return nil }
        case .notYetValid:
            more.early.formUnion(chain.filter { date < $0.validity.notBefore }.compactMap { X509.Certificate($0) })
            guard more.early.count > early.count else { return nil }
        case .noTrustedRoot:
            guard root == nil, let last = chain.last.flatMap({ X509.Certificate($0) }) else { return nil }
            more.root = last
            more.problems.insert(problem)
        default:
            guard Self.excusable.contains(problem), more.problems.insert(problem).inserted else { return nil }
        }
        return more
    }

    /// What is overlooked of the dates of a certificate.
    func dates(of certificate: LatchkeyCertificates.Certificate) -> TrustExceptions.Dates {
        guard let known = X509.Certificate(certificate) else { return [] }
        var dates: TrustExceptions.Dates = []
        if expired.contains(known) { dates.insert(.expired) }
        if early.contains(known) { dates.insert(.early) }
        return dates
    }
}
