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
}
