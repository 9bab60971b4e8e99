// How far programs are kept apart over the bus.
// SPDX-License-Identifier: Apache-2.0

/// From the narrowest to the widest.
package enum BusMode: String, Hashable, Sendable, CaseIterable, Comparable {
    /// Each program has its own items, and the user decides about others.
    case enforce
    /// Programs without a signature have theirs in common.
    case compat
    /// Every program has every item. What `enforce` would stop is on the record.
    case observe

    package static func < (lhs: BusMode, rhs: BusMode) -> Bool { lhs.width < rhs.width }

    private var width: Int {
        switch self {
        case .enforce: 0
        case .compat: 1
        case .observe: 2
        }
    }
}
