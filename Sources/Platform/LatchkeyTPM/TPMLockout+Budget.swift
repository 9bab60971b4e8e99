// Whether a password may be tried: the keychain leaves some tries to whatever else is in the TPM.
// SPDX-License-Identifier: Apache-2.0

/// Whether a try at an object that is subject to lockout may be made.
package enum TPMTry: Hashable, Sendable {
    case allowed
    /// Not before so many seconds with power; nil if waiting does not help.
    case refused(seconds: UInt64?)
}

extension TPMLockout {
    /// Tries that are left to others: two, and one if there are only two or three. If there is one alone, none can be
    /// left, or the keychain could never be unlocked.
    private var reserve: UInt32 {
        switch maximum {
        case 0, 1: 0
        case 2, 3: 1
        default: 2
        }
    }

    /// Whether a try may be made now, and else when. A program that guesses passwords must not lock the TPM for
    /// everybody.
    package var nextTry: TPMTry {
        // With an interval of 0 a TPM counts nothing, and with a maximum of 0 it is always locked out.
        guard maximum > 0 else { return .refused(seconds: nil) }
        guard interval > 0 else { return failures < maximum ? .allowed : .refused(seconds: nil) }
        let limit = maximum - reserve
        guard failures >= limit else { return .allowed }
        return .refused(seconds: (UInt64(failures - limit) + 1) * UInt64(interval))
    }
}
