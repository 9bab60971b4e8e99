// Attributes of an item as the calls of macOS have them: tags and bytes.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The four characters of an attribute's name, as a number.
public typealias SecKeychainAttrType = OSType

/// An attribute of an item, and its value as bytes.
///
/// Text is UTF-8 without a zero byte at its end. Numbers, protocols and kinds of authentication have four bytes, in the
/// order of the machine. Dates are 16 bytes of text, `YYYYMMDDhhmmssZ` and a zero byte.
@unsafe
public struct SecKeychainAttribute {
    public var tag: SecKeychainAttrType
    /// Bytes of ``data``.
    public var length: UInt32
    public var data: UnsafeMutableRawPointer?

    public init() { unsafe self.init(tag: 0, length: 0, data: nil) }

    public init(tag: SecKeychainAttrType, length: UInt32, data: UnsafeMutableRawPointer?) {
        unsafe self.tag = tag
        unsafe self.length = length
        unsafe self.data = data
    }
}
