// One constraint beside one name of its kind (RFC 5280, section 4.2.1.10).
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCertificates

struct NameSubtree {
    /// Whether the name is wholly below the constraint.
    let covers: Bool
    /// Whether the name may be below the constraint: so it is, too, for one that a wildcard may stand for, and for one
    /// that cannot be read.
    let touches: Bool

    /// Nil if the two are of different kinds: then the constraint says nothing of the name.
    init?(_ constraint: GeneralName, limiting name: GeneralName) {
        switch (constraint, name) {
        case (.directory(let base), .directory(let name)): self.init(name.folded.isWithin(base.folded))
        case (.dns(let base), .dns(let name)): self.init(dns: name, base)
        case (.email(let base), .email(let name)): self.init(address: name, base)
        case (.uri(let base), .uri(let name)): self.init(uri: name, base)
        case (.address(let base), .address(let name)): self.init(octets: name, base)
        case (.other(let base), .other(let name)):
            guard base == name else { return nil }
            // Nobody here knows what it says.
            self = .unreadable
        case (.directory, _), (.dns, _), (.email, _), (.uri, _), (.address, _), (.other, _): return nil
        }
    }

    private init(_ isBelow: Bool) { self.init(covers: isBelow, touches: isBelow) }

    /// What cannot be read is not permitted, and excluded.
    private static let unreadable = NameSubtree(covers: false, touches: true)

    private init(covers: Bool, touches: Bool) {
        self.covers = covers
        self.touches = touches
    }

    private init(dns name: [UInt8], _ constraint: [UInt8]) {
        guard var name = Self.plain(name), let base = Self.plain(constraint) else {
            self = .unreadable
            return
        }
        let isWildcard = name.starts(with: "*.".utf8)
        if isWildcard { name.removeFirst(2) }
        // Some write a period or a wildcard before a name that they exclude.
        let bare =
            base.starts(with: "*.".utf8) ? base.dropFirst(2) : base.first == Self.period ? base.dropFirst() : base[...]
        let isBelow = Self.is(name, atOrBelow: Array(bare))
        self.init(
            covers: isBelow && (bare.count == base.count || isWildcard || name.count > bare.count),
            touches: isBelow || isWildcard && Self.is(Array(bare), atOrBelow: name))
    }

    private init(address name: [UInt8], _ constraint: [UInt8]) {
        guard let at = name.lastIndex(of: Self.at), let host = Self.plain(Array(name[(at + 1)...])) else {
            self = .unreadable
            return
        }
        if let place = constraint.lastIndex(of: Self.at) {
            // One address; before the sign case counts, unless it would let an excluded one through.
            let isHost = Self.plain(Array(constraint[(place + 1)...])) == host
            self.init(
                covers: isHost && name[..<at] == constraint[..<place],
                touches: isHost && HostName.lowercase(name[..<at]) == HostName.lowercase(constraint[..<place]))
        } else if let base = Self.plain(constraint) {
            self.init(Self.is(host, atOrIn: base))
        } else {
            self = .unreadable
        }
    }

    private init(uri name: [UInt8], _ constraint: [UInt8]) {
        guard let host = Self.host(of: name), let base = Self.plain(constraint) else {
            self = .unreadable
            return
        }
        self.init(Self.is(host, atOrIn: base))
    }

    private init(octets name: [UInt8], _ constraint: [UInt8]) {
        guard name.count == 4 || name.count == 16, constraint.count == 8 || constraint.count == 32 else {
            self = .unreadable
            return
        }
        // Of the other family.
        guard constraint.count == name.count * 2 else {
            self.init(false)
            return
        }
        let masks = constraint[name.count...]
        self.init(zip(name, zip(constraint, masks)).allSatisfy { $0 & $1.1 == $1.0 & $1.1 })
    }

    // MARK: Hosts

    private static let period = UInt8(ascii: ".")
    private static let at = UInt8(ascii: "@")

    /// In lower case, without a period at the end; nil for what is no ASCII text.
    private static func plain(_ name: [UInt8]) -> [UInt8]? {
        guard name.allSatisfy({ (0x21...0x7e).contains($0) }) else { return nil }
        var name = HostName.lowercase(name)
        if name.last == period { name.removeLast() }
        return name
    }

    private static func `is`(_ name: [UInt8], atOrBelow base: [UInt8]) -> Bool {
        guard name.count > base.count, !base.isEmpty else { return base.isEmpty || name == base }
        return name.suffix(base.count).elementsEqual(base) && name[name.count - base.count - 1] == period
    }

    /// A constraint with a period before it is about the hosts below a name, one without about the one host.
    private static func `is`(_ host: [UInt8], atOrIn base: [UInt8]) -> Bool {
        guard base.first == period else { return base.isEmpty || host == base }
        return host.count > base.count && host.suffix(base.count).elementsEqual(base)
    }

    /// The host of a URI with an authority; nil for another, and for an address.
    private static func host(of uri: [UInt8]) -> [UInt8]? {
        guard let colon = uri.firstIndex(of: UInt8(ascii: ":")), uri[(colon + 1)...].starts(with: "//".utf8) else {
            return nil
        }
        let rest = uri[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
        let host = rest.lastIndex(of: at).map { rest[($0 + 1)...] } ?? rest
        let name = host.prefix { $0 != UInt8(ascii: ":") }
        guard let text = plain(Array(name)), !text.isEmpty, text.first != UInt8(ascii: "["),
            case .name? = HostName(String(decoding: text, as: UTF8.self))
        else { return nil }
        return text
    }
}
