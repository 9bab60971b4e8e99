// The truth value behind pointers of Apple's C calls.
// SPDX-License-Identifier: Apache-2.0

/// A truth value, for out-parameters.
@frozen public struct DarwinBoolean: ExpressibleByBooleanLiteral, Hashable, Sendable {
    /// The value as Swift's own.
    public let boolValue: Bool

    public init(_ value: Bool) { boolValue = value }
    public init(booleanLiteral value: Bool) { boolValue = value }
}

extension DarwinBoolean: CustomStringConvertible {
    public var description: String { boolValue.description }
}
