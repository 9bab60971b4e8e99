// Who a program is over the bus, by the configuration.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel

package struct BusNamer: Sendable {
    private let configuration: BusConfiguration
    private let unsignedGroup: @Sendable ([UInt8]) -> AccessGroup

    /// - Parameter unsignedGroup: gives the group of a program without a signature by the bytes of its path.
    package init(_ configuration: BusConfiguration, unsignedGroup: @escaping @Sendable ([UInt8]) -> AccessGroup) {
        self.configuration = configuration
        self.unsignedGroup = unsignedGroup
    }

    package func principal(for facts: BusProgramFacts) -> BusPrincipal {
        let path = String(decoding: facts.path, as: UTF8.self)
        switch facts.enclosure {
        case .container: return .nobody(at: path, doubt: facts.refusal)
        case .flatpakProxy(let application):
            guard Self.isApplicationIdentifier(application) else { return .nobody(at: path, doubt: facts.refusal) }
            // Any program outside of sandboxes can pass for it, so nothing is permitted to it.
            return BusPrincipal(
                named: "flatpak-proxy." + application, at: path, doubt: facts.refusal, offersAlways: false)
        case .none: break
        }
        if facts.isUnsigned {
            if let pool = configuration.pool(of: facts.path) {
                return .pool(named: pool.name, at: path, doubt: facts.refusal)
            }
            if facts.isInterpreter {
                return .pool(named: Self.poolName(ofFileAt: facts.path), at: path, doubt: facts.refusal)
            }
        }
        guard let name = name(of: facts) else { return .nobody(at: path, doubt: facts.refusal) }
        return principal(named: name, facts)
    }

    private func principal(named name: String, _ facts: BusProgramFacts) -> BusPrincipal {
        let own = AccessGroup(ofBusProgram: name)
        var (program, group, groups) = (name, own, [own])
        // What it would be without the doubt.
        if facts.refusal != nil { groups += facts.groups.map { AccessGroup(ofBusProgram: $0.rawValue) } }
        var isManager = false
        if facts.isListed {
            if let family = configuration.family(of: facts.path) {
                // Also if the user has dropped the family, so that what was decided still holds.
                program = "family." + family.name
                if !family.isDropped {
                    group = AccessGroup(ofBusProgram: program)
                    groups.append(group)
                }
            }
            for schema in configuration.schemas(of: facts.path) where !schema.isDropped {
                groups.append(AccessGroup(ofBusProgram: "schema." + schema.name))
            }
            isManager = facts.refusal == nil && configuration.isManager(facts.path)
        } else if facts.isUsersOwn, let share = configuration.shares.first(where: { $0.contains(facts.path) }) {
            group = AccessGroup(ofBusProgram: "share." + share.name)
            groups.append(group)
        }
        return BusPrincipal(
            kind: isManager ? .manager : .program, program: program, path: String(decoding: facts.path, as: UTF8.self),
            group: group, ownGroups: groups.reduce(into: []) { if !$0.contains($1) { $0.append($1) } },
            doubt: facts.refusal, offersAlways: facts.isRoots || !facts.isUnsigned)
    }

    private func name(of facts: BusProgramFacts) -> String? {
        if let identifier = facts.applicationIdentifier { return identifier }
        if let group = facts.groups.first(where: { $0 != .all && $0 != .token }) { return group.rawValue }
        return facts.path.isEmpty ? nil : unsignedGroup(facts.path).rawValue
    }

    /// Letters, digits, `-`, `_` and dots, as Flatpak has them.
    static func isApplicationIdentifier(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// The name of the file without its version: all versions are one.
    static func poolName(ofFileAt path: [UInt8]) -> String {
        let file = path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
        var name: [UInt8] = file.prefix(64).map { byte in
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
            default: UInt8(ascii: "-")
            }
        }
        while let last = name.last, last == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(last)
        {
            name.removeLast()
        }
        return name.isEmpty ? "interpreter" : String(decoding: name, as: UTF8.self)
    }
}

extension BusProgramFacts {
    /// Whether nothing but its file says what it is. Others lend themselves to nobody.
    fileprivate var isUnsigned: Bool {
        switch origin {
        case nil, .path, .tool, .embedded: true
        case .signature, .script, .service, .snap, .flatpak: false
        }
    }

    /// Whether the lists of the system speak of it. While it is in doubt nothing is known of its file, and its items
    /// stay locked.
    fileprivate var isListed: Bool {
        switch origin {
        case nil, .path, .tool, .embedded, .signature: isRoots || refusal != nil
        case .script, .service, .snap, .flatpak: false
        }
    }

    /// Whether the user's programs can put another program in its place. A file of another user, or one that root
    /// alone can take away, is not the user's to lend.
    fileprivate var isUsersOwn: Bool { isUnsigned && !isRoots && isReplaceable && refusal == nil }
}

extension BusPrincipal {
    /// A program with items of its own alone.
    init(named name: String, at path: String, doubt: String?, offersAlways: Bool) {
        let group = AccessGroup(ofBusProgram: name)
        self.init(
            kind: .program, program: name, path: path, group: group, ownGroups: [group], doubt: doubt,
            offersAlways: offersAlways)
    }

    static func pool(named name: String, at path: String, doubt: String?) -> BusPrincipal {
        let group = AccessGroup(ofBusProgram: "pool." + name)
        return BusPrincipal(
            kind: .pool, program: "pool." + name, path: path, group: group, ownGroups: [group], doubt: doubt,
            offersAlways: false)
    }

    static func nobody(at path: String, doubt: String?) -> BusPrincipal {
        BusPrincipal(
            kind: .nobody, program: "nobody", path: path, group: AccessGroup(ofBusProgram: "nobody"), ownGroups: [],
            doubt: doubt, offersAlways: false)
    }
}
