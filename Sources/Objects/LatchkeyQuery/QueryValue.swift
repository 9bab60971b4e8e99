// What stands under the keys of a dictionary, by the types that the four calls tell apart.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// A value of a query dictionary. Where it comes from, objects of a program or words of a command line, is forgotten.
package enum QueryValue {
    case string(String)
    case data([UInt8])
    /// The data under `kSecValueData`, in wiped memory.
    case secret(ItemSecret)
    /// Text there: its UTF-8, in wiped memory.
    case secretText(ItemSecret)
    case boolean(Bool)
    case number(Int64)
    /// A number that is no 64-bit integer.
    case otherNumber(isZero: Bool)
    /// Seconds since 2001-01-01 00:00:00 UTC.
    case date(Double)
    /// 16 bytes, and how they are written.
    case uuid([UInt8], text: String)
    case null
    case list([QueryValue])
    indirect case accessControl(AccessControl)
    /// The path of a keychain.
    case keychain(String)
    /// An object that stands for an item, and the path of its keychain.
    indirect case item(PersistentReference, keychain: String)
    /// An object in `kSecMatchItemList` that stands for every item with these attributes.
    indirect case described(AttributeValues)
    indirect case policy(TrustPolicy)
    /// What a context brings along, or nil for one that was invalidated.
    indirect case context(Authentication?)
    /// An object that only the library knows, or of a type that no key takes.
    case object(AnyObject)
}

extension QueryValue: CustomStringConvertible, CustomReflectable {
    /// Without the value, which is the user's.
    package var description: String { "<value of a dictionary>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension QueryValue {
    /// The text, or nil for a value that is none.
    package var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The bytes, or nil for a value that is no data.
    package var octets: [UInt8]? { if case .data(let bytes) = self { bytes } else { nil } }

    /// What a number or boolean says as a boolean, or nil for any other value.
    var truth: Bool? {
        switch self {
        case .boolean(let flag): flag
        case .number(let number): number != 0
        case .otherNumber(let isZero): !isZero
        default: nil
        }
    }

    /// A boolean, for which a number does not stand.
    /// - Throws: `.parameter` for anything else.
    func boolean() throws(KeychainError) -> Bool {
        guard case .boolean(let flag) = self else {
            throw KeychainError(.parameter, during: "reading a boolean")
        }
        return flag
    }
}

extension QueryValue {
    /// The value that an attribute would be given as.
    package init(_ value: AttributeValue) {
        switch value {
        case .string(let text): self = .string(text)
        case .data(let bytes): self = .data(bytes)
        case .number(let number): self = .number(number)
        case .date(let seconds): self = .date(seconds)
        }
    }
}

extension AttributeValue {
    /// The value of an attribute, before its conversion to a column's kind.
    /// - Throws: `.parameter` for a type that no attribute of `kind` has.
    package init(_ value: QueryValue, of kind: AttributeKind) throws(KeychainError) {
        switch value {
        case .string(let text): self = .string(text)
        case .data(let bytes): self = .data(bytes)
        case .number(let number): self = .number(number)
        case .boolean(let flag) where kind == .number || kind == .flag: self = .number(flag ? 1 : 0)
        case .otherNumber: throw KeychainError(.parameter, during: "reading a number that is no 64-bit integer")
        case .date(let seconds): self = .date(seconds)
        case .uuid(let bytes, _) where kind == .uuid: self = .data(bytes)
        case .uuid(_, let text) where kind == .string: self = .string(text)
        case .null where kind == .uuid: self = .data([])
        default: throw KeychainError(.parameter, during: "reading an attribute of a type that it cannot have")
        }
    }
}
