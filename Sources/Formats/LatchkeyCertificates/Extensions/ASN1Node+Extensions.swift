// Parts that several extensions have.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

extension ASN1Identifier {
    static func context(_ number: UInt) -> ASN1Identifier {
        ASN1Identifier(tagWithNumber: number, tagClass: .contextSpecific)
    }
}

extension ASN1Node {
    /// An INTEGER of at least 0 and less than 2 to the 32nd power, which may have another tag.
    func count(as identifier: ASN1Identifier) throws -> Int {
        let bytes = try primitiveContents(of: identifier)
        let isPadded = bytes.count > 1 && bytes.first == 0 && bytes.dropFirst().first.map { $0 < 0x80 } ?? false
        guard let first = bytes.first, first < 0x80, !isPadded, bytes.count <= 4 || first == 0 && bytes.count == 5
        else {
            throw malformed()
        }
        return bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    /// What is in a SEQUENCE of at least one part.
    func parts<Part>(_ read: (ASN1Node) throws -> Part) throws -> [Part] {
        let parts = try children(of: .sequence).map(read)
        guard !parts.isEmpty else { throw malformed() }
        return parts
    }
}
