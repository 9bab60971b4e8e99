// A policy of a bus with programs of every kind.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy
import Synchronization

struct BusFixture {
    let state: BusPolicyState
    let policy: BusPolicy
    private let time = Time()

    private final class Time: Sendable {
        let milliseconds = Atomic<UInt64>(1_000_000)
    }

    static let configuration = """
        [[family]]
        name = "chromium"
        programs = ["/usr/bin/chromium", "/usr/lib/chromium/chromium", "/opt/*/chromium/chromium"]
        [[family]]
        name = "evolution"
        programs = ["/usr/bin/evolution"]
        [[schema]]
        name = "sources"
        schemas = ["org.gnome.Evolution.Data.Source", "org.gnome.RemoteDesktop.*"]
        programs = ["/usr/bin/evolution", "/usr/bin/calendar"]
        [[manager]]
        name = "seahorse"
        programs = ["/usr/bin/seahorse"]

        """

    init(_ text: String = BusFixture.configuration, user: String? = nil, isKeptApart: Bool = true) throws(TomlProblem) {
        var configuration = BusConfiguration.builtIn
        try configuration.read(ofSystem: Array(text.utf8), isShipped: false)
        if let user { try configuration.read(ofUser: Array(user.utf8)) }
        self.init(configuration, isKeptApart: isKeptApart)
    }

    init(_ configuration: BusConfiguration, isKeptApart: Bool = true) {
        state = BusPolicyState(BusPolicyState.Contents(configuration, BusDecisions(), BusRecord()))
        let time = time
        policy = BusPolicy(
            state, isKeptApart: isKeptApart,
            clock: BusPolicy.Clock(
                now: { time.milliseconds.load(ordering: .relaxed) },
                date: { time.milliseconds.load(ordering: .relaxed) / 1000 }),
            unsignedGroup: { Self.unsigned($0) })
    }

    func pass(seconds: UInt64) { time.milliseconds.wrappingAdd(seconds * 1000, ordering: .relaxed) }

    /// As programs without a signature are called, with characters that come from the path.
    static func unsigned(_ path: [UInt8]) -> AccessGroup {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in path { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var digits = ""
        for index in 0..<31 { digits.append(letters[Int((hash >> UInt64(index * 2 % 59)) & 31)]) }
        let name = String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self)
        return AccessGroup(rawValue: "ADHOC\(digits.prefix(5)).\(name).\(digits.suffix(26))")
    }

    static func unsigned(_ path: String) -> AccessGroup { unsigned(Array(path.utf8)) }

    /// The group over the bus of a program without a signature.
    static func group(_ path: String) -> AccessGroup { AccessGroup(ofBusProgram: unsigned(path).rawValue) }

    static func group(named name: String) -> AccessGroup { AccessGroup(ofBusProgram: name) }

    func program(
        _ path: String, isRoots: Bool? = nil, isReplaceable: Bool? = nil, isInterpreter: Bool = false,
        refusal: String? = nil
    ) -> BusPrincipal {
        let group = Self.unsigned(path)
        return policy.principal(
            for: BusProgramFacts(
                path: Array(path.utf8), origin: refusal == nil ? .path : nil,
                applicationIdentifier: refusal == nil ? group.rawValue : nil, groups: [group],
                isRoots: isRoots ?? !path.hasPrefix("/home/"),
                isReplaceable: isReplaceable ?? path.hasPrefix("/home/"), isInterpreter: isInterpreter, refusal: refusal
            ))
    }

    func signed(_ identifier: String, at path: String = "/home/me/signed") -> BusPrincipal {
        policy.principal(
            for: BusProgramFacts(
                path: Array(path.utf8), origin: .signature(team: "ABCDE12345", identifier: identifier, digest: []),
                applicationIdentifier: "ABCDE12345." + identifier,
                groups: [AccessGroup(rawValue: "ABCDE12345.shared")], isRoots: false))
    }

    func proxied(_ application: String) -> BusPrincipal {
        policy.principal(
            for: BusProgramFacts(
                path: Array("/usr/bin/xdg-dbus-proxy".utf8), enclosure: .flatpakProxy(application: application),
                origin: .path, applicationIdentifier: "x", groups: [], isRoots: true))
    }

    func packaged(_ origin: IdentityReport.Origin, named name: String) -> BusPrincipal {
        policy.principal(
            for: BusProgramFacts(
                path: Array("/app/bin/python3".utf8), origin: origin, applicationIdentifier: name,
                groups: [AccessGroup(rawValue: name)], isRoots: true))
    }

    var contained: BusPrincipal {
        policy.principal(
            for: BusProgramFacts(
                path: Array("/usr/bin/chromium".utf8), enclosure: .container, origin: nil, applicationIdentifier: nil,
                groups: [], isRoots: false))
    }

    func access(
        _ principal: BusPrincipal, _ group: AccessGroup, searching search: SearchAttributes? = nil
    ) -> BusAccess {
        policy.access(of: principal, to: group, nil, searching: search)
    }
}

extension SearchAttributes {
    /// `name=value` each.
    static func of(_ pairs: String...) -> SearchAttributes {
        SearchAttributes(
            pairs.map { text in
                let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
                return Pair(name: parts[0], value: parts.count > 1 ? parts[1] : "")
            }) ?? .none
    }
}
