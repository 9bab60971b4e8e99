// Whether a certificate was revoked.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

enum RevocationStatus: Hashable {
    case unknown
    /// Not revoked; that is said until a time, in seconds since 2001-01-01 UTC.
    case good(until: Double)
    case revoked(RevocationReason)

    /// Of two statements about a certificate the worse one counts.
    func joined(_ other: () -> RevocationStatus) -> RevocationStatus {
        switch self {
        case .revoked: return self
        case .unknown: return other()
        case .good(let until):
            switch other() {
            case .unknown: return self
            case .good(let otherUntil): return .good(until: min(until, otherUntil))
            case .revoked(let reason): return .revoked(reason)
            }
        }
    }
}
