// The one form that a public RSA key has in a certificate (RFC 8017, appendix A.1.1).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

enum RSAKeyForm {
    /// Longest modulus, in bytes.
    private static let longest = 1024

    /// Whether bytes are a SEQUENCE of modulus and exponent, positive, and nothing else.
    static func isStrict(_ octets: [UInt8]) -> Bool {
        guard let root = try? DER.parse(octets), root.identifier == .sequence,
            case .constructed(let nodes) = root.content
        else { return false }
        var parts = nodes.makeIterator()
        guard let modulus = positive(parts.next()), let exponent = positive(parts.next()), parts.next() == nil else {
            return false
        }
        return modulus.count <= longest && exponent.count <= 4
    }

    /// The bytes of an INTEGER above 0 without a zero before them; nil for another, and for one with more zeros.
    private static func positive(_ node: ASN1Node?) -> ArraySlice<UInt8>? {
        guard let node, node.identifier == .integer, case .primitive(let bytes) = node.content, let first = bytes.first,
            first < 0x80
        else { return nil }
        guard first == 0 else { return bytes }
        let rest = bytes.dropFirst()
        return rest.first.map { $0 >= 0x80 } ?? false ? rest : nil
    }
}
