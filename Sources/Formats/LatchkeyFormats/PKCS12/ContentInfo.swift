// What PKCS#7 wraps everything in (RFC 2315, section 7).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

/// A type and a content.
struct ContentInfo {
    let type: Kind
    let content: BERNode

    enum Kind: UInt8 {
        case data = 1
        case signedData = 2
        case encryptedData = 6

        /// 1.2.840.113549.1.7 and the number.
        var name: [UInt8] { [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, rawValue] }
    }

    /// - Throws: `.decode` for another type.
    init(_ node: BERNode) throws(KeychainError) {
        let parts = try node.children(of: BERNode.Tag.sequence)
        guard parts.count == 2 else { throw BERNode.refusal }
        let name = try parts[0].objectIdentifier()
        guard let last = name.last, let type = Kind(rawValue: last), type.name == name else { throw BERNode.refusal }
        self.type = type
        content = try parts[1].onlyChild(of: BERNode.Tag.context0)
    }
}
