// The versions of the protocol.
// SPDX-License-Identifier: Apache-2.0

/// What the two ends agree on before the first request (Documentation/Reference/Formats/Wire.md, section 2).
package enum WireVersion: UInt16, CaseIterable, Sendable {
    case v1 = 1

    /// Those that this program speaks, lowest and highest.
    package static let spoken: ClosedRange<UInt16> = {
        let numbers = allCases.map(\.rawValue)
        return (numbers.min() ?? 1)...(numbers.max() ?? 1)
    }()
}
