// What a preference for a service is of, as it stands in the item that keeps it.
// SPDX-License-Identifier: Apache-2.0

/// The raw value is the code of the item's type. The item is a generic password, and has no secret.
package enum PreferenceKind: String, CaseIterable, Sendable {
    case identity = "iprf"
    case certificate = "cprf"

    /// The four characters as the attribute `type` has them.
    package var number: Int64 { rawValue.utf8.reduce(0) { $0 << 8 | Int64($1) } }
}

extension Item {
    /// Whether the item says what is preferred for a service.
    package var isPreference: Bool {
        guard reference.itemClass == .genericPassword, case .number(let type)? = attributes[.type] else { return false }
        return PreferenceKind.allCases.contains { $0.number == type }
    }
}
