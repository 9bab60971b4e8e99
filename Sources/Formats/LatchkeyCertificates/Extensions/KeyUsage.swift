// What the key of a certificate is for (RFC 5280, section 4.2.1.3).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

package struct KeyUsage: OptionSet, Hashable, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    // As the bits stand: the first is the highest of the first byte.
    package static let digitalSignature = KeyUsage(rawValue: 0x8000)
    package static let nonRepudiation = KeyUsage(rawValue: 0x4000)
    package static let keyEncipherment = KeyUsage(rawValue: 0x2000)
    package static let dataEncipherment = KeyUsage(rawValue: 0x1000)
    package static let keyAgreement = KeyUsage(rawValue: 0x0800)
    package static let keyCertSign = KeyUsage(rawValue: 0x0400)
    package static let cRLSign = KeyUsage(rawValue: 0x0200)

    /// - Throws: for anything but a bit string of one or two bytes.
    init(_ node: ASN1Node) throws {
        let bytes = Array(try ASN1BitString(derEncoded: node).bytes)
        guard (1...2).contains(bytes.count) else { throw malformed() }
        rawValue = UInt16(bytes[0]) << 8 | UInt16(bytes.count == 2 ? bytes[1] : 0)
    }
}
