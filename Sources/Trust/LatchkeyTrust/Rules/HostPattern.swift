// A host among names and constraints, in one spelling.
// SPDX-License-Identifier: Apache-2.0

struct HostPattern {
    /// In lower case, without a period at the end, and without what stands before it.
    private let base: [UInt8]
    private let prefix: Prefix

    private enum Prefix {
        case none, period, wildcard
    }

    /// Nil for what is no ASCII text.
    init?(_ name: [UInt8]) {
        guard name.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        var rest = HostName.lowercase(name)[...]
        if rest.last == UInt8(ascii: ".") { rest.removeLast() }
        if rest.starts(with: "*.".utf8) {
            prefix = .wildcard
            rest.removeFirst(2)
        } else if rest.first == UInt8(ascii: ".") {
            prefix = .period
            rest.removeFirst()
        } else {
            prefix = .none
        }
        base = Array(rest)
    }

    var size: Int { base.count + 1 }

    // MARK: DNS names: a constraint is about a name and all below it.

    /// Some write a period or a wildcard before a constraint, and mean what is below.
    func isBelow(_ constraint: HostPattern) -> Bool {
        isBase(atOrBelow: constraint.base)
            && (constraint.prefix == .none || prefix != .none || base.count > constraint.base.count)
    }

    /// A wildcard may stand for what a constraint is about.
    func mayBeBelow(_ constraint: HostPattern) -> Bool {
        isBase(atOrBelow: constraint.base) || prefix != .none && constraint.isBase(atOrBelow: base)
    }

    // MARK: Hosts of addresses and URIs: a constraint is about one host, or with a period before it about those below.

    func isIn(_ constraint: HostPattern) -> Bool {
        guard prefix == .none else { return false }
        return switch constraint.prefix {
        case .none: constraint.base.isEmpty || base == constraint.base
        case .period: base.count > constraint.base.count && isBase(atOrBelow: constraint.base)
        // RFC 5280 has none here.
        case .wildcard: false
        }
    }

    /// What stands before a name of a host is no part of a host.
    func mayBeIn(_ constraint: HostPattern) -> Bool {
        isIn(constraint) || prefix != .none && isBase(atOrBelow: constraint.base)
            || constraint.prefix == .wildcard && isBase(atOrBelow: constraint.base)
    }

    private func isBase(atOrBelow other: [UInt8]) -> Bool {
        guard base.count > other.count, !other.isEmpty else { return other.isEmpty || base == other }
        return base[(base.count - other.count)...].elementsEqual(other)
            && base[base.count - other.count - 1] == UInt8(ascii: ".")
    }
}
