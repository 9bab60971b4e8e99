// A name, or a constraint on names, in the form in which it is compared (RFC 5280, section 4.2.1.10).
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates

/// Made once for each name, so that a comparison looks at no byte twice.
enum ComparedName {
    /// Also with more that is equal, for what is excluded.
    case directory(FoldedName, loose: LooseName)
    case host(HostPattern)
    case mailbox(Mailbox, host: HostPattern)
    case uri(HostPattern)
    /// 4 or 16 bytes in a name, with as many bits that count behind them in a constraint.
    case address([UInt8])
    /// Of a kind that nobody here knows.
    case other(UInt)
    /// What cannot be read, of a kind: it is not permitted, and excluded.
    case unreadable(Kind)

    /// What stands before the sign of an e-mail address.
    struct Mailbox {
        /// Nil for a constraint that is about hosts.
        let local: [UInt8]?
        /// The same in lower case.
        let folded: [UInt8]

        init(_ local: [UInt8]?) {
            self.local = local
            folded = local.map(HostName.lowercase) ?? []
        }
    }

    enum Kind: Hashable {
        case directory, host, mailbox, uri, address
        case other(UInt)
    }

    init(name: GeneralName) { self.init(name, isConstraint: false) }

    init(constraint: GeneralName) { self.init(constraint, isConstraint: true) }

    private init(_ name: GeneralName, isConstraint: Bool) {
        switch name {
        case .directory(let name): self = .directory(name.folded, loose: LooseName(name))
        case .dns(let bytes): self = HostPattern(bytes).map { .host($0) } ?? .unreadable(.host)
        case .email(let bytes): self = Self.mailbox(bytes, isConstraint)
        case .uri(let bytes):
            self = (isConstraint ? HostPattern(bytes) : Self.host(ofURI: bytes)).map { .uri($0) } ?? .unreadable(.uri)
        case .address(let bytes):
            let isWhole = (isConstraint ? [8, 32] : [4, 16]).contains(bytes.count)
            self = isWhole ? .address(bytes) : .unreadable(.address)
        case .other(let number): self = .other(number)
        }
    }

    /// Bytes that one comparison with it may look at.
    var size: Int {
        switch self {
        case .directory(let name, let loose): name.size + loose.size
        case .host(let host), .uri(let host): host.size
        case .mailbox(let box, let host): box.folded.count * 2 + host.size
        case .address: 32
        case .other, .unreadable: 1
        }
    }

    private var kind: Kind {
        switch self {
        case .directory: .directory
        case .host: .host
        case .mailbox: .mailbox
        case .uri: .uri
        case .address: .address
        case .other(let number): .other(number)
        case .unreadable(let kind): kind
        }
    }

    /// Whether the constraint says anything of the name.
    func isOfKind(of constraint: ComparedName) -> Bool { kind == constraint.kind }

    /// Whether the name is wholly below the constraint.
    func isBelow(_ constraint: ComparedName) -> Bool {
        switch (self, constraint) {
        case (.directory(let name, _), .directory(let base, _)): name.isWithin(base)
        case (.host(let name), .host(let base)): name.isBelow(base)
        case (.mailbox(let box, let host), .mailbox(let wanted, let base)):
            // Of an address case counts before the sign; a constraint without an address is about hosts.
            host.isIn(base) && (wanted.local == nil || box.local == wanted.local)
        case (.uri(let host), .uri(let base)): host.isIn(base)
        case (.address(let name), .address(let base)): Self.isAddress(name, in: base)
        case (.directory, _), (.host, _), (.mailbox, _), (.uri, _), (.address, _), (.other, _), (.unreadable, _): false
        }
    }

    /// Whether the name, or another that it may stand for, is below the constraint.
    func mayBeBelow(_ constraint: ComparedName) -> Bool {
        switch (self, constraint) {
        case (.directory(_, let name), .directory(_, let base)): name.isWithin(base)
        case (.host(let name), .host(let base)): name.mayBeBelow(base)
        case (.mailbox(let box, let host), .mailbox(let wanted, let base)):
            host.mayBeIn(base) && (wanted.folded.isEmpty || box.folded == wanted.folded)
        case (.uri(let host), .uri(let base)): host.mayBeIn(base)
        case (.address(let name), .address(let base)):
            [name, Self.inner(name)].compactMap { $0 }.contains { name in
                [base, Self.inner(ofConstraint: base)].compactMap { $0 }.contains { Self.isAddress(name, in: $0) }
            }
        case (.directory, _), (.host, _), (.mailbox, _), (.uri, _), (.address, _), (.other, _), (.unreadable, _): true
        }
    }

    private static func isAddress(_ name: [UInt8], in base: [UInt8]) -> Bool {
        guard base.count == name.count * 2 else { return false }
        return zip(name, zip(base, base[name.count...])).allSatisfy { $0 & $1.1 == $1.0 & $1.1 }
    }

    /// Before an address of 4 bytes in one of 16 (RFC 4291, section 2.5.5.2).
    private static let mapped = [UInt8](repeating: 0, count: 10) + [0xff, 0xff]

    private static func inner(_ name: [UInt8]) -> [UInt8]? {
        name.count == 16 && name.starts(with: mapped) ? Array(name[12...]) : nil
    }

    /// A constraint of 4 bytes in the form of one of 16. One that is wider is about other addresses.
    private static func inner(ofConstraint base: [UInt8]) -> [UInt8]? {
        guard base.count == 32, base.starts(with: mapped), base[16..<28].allSatisfy({ $0 == 0xff }) else { return nil }
        return Array(base[12..<16] + base[28...])
    }

    /// A constraint may be a host alone, a name may not.
    private static func mailbox(_ bytes: [UInt8], _ isConstraint: Bool) -> ComparedName {
        let at = bytes.lastIndex(of: UInt8(ascii: "@"))
        guard isConstraint || at != nil, let host = HostPattern(at.map { Array(bytes[($0 + 1)...]) } ?? bytes) else {
            return .unreadable(.mailbox)
        }
        return .mailbox(Mailbox(at.map { Array(bytes[..<$0]) }), host: host)
    }

    /// The host of a URI with an authority; nil for another, and for an address.
    private static func host(ofURI uri: [UInt8]) -> HostPattern? {
        // Browsers take a backslash for a slash.
        guard let colon = uri.firstIndex(of: UInt8(ascii: ":")), uri[(colon + 1)...].starts(with: "//".utf8),
            !uri.contains(UInt8(ascii: "\\"))
        else { return nil }
        let rest = uri[(colon + 3)...].prefix { !"/?#".utf8.contains($0) }
        let host = rest.lastIndex(of: UInt8(ascii: "@")).map { rest[($0 + 1)...] } ?? rest
        let name = host.prefix { $0 != UInt8(ascii: ":") }
        guard case .name(let text)? = HostName(String(decoding: name, as: UTF8.self)) else { return nil }
        return HostPattern(text)
    }
}
