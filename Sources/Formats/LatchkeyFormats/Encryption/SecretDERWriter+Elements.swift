// Elements that files of keys are made of.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

extension SecretDERWriter {
    mutating func prepend(element tag: UInt8, _ contents: ItemSecret) {
        let mark = mark
        unsafe contents.bytes.withUnsafeBytes { unsafe prepend($0) }
        wrap(tag, since: mark)
    }

    /// - Parameter name: the contents of an object identifier.
    mutating func prepend(name: [UInt8]) { prepend([BERNode.Tag.objectIdentifier, UInt8(name.count)] + name) }

    /// - Precondition: the number is not negative.
    mutating func prepend(number: Int) {
        var digits = (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        while digits.count > 1, digits[0] == 0, digits[1] < 0x80 { digits.removeFirst() }
        prepend([Self.integer, UInt8(digits.count)] + digits)
    }
}
