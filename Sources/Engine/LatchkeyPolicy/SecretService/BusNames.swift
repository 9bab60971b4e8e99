// What the user calls programs and owners, when they decide with a command.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Names count only if somebody has them: a misspelt one would decide nothing, and look as if it did.
package struct BusNames: Sendable {
    private let contents: BusPolicyState.Contents
    private let namer: BusNamer
    /// What is known of the program that runs from a file; nil if there is no such file.
    private let facts: @Sendable ([UInt8]) -> BusProgramFacts?

    package init(
        _ contents: BusPolicyState.Contents, _ namer: BusNamer,
        facts: @escaping @Sendable ([UInt8]) -> BusProgramFacts?
    ) {
        self.contents = contents
        self.namer = namer
        self.facts = facts
    }

    /// - Throws: `.parameter` for a name that nobody has, and for what cannot be allowed.
    package func pair(of choice: BusChoice) throws(KeychainError) -> BusPair {
        let (program, mayBeAllowed) = try program(named: choice.program)
        let group = try owner(named: choice.owner)
        if choice.verdict == .allow {
            guard mayBeAllowed else {
                throw KeychainError(
                    .parameter, during: "deciding about programs on the session bus",
                    hint:
                        "other programs of yours can replace this program, or use it as it is, and would be allowed the same; it can only be allowed once, in its dialog"
                )
            }
            guard group.mayBeGiven else {
                throw KeychainError(
                    .parameter, during: "deciding about programs on the session bus",
                    hint: "imported items are of many programs, and are allowed one by one, in the dialog")
            }
        }
        return BusPair(program, group)
    }

    private func program(named name: String) throws(KeychainError) -> (name: String, mayBeAllowed: Bool) {
        if name.utf8.first == UInt8(ascii: "/") {
            let principal = try principal(at: name)
            return (principal.program, principal.mayBeAllowed)
        }
        for candidate in candidates(for: name) {
            switch AccessGroup(ofBusProgram: candidate).busOwner {
            case .family(let family):
                if contents.configuration.families.contains(where: { $0.name.hasSameBytes(as: family) }) {
                    return (candidate, true)
                }
            case .pool:
                if isKnown(candidate) || contents.configuration.pools.contains(where: { isPool($0, candidate) }) {
                    return (candidate, false)
                }
            case .proxied:
                if isKnown(candidate) { return (candidate, false) }
            case .named:
                if isKnown(candidate) { return (candidate, true) }
            case .unsigned:
                guard isKnown(candidate) else { continue }
                // It is allowed something only as the file that it is now.
                let principals = paths(of: candidate).compactMap { facts(Array($0.utf8)) }.map(namer.principal(for:))
                return (
                    candidate,
                    principals.contains { $0.program.hasSameBytes(as: candidate) && $0.mayBeAllowed }
                )
            case .schema, .share, .imported, nil: continue
            }
        }
        throw Self.unknown
    }

    private func owner(named name: String) throws(KeychainError) -> AccessGroup {
        if name.utf8.first == UInt8(ascii: "/") { return try principal(at: name).group }
        let configuration = contents.configuration
        func has(_ lists: [BusConfiguration.List], _ name: String) -> Bool {
            lists.contains { $0.name.hasSameBytes(as: name) }
        }
        for candidate in candidates(for: name) {
            let group = AccessGroup(ofBusProgram: candidate)
            let isListed =
                switch group.busOwner {
                case .family(let name): has(configuration.families, name)
                case .schema(let name): has(configuration.schemas, name)
                case .share(let name): has(configuration.shares, name)
                case .pool(let name): has(configuration.pools, name)
                case .imported: true
                case .unsigned, .proxied, .named, nil: false
                }
            if isListed || group.busOwner != nil && (isKnown(candidate) || isKnownOwner(group)) { return group }
        }
        throw Self.unknown
    }

    private func principal(at path: String) throws(KeychainError) -> BusPrincipal {
        guard let facts = facts(Array(path.utf8)) else { throw Self.unknown }
        let principal = namer.principal(for: facts)
        guard principal.kind != .nobody, principal.doubt == nil else { throw Self.unknown }
        return principal
    }

    /// As it is written, or short for a family, a pool or a Flatpak.
    private func candidates(for name: String) -> [String] {
        guard !name.isEmpty else { return [] }
        return [name] + ["family.", "pool.", "schema.", "flatpak.", "flatpak-proxy.", "snap."].map { $0 + name }
    }

    private func isPool(_ pool: BusConfiguration.List, _ name: String) -> Bool {
        name.hasSameBytes(as: "pool." + pool.name)
    }

    /// Whether it was seen, or decided about, as a program.
    private func isKnown(_ program: String) -> Bool {
        contents.record.newestFirst.contains { $0.pair.program.hasSameBytes(as: program) }
            || contents.decisions.verdicts.keys.contains { $0.program.hasSameBytes(as: program) }
    }

    private func isKnownOwner(_ group: AccessGroup) -> Bool {
        contents.record.newestFirst.contains { $0.pair.group == group }
            || contents.decisions.verdicts.keys.contains { $0.group == group }
    }

    private func paths(of program: String) -> [String] {
        contents.record.newestFirst.filter { $0.pair.program.hasSameBytes(as: program) }.map(\.path)
    }

    private static var unknown: KeychainError {
        KeychainError(
            .parameter, during: "looking for a program on the session bus",
            hint: "no program has this name: give a path, the identifier of a Flatpak, or a name of `latchkey audit`")
    }
}
