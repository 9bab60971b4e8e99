// Which programs run in the processes behind the names of a bus.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy

extension BusPeers {
    struct Search {
        let time: UInt64
        let facts: BusProgramFacts
        let sockets: [HeldSocket]
    }

    /// Milliseconds for which other processes are not searched again that may have a process's connection. It takes
    /// some milliseconds on a large machine.
    private static let searchedFor: UInt64 = 2000
    /// Processes for which that is remembered; then all are forgotten.
    private static let mostSearched = 256
    /// Processes that have a connection of another one; a program that forks more often is refused.
    private static let mostOthers = 16

    /// Identifies a process that had all its connections. It must have them afterwards as well: what it has become
    /// since by exec has none.
    func identifyOwner(_ peer: BusPeer, _ process: PeerProcess, _ look: BusLook) {
        if let found = look.found[nil], found.process === process { return settle(peer, found) }
        let found = caller.look(at: process)
        let doubt = doubtAboutOthers(process, found.facts, look.sockets)
        guard process.holds(look.sockets), isStill(look.execution, of: process), !process.isStopped else {
            return lookAgain(at: peer, process)
        }
        guard let doubt else {
            let found = self.found(found, process)
            look.found[nil] = found
            return settle(peer, found)
        }
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
        guard let others = process.others(having: sockets), others.count <= Self.mostOthers,
            others.allSatisfy({ isFork($0, facts) || !PeerProcess.has(sockets, in: $0) })
        else { return "another program has the connection to the bus as well" }
        if searched.count >= Self.mostSearched { searched = [:] }
        if let name { searched[name] = Search(time: now, facts: facts, sockets: sockets) }
        return nil
    }

    /// A program that forks is what it was. What it starts has its connections as well, until its exec.
    private func isFork(_ other: Int32, _ facts: BusProgramFacts) -> Bool {
        guard let process = PeerProcess(numbered: other) else { return false }
        return process.userID == user && caller.look(at: process).facts == facts
    }

    /// - Parameter doubt: why the caller is not taken for the process; nil if it is.
    func identify(_ peer: BusPeer, _ process: PeerProcess, _ doubt: String?) {
        let look = peer.look?.last
        // What is known of a process whose connections it holds is another matter.
        if let doubt, let found = look?.found[doubt], found.process === process { return settle(peer, found) }
        let found = self.found(caller.look(at: process, doubting: doubt), process)
        if let doubt { look?.found[doubt] = found }
        settle(peer, found)
    }

    private func found(_ found: BusCaller.Look, _ process: PeerProcess) -> BusLook.Found {
        var facts = found.facts
        if case .script? = facts.origin, facts.refusal == nil { processes.ranScript(process) }
        // What a script stores is not for all who run its interpreter, also once its launcher has gone.
        if facts.isInterpreter, facts.refusal == nil, keepsProgramsApart, processes.hasRunScript(process) {
            facts = caller.look(at: process, doubting: "the launcher of the script has ended").facts
        }
        return BusLook.Found(
            process: process, facts: facts, executable: found.executable,
            execution: try? identifier.execution(of: process))
    }

    private func settle(_ peer: BusPeer, _ found: BusLook.Found) {
        settle(peer, found.facts, running: found.executable, execution: found.execution)
    }

    /// Tells those who wait.
    func settle(
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
        strangers.remove(peer.name)
        let waiting = peer.waiting
        peer.waiting = []
        for body in waiting { body(principal) }
    }

    static func unknown(_ refusal: String) -> BusProgramFacts {
        BusProgramFacts(
            path: [], enclosure: .container, origin: nil, applicationIdentifier: nil, groups: [], isRoots: false,
            refusal: refusal)
    }
}
