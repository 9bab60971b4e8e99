// Which lists say whether a certificate was revoked (RFC 5280, section 4.2.1.13).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

package struct DistributionPoint: Hashable, Sendable {
    package let name: DistributionPointName?
    /// For which reasons its list has certificates; nil for all.
    package let reasons: RevocationReasons?
    /// Who issues the list; nil for the issuer of the certificate. Names of other kinds than of directories are left
    /// out.
    package let issuers: [FoldedName]?

    package init(name: DistributionPointName?, reasons: RevocationReasons? = nil, issuers: [FoldedName]? = nil) {
        self.name = name
        self.reasons = reasons
        self.issuers = issuers
    }

    /// - Throws: also for one that names neither a place nor an issuer.
    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        var next = parts.next()
        name = try DistributionPointName.optional(&next, &parts)
        if let part = next, part.identifier == .context(1) {
            reasons = try RevocationReasons(part.primitiveContents(of: .context(1)))
            next = parts.next()
        } else {
            reasons = nil
        }
        if let part = next, part.identifier == .context(2) {
            issuers = try GeneralName.list(part.children(of: .context(2))).compactMap(\.directoryName)
            next = parts.next()
        } else {
            issuers = nil
        }
        guard name != nil || issuers != nil, next == nil else { throw malformed() }
    }
}

extension DistributionPointName {
    /// The name at [0], which need not be there.
    static func optional(
        _ next: inout ASN1Node?, _ parts: inout ASN1NodeCollection.Iterator
    ) throws -> DistributionPointName? {
        guard let part = next, part.identifier == .context(0) else { return nil }
        var choice = try part.children(of: .context(0)).makeIterator()
        let name = try DistributionPointName(choice.required())
        guard choice.next() == nil else { throw malformed() }
        next = parts.next()
        return name
    }
}

extension GeneralName {
    /// Nil for another kind of name.
    var directoryName: FoldedName? {
        switch self {
        case .directory(let name): name.folded
        case .email, .dns, .uri, .address, .other: nil
        }
    }
}
