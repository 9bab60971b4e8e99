// What an evaluation of trust tells of revocation.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates

package struct RevocationKnowledge: Hashable, Sendable {
    /// Why the first certificate of the chain that was revoked was; nil if none is known to be.
    package private(set) var reason: RevocationReason?
    /// If every certificate but the last is known not to be revoked: until when that is said, in seconds since
    /// 2001-01-01 UTC.
    package private(set) var validUntil: Double?
    /// Until when something that shows a certificate good counts, in seconds since 2001-01-01 UTC.
    package private(set) var standsUntil = Double.infinity

    init() {}

    /// - Parameter statuses: of the certificates but the last, in their order.
    init(_ statuses: [RevocationStatus]) {
        var end: Double? = statuses.isEmpty ? nil : .infinity
        for status in statuses {
            switch status {
            case .unknown: end = nil
            case .good(let until):
                end = end.map { min($0, until) }
                standsUntil = min(standsUntil, until + StatementTime.leeway)
            case .revoked(let reason):
                end = nil
                self.reason = self.reason ?? reason
            }
        }
        validUntil = end
    }
}
