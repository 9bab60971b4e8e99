// What a service is called, and which names of preferences are meant for it.
// SPDX-License-Identifier: Apache-2.0

/// A URL, the name of a host, an e-mail address or any other text. Preferences are found by equal text; those of a URL
/// also by the URLs of the folders above it and by wildcards, as `security`'s page on macOS has it.
package struct ServiceName: Hashable, Sendable {
    package let text: String

    /// Longest name, in bytes.
    package static let greatestCount = 4096
    /// Most names of folders, and most wildcards.
    private static let greatestDepth = 64

    /// Nil for a name that is empty or too long.
    package init?(_ text: String) {
        guard (1...Self.greatestCount).contains(text.utf8.count) else { return nil }
        self.text = text
    }

    /// The names of preferences that are meant for the service, the closest first: the name itself, without its query,
    /// the folders above it, each with a slash at its end, and `*.` before each domain that the host is in.
    package var candidates: [String] {
        guard let scheme = text.firstRange(of: "://"), scheme.lowerBound != text.startIndex else {
            return [text] + (isHost(text[...]) ? Self.wildcards(of: text[...]) : [])
        }
        let bare = text[..<(text.firstIndex { $0 == "?" || $0 == "#" } ?? text.endIndex)]
        guard scheme.upperBound <= bare.endIndex else { return [text] }
        let authority = bare[scheme.upperBound...].prefix { $0 != "/" }
        guard !authority.isEmpty else { return [text] }
        let slashes = bare.indices.reversed().filter { $0 >= authority.endIndex && bare[$0] == "/" }
        var folders = slashes.prefix(Self.greatestDepth).map { String(bare[...$0]) }
        folders.append(bare[..<authority.endIndex] + "/")
        var names = [text]
        for name in [String(bare)] + folders where !names.contains(name) { names.append(name) }
        return names + Self.wildcards(of: Self.host(of: authority))
    }

    /// Without the name of a user and the port.
    private static func host(of authority: Substring) -> Substring {
        let address = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        return address.prefix { $0 != ":" }
    }

    /// Whether a name that is no URL can be a host's.
    private func isHost(_ name: Substring) -> Bool {
        name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."): true
            default: false
            }
        }
    }

    /// None for an address in numbers.
    private static func wildcards(of host: Substring) -> [String] {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count > 1, labels.allSatisfy({ !$0.isEmpty }), labels.last?.first?.isNumber == false,
            !host.contains("[")
        else { return [] }
        return (1..<labels.count).suffix(greatestDepth).map { "*." + labels[$0...].joined(separator: ".") }
    }
}

extension ServiceName: CustomStringConvertible, CustomReflectable {
    package var description: String { "<name of a service>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
