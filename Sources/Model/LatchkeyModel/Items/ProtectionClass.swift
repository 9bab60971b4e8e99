// When an item's key is available: the seven values of kSecAttrAccessible.
// SPDX-License-Identifier: Apache-2.0

/// A protection class. The raw value is the value of `kSecAttrAccessible` (reference 1.3, 3.13).
package enum ProtectionClass: String, Hashable, Sendable, CaseIterable {
    /// While unlocked.
    case ak
    /// After the first unlock.
    case ck
    /// Always.
    case dk
    /// While unlocked, this device only.
    case aku
    /// After the first unlock, this device only.
    case cku
    /// Always, this device only.
    case dku
    /// While unlocked, only with a password, this device only.
    case akpu

    /// The number that stands for the class in the formats, 6 to 12.
    package var number: UInt8 {
        switch self {
        case .ak: 6
        case .ck: 7
        case .dk: 8
        case .aku: 9
        case .cku: 10
        case .dku: 11
        case .akpu: 12
        }
    }

    package init?(number: UInt8) {
        guard let match = Self.allCases.first(where: { $0.number == number }) else { return nil }
        self = match
    }

    /// The lock state from which on the class key is there.
    package var availability: Availability {
        switch self {
        case .ak, .aku, .akpu: .whileUnlocked
        case .ck, .cku: .afterFirstUnlock
        case .dk, .dku: .always
        }
    }

    package enum Availability: Int, Hashable, Sendable { case always, afterFirstUnlock, whileUnlocked }

    /// Whether items of the class stay on this device.
    package var isDeviceOnly: Bool {
        switch self {
        case .aku, .cku, .dku, .akpu: true
        case .ak, .ck, .dk: false
        }
    }

    /// Whether an item of `old` would be there at more times, in more places, or without a password, if it were of this
    /// class.
    package func isWeaker(than old: ProtectionClass) -> Bool {
        availability.rawValue < old.availability.rawValue || old.isDeviceOnly && !isDeviceOnly
            || old == .akpu && self != .akpu
    }
}
