// What the kernel says of the processes behind the names of a bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension BusPeers {
    /// Looks that find a connection missing. Each waits twice as long as the one before; together that is a quarter of
    /// a second.
    private static let mostFailures = 7
    /// Milliseconds for which processes are looked at in one go.
    private static let longestTurn: UInt64 = 20
    /// Milliseconds that a caller waits for its turn to be looked at. Then it is in doubt.
    private static let longestWait: UInt64 = 5000
    /// How many times as long as it took nobody looks at the connections of a bus again.
    private static let restPerScan: UInt64 = 3

    /// Looks for the connections that the process has made, then asks the bus once more: if it still says the same, the
    /// caller's connection was among them.
    func look(at peer: BusPeer, _ now: UInt64) {
        guard keepsProgramsApart else { return ask(.confirmation(of: peer.name)) }
        peer.look?.next = now
        due.append(peer.name)
    }

    /// Looks at all whose time has come, at one moment of the bus: with many connections that takes a while.
    func lookAtDue(_ now: UInt64) {
        guard !due.isEmpty, now >= nextScan else { return }
        var (ready, later): ([BusPeer], [String]) = ([], [])
        for name in due {
            guard let peer = peers[name], let next = peer.look?.next else { continue }
            if next <= now { ready.append(peer) } else { later.append(name) }
        }
        due = later
        guard !ready.isEmpty else { return }
        let start = clock()
        let doubt = doubtAboutBus(now)
        let numbers = ready.compactMap { $0.process?.processID }
        let sockets = connections?.sockets(madeBy: Set(numbers)) ?? .unknown
        let scanned = clock()
        nextScan = scanned + (scanned - start) * Self.restPerScan
        if case .unfinished = sockets { return wait(ready, now) }
        var looks: [Int32: BusLook] = [:]
        for peer in ready {
            guard let process = peer.process else { continue }
            let known = looks[process.processID]
            guard known != nil || clock() < scanned + Self.longestTurn, !sockets.areUnfinished(of: process) else {
                wait([peer], now)
                continue
            }
            let look = known ?? self.look(at: process, sockets, doubt)
            looks[process.processID] = look
            peer.look?.next = nil
            peer.look?.last = look
            ask(.confirmation(of: peer.name))
        }
    }

    private func look(at process: PeerProcess, _ sockets: BusConnections.Sockets, _ doubt: String?) -> BusLook {
        guard case .all(let made, _) = sockets, !process.isStopped else {
            return BusLook(doubt: doubt, held: nil, sockets: [], execution: nil)
        }
        let nodes = made[process.processID] ?? []
        guard let open = process.holding(nodes) else {
            return BusLook(doubt: doubt, held: nil, sockets: [], execution: nil)
        }
        let execution = (try? identifier.execution(of: process)) ?? nil
        return BusLook(
            doubt: doubt, held: process.held(open, of: nodes, by: identifier), sockets: open, execution: execution)
    }

    /// Those are looked at the next time.
    private func wait(_ waiting: [BusPeer], _ now: UInt64) {
        for peer in waiting {
            guard let start = peer.look?.start, let process = peer.process else { continue }
            if now < start + Self.longestWait {
                due.append(peer.name)
            } else {
                peer.look?.next = nil
                identify(peer, process, "too many connections of the bus are new, so that none is known; try again")
            }
        }
    }

    /// Why nothing that the bus says is believed. A bus can be traced later.
    private func doubtAboutBus(_ now: UInt64) -> String? {
        if let bus, now >= busLooked + Self.trustedFor {
            busLooked = now
            do throws(KeychainError) {
                try bus.requireTrusted(by: identifier)
                busProblem = nil
            } catch {
                busProblem = error
            }
        }
        return busProblem.map { ($0.hint ?? $0.operation).description }
    }

    /// - Parameter number: the process that the bus says once more; nil if it does not.
    func confirm(_ peer: BusPeer, _ number: Int32?) {
        guard let process = peer.process, number == process.processID, process.isRunning else {
            return settle(peer, Self.unknown("the process that has connected to the bus has ended"))
        }
        guard keepsProgramsApart, let look = peer.look?.last else { return identify(peer, process, nil) }
        if let doubt = look.doubt { return identify(peer, process, doubt) }
        guard case .seen(let first, let execution)? = appearances[peer.name] else {
            // There was no room for it, or not yet an answer.
            appeared(peer.name)
            return lookAgain(at: peer, process)
        }
        guard first == process.processID, isStill(execution, of: process) else {
            return identify(peer, process, "the process has become another program since it connected to the bus")
        }
        switch look.held.map(BusHolding.verdict) ?? .unheld {
        case .own: identifyOwner(peer, process, look)
        case .inherited:
            identify(
                peer, process,
                "the connection to the bus may have been inherited from another program; open it with SOCK_CLOEXEC")
        case .unheld: lookAgain(at: peer, process)
        case .earlier:
            lookAgain(
                at: peer, process, doubting: "the process connected to the bus before it became this program")
        }
    }

    /// Whether the process has executed nothing since its name appeared, as far as anybody can tell.
    func isStill(_ execution: UInt64?, of process: PeerProcess) -> Bool {
        guard let execution else { return true }
        return (try? identifier.execution(of: process)) == execution
    }

    func lookAgain(
        at peer: BusPeer, _ process: PeerProcess,
        doubting doubt: String =
            "another process may have a connection to the bus that this one has made, or this one is stopped"
    ) {
        guard let failures = peer.look?.failures, failures < Self.mostFailures else {
            return identify(peer, process, doubt)
        }
        peer.look?.failures += 1
        peer.look?.next = clock() + 1 << UInt64(failures + 1)
        due.append(peer.name)
    }
}

extension BusConnections.Sockets {
    /// Whether more of the process's connections are to be looked at first.
    fileprivate func areUnfinished(of process: PeerProcess) -> Bool {
        switch self {
        case .all(_, let unfinished): unfinished.contains(process.processID)
        case .unfinished: true
        case .unknown: false
        }
    }
}
