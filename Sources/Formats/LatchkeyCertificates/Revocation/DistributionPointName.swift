// What a place for lists of revoked certificates is called (RFC 5280, section 4.2.1.13).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

/// A list is for a distribution point if they have a name in common. Nothing is fetched from it.
package enum DistributionPointName: Hashable, Sendable {
    case full(Set<PointName>)
    /// One more part below the name of who issues the list.
    case relative(FoldedName)

    package enum PointName: Hashable, Sendable {
        case directory(FoldedName)
        /// Byte for byte the same.
        case other(GeneralName)
    }

    /// - Parameter choice: around it is another tag, because ASN.1 gives a choice no tag of its own.
    init(_ choice: ASN1Node) throws {
        switch choice.identifier {
        case .context(0):
            let names = try GeneralName.list(choice.children(of: .context(0)))
            guard !names.isEmpty else { throw malformed() }
            self = .full(Set(names.compactMap(PointName.init)))
        case .context(1):
            let attributes = try choice.children(of: .context(1)).map(NameAttribute.init)
            guard !attributes.isEmpty else { throw malformed() }
            self = .relative(FoldedName(relative: attributes))
        default: throw malformed()
        }
    }

    /// The names in full.
    /// - Parameter issuers: who may issue the list.
    package func names(below issuers: [FoldedName]) -> Set<PointName> {
        switch self {
        case .full(let names): names
        case .relative(let name): Set(issuers.map { .directory($0.appending(name)) })
        }
    }
}

extension DistributionPointName.PointName {
    /// Nil for a kind of name that is not looked into: it is equal to none.
    fileprivate init?(_ name: GeneralName) {
        switch name {
        case .directory(let name): self = .directory(name.folded)
        case .email, .dns, .uri, .address: self = .other(name)
        case .other: return nil
        }
    }
}
