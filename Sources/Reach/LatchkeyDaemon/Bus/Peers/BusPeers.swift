// Who is behind the names of a bus.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyBus
import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyPolicy

/// Finds out which program has sent a call, by what the bus says of its connection and what the kernel says of the
/// process. Used by the thread of the bus alone, which it never keeps waiting: whoever asks is called back.
package final class BusPeers {
    private let calling: any BusCalling
    private let identifier: any PeerIdentifying
    private let caller: BusCaller
    private let names: any BusNaming
    private let user: UInt32
    private let connection: CInt
    private let keepsProgramsApart: Bool
    private let programs: [String]
    private let clock: () -> UInt64

    /// Why the bus is not trusted; nil while it is, and before ``connected(as:)``. If programs are kept apart there
    /// can be no service on such a bus.
    package private(set) var busProblem: KeychainError?
    private var bus: BusProcess?
    private var connections: BusConnections?
    private var busLooked: UInt64 = 0

    private var appearances = BusAppearances()
    private var peers: [String: BusPeer] = [:]
    private var asked: [UInt64: Question] = [:]
    private struct Search {
        let time: UInt64
        let facts: BusProgramFacts
        let sockets: [HeldSocket]
    }
    /// When other processes were last searched for the connections of a process, and what it was then.
    private var searched: [PeerProcess.Name: Search] = [:]

    private enum Question {
        case match
        case names
        case process(of: String)
        case credentials(of: String)
        /// The last word before a caller is taken for its process.
        case confirmation(of: String)
    }

    /// Milliseconds for which a program that calls is not looked at again.
    private static let trustedFor: UInt64 = 250
    /// The same of other processes that may have its connection. It takes some milliseconds on a large machine.
    private static let searchedFor: UInt64 = 2000
    /// Processes for which that is remembered; then all are forgotten.
    private static let mostSearched = 256
    /// Looks that find a connection missing. Each waits twice as long as the one before; together that is a quarter of
    /// a second.
    private static let mostFailures = 7
    /// Processes that have a connection of another one; a program that forks more often is refused.
    private static let mostOthers = 16

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
        ask(.match, "AddMatch", [.string(BusDriver.ownerMatch)])
        ask(.names, "ListNames", [])
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
        guard connections.sockets(madeBy: bus.process.processID) != nil else {
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
            var values: [BusValue]?
            if sender == BusDriver.name, case .success(let answer) = result { values = answer }
            take(values, to: question)
            return true
        }
    }

    /// Finds out who sent a call. If the connection goes before that is known, `body` is not called.
    /// - Parameter sender: the unique name of the connection.
    /// - Parameter body: called at once if that was known less than a quarter of a second ago. Calls of one sender keep
    ///   their order.
    package func identify(_ sender: String, at now: UInt64, then body: @escaping (BusPrincipal) -> Void) {
        let peer = peers[sender] ?? BusPeer(named: sender)
        peers[sender] = peer
        if peer.waiting.isEmpty, let known = peer.known, now < known.time + Self.trustedFor,
            peer.isStill(known, to: identifier), bus?.process.isRunning ?? true
        {
            body(known.principal)
            return
        }
        peer.waiting.append(body)
        guard peer.look == nil else { return }
        peer.look = BusPeer.Look()
        if peer.process == nil {
            ask(.credentials(of: sender), "GetConnectionCredentials", [.string(sender)])
        } else {
            look(at: peer, now)
        }
    }

    /// Looks again at those that a connection was missing of.
    /// - Returns: the milliseconds until it is to be called again; nil if it need not be.
    package func tick(at now: UInt64) -> UInt64? {
        for peer in peers.values {
            guard let next = peer.look?.next, next <= now else { continue }
            peer.look?.next = nil
            look(at: peer, now)
        }
        return peers.values.compactMap { $0.look?.next }.min().map { $0 > now ? $0 - now : 0 }
    }

    // What the bus says.

    private func ask(_ question: Question, _ member: String, _ arguments: [BusValue]) {
        asked[calling.call(member, of: BusDriver.name, at: BusDriver.path, in: BusDriver.name, arguments)] = question
    }

    private func changed(_ change: (name: String, old: String, new: String)) {
        guard !change.new.isEmpty else {
            appearances.left(change.name)
            peers[change.name] = nil
            return
        }
        appeared(change.name)
    }

    private func appeared(_ name: String) {
        if keepsProgramsApart, appearances.appeared(name) {
            ask(.process(of: name), "GetConnectionUnixProcessID", [.string(name)])
        }
    }

    private func take(_ answer: [BusValue]?, to question: Question) {
        switch question {
        case .match: break
        case .names:
            for name in answer.flatMap(BusDriver.names) ?? [] { appeared(name) }
        case .process(let name):
            guard let number = answer.flatMap(BusDriver.process) else { return }
            var execution: UInt64?
            var isTold = true
            if let process = PeerProcess(numbered: number) {
                do throws(KeychainError) { execution = try identifier.execution(of: process) } catch { isTold = false }
            }
            // If execs are kept and this one is not known, the name is no process's.
            appearances.saw(name, process: isTold ? number : 0, execution: execution)
        case .credentials(let name):
            guard let peer = peers[name] else { return }
            guard let credentials = answer.flatMap(BusDriver.Credentials.init), credentials.user == user,
                let process = PeerProcess(numbered: credentials.process, by: credentials.descriptor?.number),
                process.userID == user
            else { return settle(peer, Self.unknown("the bus does not say which process of the user is calling")) }
            peer.process = process
            look(at: peer, clock())
        case .confirmation(let name):
            guard let peer = peers[name] else { return }
            confirm(peer, answer.flatMap(BusDriver.process))
        }
    }

    // What the kernel says.

    /// Looks for the connections that the process has made, then asks the bus once more: if it still says the same, the
    /// caller's connection was among them.
    private func look(at peer: BusPeer, _ now: UInt64) {
        guard let process = peer.process else { return }
        if keepsProgramsApart {
            peer.look?.doubt = doubtAboutBus(now)
            peer.look?.held = nil
            if !process.isStopped, let nodes = connections?.sockets(madeBy: process.processID),
                let sockets = process.holding(nodes)
            {
                peer.look?.held = process.held(sockets, of: nodes)
                peer.look?.sockets = sockets
            }
        }
        ask(.confirmation(of: peer.name), "GetConnectionUnixProcessID", [.string(peer.name)])
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
    private func confirm(_ peer: BusPeer, _ number: Int32?) {
        guard let process = peer.process, number == process.processID, process.isRunning else {
            return settle(peer, Self.unknown("the process that has connected to the bus has ended"))
        }
        guard keepsProgramsApart, let look = peer.look else { return identify(peer, process, nil) }
        if let doubt = look.doubt { return identify(peer, process, doubt) }
        guard case .seen(let first, let execution)? = appearances[peer.name] else {
            return lookAgain(at: peer, process)
        }
        guard first == process.processID, isStill(execution, of: process) else {
            return identify(peer, process, "the process has become another program since it connected to the bus")
        }
        switch look.held.map(BusHolding.verdict) ?? .unheld {
        case .own: identifyOwner(peer, process, having: look.sockets)
        case .inherited:
            identify(
                peer, process,
                "the connection to the bus may have been inherited from another program; open it with SOCK_CLOEXEC")
        case .unheld: lookAgain(at: peer, process)
        }
    }

    /// Whether the process has executed nothing since its name appeared, as far as anybody can tell.
    private func isStill(_ execution: UInt64?, of process: PeerProcess) -> Bool {
        guard let execution else { return true }
        return (try? identifier.execution(of: process)) == execution
    }

    private func lookAgain(at peer: BusPeer, _ process: PeerProcess) {
        guard let failures = peer.look?.failures, failures < Self.mostFailures else {
            return identify(
                peer, process,
                "another process may have a connection to the bus that this one has made, or this one is stopped"
            )
        }
        peer.look?.failures += 1
        peer.look?.next = clock() + 1 << UInt64(failures + 1)
    }

    /// Identifies a process that had all its connections. It must have them afterwards as well: what it has become
    /// since by exec has none.
    private func identifyOwner(_ peer: BusPeer, _ process: PeerProcess, having sockets: [HeldSocket]) {
        let found = caller.look(at: process)
        let doubt = doubtAboutOthers(process, found.facts, sockets)
        guard process.holds(sockets), !process.isStopped else { return lookAgain(at: peer, process) }
        guard let doubt else { return settle(peer, process, found) }
        identify(peer, process, doubt)
    }

    private func doubtAboutOthers(
        _ process: PeerProcess, _ facts: BusProgramFacts, _ sockets: [HeldSocket]
    ) -> String? {
        let now = clock()
        let name = process.name
        if let last = name.flatMap({ searched[$0] }), last.facts == facts, last.sockets == sockets,
            now < last.time + Self.searchedFor
        {
            return nil
        }
        // A program that forks is what it was.
        guard let others = process.others(having: sockets), others.count <= Self.mostOthers,
            others.allSatisfy({ other in
                PeerProcess(numbered: other).map { $0.userID == user && caller.look(at: $0).facts == facts } ?? true
            })
        else { return "another program has the connection to the bus as well" }
        if searched.count >= Self.mostSearched { searched = [:] }
        if let name { searched[name] = Search(time: now, facts: facts, sockets: sockets) }
        return nil
    }

    private func identify(_ peer: BusPeer, _ process: PeerProcess, _ doubt: String?) {
        settle(peer, process, caller.look(at: process, doubting: doubt))
    }

    private func settle(_ peer: BusPeer, _ process: PeerProcess, _ found: BusCaller.Look) {
        settle(peer, found.facts, running: found.executable, execution: try? identifier.execution(of: process))
    }

    /// Tells those who wait.
    private func settle(
        _ peer: BusPeer, _ facts: BusProgramFacts, running executable: PeerExecutable? = nil, execution: UInt64? = nil
    ) {
        var principal = names.principal(for: facts)
        // A bus that lies must not reach what was stored without one.
        if !(principal.ownGroups + [principal.group]).allSatisfy(\.isOfBus) {
            principal = names.principal(for: Self.unknown("the program has a group that is not of the bus"))
        }
        peer.known = BusPeer.Known(
            principal: principal, executable: executable, execution: execution, time: clock())
        peer.look = nil
        let waiting = peer.waiting
        peer.waiting = []
        for body in waiting { body(principal) }
    }

    private static func unknown(_ refusal: String) -> BusProgramFacts {
        BusProgramFacts(
            path: [], enclosure: .container, origin: nil, applicationIdentifier: nil, groups: [], isRoots: false,
            refusal: refusal)
    }
}
