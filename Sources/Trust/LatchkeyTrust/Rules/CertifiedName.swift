// A DNS name among the alternative names of a certificate.
// SPDX-License-Identifier: Apache-2.0

/// Only strict names count: others are read differently by those who compare them and those who constrain them.
struct CertifiedName {
    /// Whether one more label stands before the base, whatever it is.
    let isWildcard: Bool
    /// In lower case.
    let base: [UInt8]

    /// Nil for a name with a period at the end, for one with other characters than letters, digits and hyphens, and for
    /// a wildcard that is not the whole first label before at least two others.
    init?(_ text: String) {
        let name = HostName.lowercase(text.utf8)
        isWildcard = name.starts(with: "*.".utf8)
        base = isWildcard ? Array(name.dropFirst(2)) : name
        guard name.count <= HostName.largestName, HostName.isStrict(base),
            !isWildcard || HostName.labels(of: base).count >= 2
        else { return nil }
    }

    /// - Parameter name: the name of a host, in lower case.
    func covers(_ name: [UInt8]) -> Bool {
        guard isWildcard else { return name == base }
        guard let period = name.firstIndex(of: UInt8(ascii: ".")) else { return false }
        return name[(period + 1)...] == base[...]
    }
}
