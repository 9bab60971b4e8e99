// The keys of the parameters of a key exchange.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// A key of the dictionary that `SecKeyCopyKeyExchangeResult` takes.
public struct SecKeyKeyExchangeParameter: RawRepresentable, Hashable, Sendable {
    /// The key itself.
    public let rawValue: CFString

    /// The parameter of this key.
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// How many bytes to derive, a number.
    public static let requestedSize = SecKeyKeyExchangeParameter(rawValue: "requestedSize")
    /// The shared information of the derivation, as data.
    public static let sharedInfo = SecKeyKeyExchangeParameter(rawValue: "sharedInfo")
}
