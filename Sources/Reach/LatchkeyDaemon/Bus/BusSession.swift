// What is done with the messages of one session bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeySecretService

/// Used by the thread of the bus alone.
final class BusSession: BusHandling {
    /// What the user and the log are told.
    enum Event: Sendable {
        case named(String)
        /// Another program has a name.
        case foreign(name: String, process: Int32, path: String)
        case denied(String)
        /// What answers is no bus that could say who calls.
        case untrusted(KeychainError)
    }

    private let user: UInt32
    private let bus: any BusSending & BusCalling
    private let peers: BusPeers
    private let policy: BusPolicyHome
    private let service: SecretService
    private let portal: SecretPortal
    private let keepsProgramsApart: Bool
    private let report: (Event) -> Void
    private var turns: CallTurns?
    private var names: [BusNameOwner] = []
    /// Questions about the process of who has a name.
    private var asking: [UInt64: String] = [:]
    private struct Distrust {
        let problem: KeychainError
        /// Whether the connection has been looked at since.
        var isOld = false
    }
    private var distrust: Distrust?

    static let serviceName = "org.freedesktop.secrets"
    private static let driver = BusNameOwner.bus
    private static let tooManyCalls = BusFailure(
        "org.freedesktop.DBus.Error.LimitsExceeded", "too many calls wait for an answer")

    init(
        user: UInt32, bus: any BusSending & BusCalling, peers: BusPeers, policy: BusPolicyHome, service: SecretService,
        portal: SecretPortal,
        keepsProgramsApart: Bool, report: @escaping (Event) -> Void
    ) {
        self.user = user
        self.bus = bus
        self.peers = peers
        self.policy = policy
        self.service = service
        self.portal = portal
        self.keepsProgramsApart = keepsProgramsApart
        self.report = report
        turns = CallTurns(
            identify: { [peers] sender, now, hasWaited, body in
                let age = hasWaited ? BusPeers.longestAge : BusPeers.trustedFor
                peers.identify(sender, at: now, within: age, then: body)
            },
            isPausing: { [bus] in bus.isPausing }, clock: monotonicMilliseconds,
            refuse: { [bus] in bus.refuse($0, Self.tooManyCalls) }
        ) { [weak self] call, principal, now in self?.handle(call, from: principal, at: now) }
        names = [Self.serviceName, SecretPortal.name].map { name in
            BusNameOwner(name, calling: bus, clock: monotonicMilliseconds) { [weak self] state in
                self?.changed(name, state)
            }
        }
    }

    func connected(as name: String) {
        // What came before the bus was looked at counts for nothing, also about the name.
        peers.connected(as: name)
        for owner in names { owner.connected(as: name) }
        if keepsProgramsApart, let problem = peers.busProblem { distrust = Distrust(problem: problem) }
    }

    func received(_ arrival: BusArrival) {
        for owner in names where owner.received(arrival) { return }
        if case .signal(let signal, let sender) = arrival, sender == Self.driver { noticed(signal) }
        if isAnswerAboutOwner(arrival) || peers.received(arrival) || portal.received(arrival) { return }
        switch arrival {
        case .call(let call): receive(call)
        case .signal, .answer: break
        }
    }

    func woken() {
        service.woken()
        portal.woken()
    }

    func tick(at now: UInt64) -> UInt64? {
        if let distrust {
            // A bus that has just ended has no process either: that comes to light first.
            guard distrust.isOld else {
                self.distrust?.isOld = true
                return 0
            }
            self.distrust = nil
            report(.untrusted(distrust.problem))
        }
        let isBusy = turns?.run() ?? false
        let times =
            names.map { $0.tick(at: now) } + [
                isBusy ? 0 : nil, peers.tick(at: now), service.tick(at: now), policy.tick(at: now),
            ]
        return times.compactMap(\.self).min()
    }

    private func receive(_ call: BusCall) {
        guard let turns, turns.receive(call) else {
            return bus.refuse(call, Self.tooManyCalls)
        }
    }

    private func handle(_ call: BusCall, from principal: BusPrincipal, at now: UInt64) {
        if SecretPortal.has(call.path) {
            portal.handle(call, from: principal)
        } else {
            service.handle(call, from: principal, at: now)
        }
    }

    /// A unique name that is gone takes with it what was kept for it; none is ever given again.
    private func noticed(_ signal: BusSignal) {
        guard signal.interface == Self.driver, signal.member == "NameOwnerChanged", signal.arguments.count == 3,
            case .string(let name) = signal.arguments[0], name.utf8.first == UInt8(ascii: ":"),
            case .string(let owner) = signal.arguments[2], owner.isEmpty
        else { return }
        turns?.left(name)
        service.left(name)
        portal.left(name)
    }

    private func changed(_ name: String, _ state: BusNameOwner.State) {
        switch state {
        case .owned: report(.named(name))
        case .foreign(let owner):
            let number = bus.call(
                "GetConnectionUnixProcessID", of: Self.driver, at: "/org/freedesktop/DBus", in: Self.driver,
                [.string(owner)])
            asking[number] = name
        case .denied: report(.denied(name))
        case .unknown: report(.foreign(name: name, process: 0, path: ""))
        }
    }

    private func isAnswerAboutOwner(_ arrival: BusArrival) -> Bool {
        guard case .answer(let number, _, let answer) = arrival, let name = asking.removeValue(forKey: number) else {
            return false
        }
        var process: Int32 = 0
        if case .success(let values) = answer, case .uint32(let number)? = values.first {
            process = Int32(clamping: number)
        }
        // A bus that lies could ask about the process of another user.
        let owner = PeerProcess(numbered: process).flatMap { $0.userID == user ? $0 : nil }
        report(.foreign(name: name, process: owner?.processID ?? 0, path: owner?.printablePath ?? ""))
        return true
    }
}
