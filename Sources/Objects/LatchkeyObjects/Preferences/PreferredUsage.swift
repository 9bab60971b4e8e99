// What a key is to be used for if something is preferred for a service.
// SPDX-License-Identifier: Apache-2.0

/// Uses of a key by Apple's numbers (`CSSM_KEYUSE`); none is any use.
package struct PreferredUsage: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let any: PreferredUsage = []

    /// The uses that may be named.
    package static let all = PreferredUsage(rawValue: 0x1ff)
}
