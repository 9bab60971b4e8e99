// Attribute values from the objects in dictionaries, and back.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
import Foundation
import KeychainModel

extension AttributeValue {
    /// The value of an object, before its conversion to a column's kind.
    /// - Throws: `.parameter` for an object of a type that no attribute of `kind` has; a boolean is no number here.
    init(_ object: AnyObject, of kind: AttributeKind) throws(KeychainError) {
        switch object {
        case let text as NSString: self = .string(text as String)
        case let data as NSData: self = .data(data.octets)
        case let number as NSNumber where kind == .number || kind == .flag || !_cfIsBoolean(number):
            guard let whole = Int64(exactly: number) else {
                throw KeychainError(.parameter, during: "reading a number that is no 64-bit integer")
            }
            self = .number(whole)
        case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
        case let uuid as NSUUID where kind == .uuid:
            self = .data(unsafe withUnsafeBytes(of: (uuid as UUID).uuid) { unsafe Array($0) })
        case let uuid as NSUUID where kind == .string: self = .string(uuid.uuidString)
        case is NSNull where kind == .uuid: self = .data([])
        default: throw KeychainError(.parameter, during: "reading an attribute of a type that it cannot have")
        }
    }

    /// The object that goes back to the program. Numbers within 32 bits come back as 32-bit ones (reference 2.1).
    var object: AnyObject {
        switch self {
        case .string(let text): text as NSString
        case .data(let bytes): Data(bytes) as NSData
        case .number(let number): Int32(exactly: number).map(NSNumber.init(value:)) ?? NSNumber(value: number)
        case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
        }
    }
}
