// Who is behind the names of a bus.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyPolicy

/// Finds out which program has sent a call, by what the bus says of its connection and what the kernel says of the
/// process. Used by the thread of the bus alone, which it never keeps waiting: whoever asks is called back.
package final class BusPeers {
    let calling: any BusCalling
    let identifier: any PeerIdentifying
    let caller: BusCaller
    let names: any BusNaming
    let user: UInt32
    private let connection: CInt
    let keepsProgramsApart: Bool
    private let programs: [String]
    let clock: () -> UInt64

    /// Why the bus is not trusted; nil while it is, and before ``connected(as:)``. If programs are kept apart there
    /// can be no service on such a bus.
    package internal(set) var busProblem: KeychainError?
    var bus: BusProcess?
    var connections: BusConnections?
    var busLooked: UInt64 = 0

    var appearances = BusAppearances()
    var peers: [String: BusPeer] = [:]
    var processes = BusProcesses()
    /// Questions to the bus, by the numbers of their answers.
    var asked: [UInt64: Question] = [:]
    /// Questions that are asked again since no answer came, and when.
    var repeated: [(due: UInt64, question: Question)] = []
    /// Connections that are to be looked at, in their order.
    var due: [String] = []
    /// When the connections of the bus may be looked at again.
    var nextScan: UInt64 = 0
    /// When other processes were last searched for the connections of a process, and what it was then.
    var searched: [PeerProcess.Name: Search] = [:]

    /// Connections that are looked at for the first time, since each may take a descriptor of the daemon.
    var strangers: Set<String> = []

    /// When those were last forgotten that do not call.
    private var lastForgotten: UInt64 = 0

    /// Milliseconds for which a program that calls is not looked at again.
    package static let trustedFor: UInt64 = 250
    /// The same of one that has waited for its turn since.
    package static let longestAge: UInt64 = 2000
    /// Connections that are kept also if they do not call any more. Each may take a descriptor of the daemon.
    private static let mostIdle = 1024
    /// Connections that are looked at for the first time at once. The descriptors are for the buses of all users.
    private static let mostStrangers = 1024

    /// - Parameters:
    ///   - connection: the socket of `calling`; it stays its owner's.
    ///   - user: whose bus it is. Others get no identity there.
    ///   - keepsProgramsApart: false if a program may be taken for another one: then all share their items.
    ///   - programs: what is a bus; others than those of the system only in tests.
    ///   - clock: milliseconds of the monotonic clock.
    package init(
        calling: any BusCalling, identifier: any PeerIdentifying, names: any BusNaming, user: UInt32,
        connection: CInt, keepsProgramsApart: Bool, programs: [String] = BusProcess.programs,
        clock: @escaping () -> UInt64 = monotonicMilliseconds
    ) {
        self.calling = calling
        self.identifier = identifier
        caller = BusCaller(identifier: identifier, keepsProgramsApart: keepsProgramsApart)
        self.names = names
        self.user = user
        self.connection = connection
        self.keepsProgramsApart = keepsProgramsApart
        self.programs = programs
        self.clock = clock
    }

    /// The bus has answered, so that it can be looked at: ``busProblem``.
    package func connected(as name: String) {
        do throws(KeychainError) {
            let found = try BusProcess(behind: connection, sentBy: calling.sender, programs: programs)
            try found.requireTrusted(by: identifier)
            if keepsProgramsApart { try requireWatched(found) }
            bus = found
            busLooked = clock()
        } catch {
            busProblem = error
        }
        if keepsProgramsApart { calling.discardOlder() }
        ask(.match)
        ask(.names)
    }

    private func requireWatched(_ bus: BusProcess) throws(KeychainError) {
        guard bus.process.userID == user, calling.sender == bus.process.processID else {
            throw KeychainError(
                .missingEntitlement, during: "looking at the process of the session bus",
                hint:
                    "the keychain daemon cannot tell which process the bus is, or several processes have the connection"
            )
        }
        var connections = BusConnections(of: bus.process)
        if case .unknown = connections.sockets(madeBy: []) {
            throw KeychainError(
                .missingEntitlement, during: "looking at the connections of the session bus",
                hint: "the keychain daemon may not look at the sockets of the session bus; see keychaind(8)")
        }
        self.connections = connections
    }

    /// - Returns: true for an answer to a question of this object. Changes of owners are for others as well.
    package func received(_ arrival: BusArrival) -> Bool {
        switch arrival {
        case .call: return false
        case .signal(let signal, let sender):
            if sender == BusDriver.name, let change = BusDriver.change(in: signal) { changed(change) }
            return false
        case .answer(let number, let sender, let result):
            guard let question = asked.removeValue(forKey: number) else { return false }
            take(Answer(result, by: sender), to: question)
            return true
        }
    }

    /// Finds out who sent a call. If the connection goes before that is known, `body` is not called.
    /// - Parameters:
    ///   - sender: the unique name of the connection.
    ///   - age: milliseconds for which what was found holds, if the process is still what it was.
    ///   - body: called at once if that was found so recently. Calls of one sender keep their order.
    package func identify(
        _ sender: String, at now: UInt64, within age: UInt64 = trustedFor,
        then body: @escaping (BusPrincipal) -> Void
    ) {
        if peers.count >= Self.mostIdle, now >= lastForgotten + Self.trustedFor { forgetIdle(now) }
        let peer = peers[sender] ?? BusPeer(named: sender)
        peers[sender] = peer
        if peer.waiting.isEmpty, let known = peer.known, now < known.time + age,
            peer.isStill(known, to: identifier), bus?.process.isRunning ?? true
        {
            body(known.principal)
            return
        }
        guard peer.look != nil || peer.process != nil || strangers.count < Self.mostStrangers else {
            return body(names.principal(for: Self.unknown("too many programs call at once; try again")))
        }
        peer.waiting.append(body)
        guard peer.look == nil else { return }
        peer.look = BusPeer.Look(start: now)
        if peer.process != nil { return look(at: peer, now) }
        strangers.insert(sender)
        ask(.credentials(of: sender))
    }

    /// Whoever calls again is asked for again.
    private func forgetIdle(_ now: UInt64) {
        lastForgotten = now
        peers = peers.filter { $0.value.look != nil || now < ($0.value.known?.time ?? 0) + Self.longestAge }
    }

    /// Asks again what was not answered, and looks at those whose turn it is.
    /// - Returns: the milliseconds until it is to be called again; nil if it need not be.
    package func tick(at now: UInt64) -> UInt64? {
        askAgain(now)
        lookAtDue(now)
        let scan = due.lazy.compactMap { [peers] in peers[$0]?.look?.next }.min().map { max($0, nextScan) }
        return [scan, repeated.map(\.due).min()].compactMap(\.self).min().map { $0 > now ? $0 - now : 0 }
    }
}
