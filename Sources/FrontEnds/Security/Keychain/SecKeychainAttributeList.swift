// A list of attributes of an item.
// SPDX-License-Identifier: Apache-2.0

/// Attributes of an item.
@unsafe
public struct SecKeychainAttributeList {
    /// How many there are.
    public var count: UInt32
    public var attr: UnsafeMutablePointer<SecKeychainAttribute>?

    public init() { unsafe self.init(count: 0, attr: nil) }

    public init(count: UInt32, attr: UnsafeMutablePointer<SecKeychainAttribute>?) {
        unsafe self.count = count
        unsafe self.attr = attr
    }
}
