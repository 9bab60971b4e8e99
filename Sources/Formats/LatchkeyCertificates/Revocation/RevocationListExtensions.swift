// Reads the extensions of a list of revoked certificates (RFC 5280, section 5.2).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

package struct RevocationListExtensions: Hashable, Sendable {
    package private(set) var authorityKeyID: [UInt8]?
    package private(set) var number: ListNumber?
    /// The number of the list that this one has the changes of; nil for a whole list.
    package private(set) var baseNumber: ListNumber?
    package private(set) var distributionPoint: IssuingDistributionPoint?
    /// Whether one is critical that is not known.
    package private(set) var hasUnknownDemand = false

    /// A number of a list, which may be longer than the machine's.
    package struct ListNumber: Hashable, Sendable, Comparable {
        /// Without zeros before them.
        private let bytes: [UInt8]

        private static let greatestSize = 20

        init(_ node: ASN1Node) throws {
            let contents = try node.primitiveContents(of: .integer)
            guard let first = contents.first, first < 0x80 else { throw malformed() }
            bytes = Array(contents.drop { $0 == 0 })
            guard bytes.count <= Self.greatestSize else { throw malformed() }
        }

        package static func < (lhs: ListNumber, rhs: ListNumber) -> Bool {
            lhs.bytes.count == rhs.bytes.count
                ? lhs.bytes.lexicographicallyPrecedes(rhs.bytes) : lhs.bytes.count < rhs.bytes.count
        }
    }

    /// Most extensions of a list that is read.
    private static let greatestCount = 256

    init() {}

    /// - Throws: for a known one that cannot be read, and for one that is there twice.
    init(_ list: ASN1Node) throws {
        var seen: Set<ASN1ObjectIdentifier> = []
        for node in try list.children(of: .sequence) {
            guard seen.count < Self.greatestCount else { throw malformed() }
            let read = try ReadExtension(node)
            guard seen.insert(read.type).inserted else { throw malformed() }
            let contents = read.contents
            switch read.type {
            case .authorityKeyIdentifier: authorityKeyID = try KnownExtension.authorityKeyID(DER.parse(contents))
            case .listNumber: number = try ListNumber(DER.parse(contents))
            case .deltaIndicator: baseNumber = try ListNumber(DER.parse(contents))
            case .issuingDistributionPoint: distributionPoint = try IssuingDistributionPoint(DER.parse(contents))
            // Other names of the issuer, and the place of lists of changes: they decide nothing here.
            case .issuerAlternativeName, .freshestList: break
            default: if read.isCritical { hasUnknownDemand = true }
            }
        }
        guard !seen.isEmpty else { throw malformed() }
    }
}

extension ASN1ObjectIdentifier {
    fileprivate static let issuerAlternativeName: Self = [2, 5, 29, 18]
    fileprivate static let listNumber: Self = [2, 5, 29, 20]
    fileprivate static let deltaIndicator: Self = [2, 5, 29, 27]
    fileprivate static let issuingDistributionPoint: Self = [2, 5, 29, 28]
    fileprivate static let freshestList: Self = [2, 5, 29, 46]
}
