// The DNS names that an issuer excludes.
// SPDX-License-Identifier: Apache-2.0

/// A name and all below it (RFC 5280, section 4.2.1.10). In doubt more is excluded.
struct DNSSubtree {
    /// In lower case, without the period or the wildcard that some write before it. Empty for all names.
    private let base: [UInt8]

    /// - Parameter constraint: as it stands in the extension.
    init(_ constraint: String) {
        var name = HostName.lowercase(constraint.utf8)[...]
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        if name.first == UInt8(ascii: "*") { name.removeFirst() }
        if name.first == UInt8(ascii: ".") { name.removeFirst() }
        base = Array(name)
    }

    /// - Parameter name: in lower case.
    func contains(_ name: [UInt8]) -> Bool { base.isEmpty || Self.is(name, atOrBelow: base) }

    /// Whether some of it lies at or below a name.
    func reaches(below name: [UInt8]) -> Bool { base.isEmpty || Self.is(base, atOrBelow: name) }

    private static func `is`(_ name: [UInt8], atOrBelow other: [UInt8]) -> Bool {
        guard name.count > other.count else { return name == other }
        return name.suffix(other.count).elementsEqual(other)
            && name[name.count - other.count - 1] == UInt8(ascii: ".")
    }
}
