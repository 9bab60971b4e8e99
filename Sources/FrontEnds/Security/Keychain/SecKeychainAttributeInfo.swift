// A list of tags of attributes.
// SPDX-License-Identifier: Apache-2.0

/// Which attributes of an item are wanted.
@unsafe
public struct SecKeychainAttributeInfo {
    /// How many there are.
    public var count: UInt32
    public var tag: UnsafeMutablePointer<UInt32>?
    /// Not looked at.
    public var format: UnsafeMutablePointer<UInt32>?

    public init() { unsafe self.init(count: 0, tag: nil, format: nil) }

    public init(count: UInt32, tag: UnsafeMutablePointer<UInt32>?, format: UnsafeMutablePointer<UInt32>?) {
        unsafe self.count = count
        unsafe self.tag = tag
        unsafe self.format = format
    }
}
