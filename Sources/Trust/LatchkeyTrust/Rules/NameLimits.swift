// The names that the authorities of a path may issue certificates for (RFC 5280, section 6.1.4 (g)).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

struct NameLimits {
    /// Of each authority; a name must be permitted by all of them.
    private var permitted: [[ComparedName]] = []
    private var excluded: [ComparedName] = []
    /// What one name costs beside all constraints.
    private var size = 0
    /// What may still be compared, in bytes, for the whole path. When it is spent, nothing is allowed.
    private var left = 1 << 24

    /// What a comparison costs that looks at nothing.
    private static let leastCost = 16

    mutating func add(_ constraints: NameConstraints) {
        if !constraints.permitted.isEmpty {
            permitted.append(constraints.permitted.map(ComparedName.init(constraint:)))
        }
        excluded += constraints.excluded.map(ComparedName.init(constraint:))
        size = permitted.joined().reduce(0) { $0 + $1.size + Self.leastCost }
        size += excluded.reduce(0) { $0 + $1.size + Self.leastCost }
    }

    /// Whether all names of a certificate are permitted and none is excluded.
    mutating func allow(_ certificate: Certificate) -> Bool {
        guard !permitted.isEmpty || !excluded.isEmpty else { return true }
        var names = certificate.extensions.names
        if !certificate.subject.folded.isEmpty { names.append(.directory(certificate.subject)) }
        names += certificate.subject.emailAddresses.map { .email(Array($0.utf8)) }
        let (cost, isTooMuch) = names.count.multipliedReportingOverflow(by: size)
        guard !isTooMuch, cost <= left else {
            left = 0
            return false
        }
        left -= cost
        return names.lazy.map(ComparedName.init(name:)).allSatisfy(allows)
    }

    private func allows(_ name: ComparedName) -> Bool {
        for tree in excluded where name.isOfKind(of: tree) && name.mayBeBelow(tree) { return false }
        return permitted.allSatisfy { list in
            var isLimited = false
            for tree in list where name.isOfKind(of: tree) {
                if name.isBelow(tree) { return true }
                isLimited = true
            }
            return !isLimited
        }
    }
}
