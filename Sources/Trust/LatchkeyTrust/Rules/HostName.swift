// A host that somebody asks for, in one spelling.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Two spellings of one host are equal. A text that can be no certificate's host is none.
enum HostName: Hashable, Sendable {
    /// ASCII in lower case, labels with periods between them and none at the end.
    case name([UInt8])
    /// 4 or 16 bytes.
    case address([UInt8])

    /// Longest name, in bytes, and longest label of one (RFC 1035, section 2.3.4).
    static let largestName = 253
    private static let largestLabel = 63

    /// - Parameter text: a name, or an address as a user writes it, without brackets.
    init?(_ text: String) {
        var name = text.utf8[...]
        if name.last == UInt8(ascii: ".") { name.removeLast() }
        let canonical = Self.lowercase(name)
        if Self.endsInNumber(canonical) || canonical.contains(UInt8(ascii: ":")) {
            guard let address = Self.address(text) else { return nil }
            self = .address(address)
        } else {
            // Names of hosts have underscores if people give them; those of certificates have none.
            let plain = canonical.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: "x") : $0 }
            guard Self.isStrict(plain) else { return nil }
            self = .name(canonical)
        }
    }

    /// Whether each label has letters, digits and inner hyphens, and nothing else.
    /// - Parameter name: in lower case.
    static func isStrict(_ name: [UInt8]) -> Bool {
        guard name.count <= largestName, !endsInNumber(name) else { return false }
        return labels(of: name).allSatisfy { label in
            (1...largestLabel).contains(label.count) && label.first != UInt8(ascii: "-")
                && label.last != UInt8(ascii: "-")
                && label.allSatisfy {
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
                }
        }
    }

    static func labels(of name: [UInt8]) -> [ArraySlice<UInt8>] {
        name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    }

    static func lowercase(_ text: some Sequence<UInt8>) -> [UInt8] {
        text.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
    }

    /// Then it is an address or nothing. So is the empty text.
    private static func endsInNumber(_ name: [UInt8]) -> Bool {
        labels(of: name).last?.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? true
    }

    private static func address(_ text: String) -> [UInt8]? {
        // A zero byte would end the text for the parser.
        guard !text.utf8.contains(0) else { return nil }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if unsafe inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
