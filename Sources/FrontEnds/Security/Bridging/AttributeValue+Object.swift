// Attribute values as the objects that a program gets.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel

extension AttributeValue {
    /// The object that goes back to the program. Numbers within 32 bits come back as 32-bit ones (reference 2.1).
    var object: AnyObject {
        switch self {
        case .string(let text): text as NSString
        case .data(let bytes): Data(bytes) as NSData
        case .number(let number): Int32(exactly: number).map(NSNumber.init(value:)) ?? NSNumber(value: number)
        case .date(let seconds): NSDate(timeIntervalSinceReferenceDate: seconds)
        }
    }

    /// The object of the size of a key. Types whose sizes are names have them as text, as the constants do
    /// (`kSecAttrKeySizeMLKEM768`); the column holds a number.
    func keySizeObject(of type: KeyType?) -> AnyObject {
        guard type == .mlKEM || type == .mlDSA, case .number(let number) = self else { return object }
        return String(number) as NSString
    }
}

extension AttributeValues {
    /// The type of the key that has these attributes, or nil for what is no key.
    var keyType: KeyType? {
        if case .number(let number)? = self[.type] { KeyType(number: number) } else { nil }
    }
}
