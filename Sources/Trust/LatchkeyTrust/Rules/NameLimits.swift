// The names that the authorities of a path may issue certificates for (RFC 5280, section 6.1.4 (g)).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

struct NameLimits {
    /// Of each authority; a name must be permitted by all of them.
    private var permitted: [[GeneralName]] = []
    private var excluded: [GeneralName] = []

    /// Most comparisons for one certificate. More are not made, and nothing is allowed.
    private static let greatestWork = 1 << 18

    mutating func add(_ constraints: NameConstraints) {
        if !constraints.permitted.isEmpty { permitted.append(constraints.permitted) }
        excluded += constraints.excluded
    }

    /// Whether all names of a certificate are permitted and none is excluded.
    func allow(_ certificate: Certificate) -> Bool {
        guard !permitted.isEmpty || !excluded.isEmpty else { return true }
        var names = certificate.extensions.names
        if !certificate.subject.folded.isEmpty { names.append(.directory(certificate.subject)) }
        names += certificate.subject.emailAddresses.map { .email(Array($0.utf8)) }
        let trees = excluded.count + permitted.reduce(0) { $0 + $1.count }
        guard names.count <= Self.greatestWork / max(trees, 1) else { return false }
        return names.allSatisfy(allows)
    }

    private func allows(_ name: GeneralName) -> Bool {
        for tree in excluded.lazy.compactMap({ NameSubtree($0, limiting: name) }) where tree.touches { return false }
        return permitted.allSatisfy { list in
            let trees = list.compactMap { NameSubtree($0, limiting: name) }
            return trees.isEmpty || trees.contains(where: \.covers)
        }
    }
}
