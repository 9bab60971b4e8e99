// The parameters of RSASSA-PSS (RFC 4055, section 3.1).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

struct PSSParameters {
    let digest: SignatureScheme.Digest

    /// - Throws: for parameters that are none, and for others than the usual: MGF1 over the same digest, a salt as long
    ///   as the digest, the one trailer that there is.
    init(_ node: ASN1Node) throws {
        guard node.identifier == .sequence, case .constructed(let nodes) = node.content else { throw Self.unusual }
        var digest = SignatureScheme.Digest.sha1
        var generated = SignatureScheme.Digest.sha1
        var salt = 20
        var last: UInt?
        for node in nodes {
            // In their order, each at most once.
            let number = node.identifier.tagNumber
            guard node.identifier.tagClass == .contextSpecific, last.map({ $0 < number }) ?? true,
                case .constructed(let values) = node.content, let value = values.first(where: { _ in true }),
                values.dropFirst().first(where: { _ in true }) == nil
            else { throw Self.unusual }
            last = number
            switch number {
            case 0: digest = try Self.digest(AlgorithmParts(value))
            case 1:
                let generator = try AlgorithmParts(value)
                guard generator.name == [1, 2, 840, 113_549, 1, 1, 8], let inner = generator.parameters else {
                    throw Self.unusual
                }
                generated = try Self.digest(AlgorithmParts(inner))
            case 2: salt = try Int(derEncoded: value)
            case 3: guard try Int(derEncoded: value) == 1 else { throw Self.unusual }
            default: throw Self.unusual
            }
        }
        guard digest == generated, salt == digest.size else { throw Self.unusual }
        self.digest = digest
    }

    private static func digest(_ parts: AlgorithmParts) throws -> SignatureScheme.Digest {
        guard parts.parameters == nil || parts.parameters?.identifier == .null else { throw unusual }
        switch parts.name {
        case [1, 3, 14, 3, 2, 26]: return .sha1
        case [2, 16, 840, 1, 101, 3, 4, 2, 1]: return .sha256
        case [2, 16, 840, 1, 101, 3, 4, 2, 2]: return .sha384
        case [2, 16, 840, 1, 101, 3, 4, 2, 3]: return .sha512
        default: throw unusual
        }
    }

    private static let unusual = ASN1Error.invalidASN1Object(reason: "unusual parameters")
}
