// Whom an authority may issue certificates for (RFC 5280, section 4.2.1.10).
// SPDX-License-Identifier: Apache-2.0

import SwiftASN1

package struct NameConstraints: Hashable, Sendable {
    /// The kinds of names in it are limited to these.
    package private(set) var permitted: [GeneralName] = []
    package private(set) var excluded: [GeneralName] = []

    init(_ node: ASN1Node) throws {
        var parts = try node.children(of: .sequence).makeIterator()
        var next = parts.next()
        if let trees = next, trees.identifier == .context(0) {
            permitted = try Self.subtrees(trees)
            next = parts.next()
        }
        if let trees = next, trees.identifier == .context(1) {
            excluded = try Self.subtrees(trees)
            next = parts.next()
        }
        guard next == nil else { throw malformed() }
    }

    /// - Throws: for none, and for one with a least or a greatest distance, which RFC 5280 does not have.
    private static func subtrees(_ node: ASN1Node) throws -> [GeneralName] {
        let trees = try node.children(of: node.identifier).map { tree in
            var parts = try tree.children(of: .sequence).makeIterator()
            let base = try GeneralName(parts.required())
            if let least = parts.next() {
                guard try least.count(as: .context(0)) == 0 else { throw malformed() }
            }
            guard parts.next() == nil else { throw malformed() }
            return base
        }
        guard !trees.isEmpty else { throw malformed() }
        return trees
    }
}
