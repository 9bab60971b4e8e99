// The names of algorithms of keys.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// An algorithm by which a key signs, encrypts or agrees. The value is Apple's name of it.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: CFString

    /// The algorithm of this name, which need not be one that is known.
    public init(rawValue: CFString) { self.rawValue = rawValue }
}
