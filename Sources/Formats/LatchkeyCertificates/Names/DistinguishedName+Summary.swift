// What a user reads of a name.
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

extension DistinguishedName {
    /// The texts of the attributes of `type`, in their order.
    func texts(of type: ASN1ObjectIdentifier) -> [String] {
        relativeNames.joined().compactMap { $0.type == type ? $0.value.text : nil }
    }

    /// The common name that stands last, which is the most particular.
    package var commonName: String? { texts(of: .commonName).last }

    package var emailAddresses: [String] { texts(of: .emailAddress) }

    /// The common names, else the organisational units, else the organisations, else all other texts, the last first
    /// (reference 5.8.3); nil if there is no text.
    package var summary: String? {
        var best: (rank: Rank, texts: [String])?
        for attribute in relativeNames.joined() {
            let rank = Rank(attribute.type)
            guard rank >= best?.rank ?? .other, let text = attribute.value.text else { continue }
            if best?.rank == rank { best?.texts.append(text) } else { best = (rank, [text]) }
        }
        guard let best else { return nil }
        let summary = best.texts.reversed().joined(separator: ", ")
        let descriptions = texts(of: .description)
        guard best.rank == .commonName, !descriptions.isEmpty else { return summary }
        return "\(summary) (\(descriptions.reversed().joined(separator: ", ")))"
    }

    /// The same, but nil if there is no common name.
    var commonNameSummary: String? { commonName == nil ? nil : summary }

    /// How well an attribute stands for the whole name.
    private enum Rank: Int, Comparable {
        case other, organization, organizationalUnit, commonName

        init(_ type: ASN1ObjectIdentifier) {
            switch type {
            case .commonName: self = .commonName
            case .organizationalUnit: self = .organizationalUnit
            case .organization: self = .organization
            default: self = .other
            }
        }

        static func < (lhs: Rank, rhs: Rank) -> Bool { lhs.rawValue < rhs.rawValue }
    }
}
