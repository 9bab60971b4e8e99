// The daemon's loop: waits for clients, reads their requests, hands them to workers.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyWire
import Synchronization

/// Serves the connections of some sockets. A thousand idle ones cost a little memory and no thread.
package final class DaemonServer: Sendable {
    let handler: RequestHandler
    let limits: DaemonLimits
    /// Requests and answers.
    let ledger: BufferLedger
    /// What calls work on.
    let work: BufferLedger
    let queue: WorkQueue
    private let writing: Turns
    private let writingLong: Turns
    private let deriving: Turns
    private let computing: Turns
    let questions: Questions
    let poller: CInt
    private let bell: CInt
    private let isStopping = Atomic<Bool>(false)
    /// Whether calls wait for turns.
    private let watchesTurns = Atomic<Bool>(false)
    /// Connections that have got a deadline from a worker since the loop looked last.
    private let watched = Mutex<[UInt64]>([])
    let log: DaemonLog

    /// Tokens of what is no client.
    enum Token {
        static let bell: UInt64 = 0
        static let signals: UInt64 = 1
        static let firstListener: UInt64 = 2
        static let firstClient: UInt64 = 1 << 16
    }

    /// - Throws: `.notAvailable` if the kernel gives no descriptor or no thread.
    package init(
        handler: RequestHandler, limits: DaemonLimits = DaemonLimits(), log: DaemonLog = .quiet,
        fingers: (any FingerprintReader)? = nil
    ) throws(KeychainError) {
        questions = Questions(fingers: fingers)
        self.handler = handler
        self.limits = limits
        self.log = log
        ledger = BufferLedger(
            limits: .init(process: limits.bufferOfProcess, user: limits.bufferOfUser, all: limits.buffer))
        work = BufferLedger(limits: .init(process: limits.workOfProcess, user: limits.workOfUser, all: limits.work))
        queue = WorkQueue(limits: limits)
        writing = Turns(limits.writing)
        writingLong = Turns(limits.writingLong)
        deriving = Turns(limits.deriving)
        computing = Turns(limits.computing, mostWaiting: limits.computingWaiting)
        poller = latchkey_poller()
        bell = latchkey_bell()
        guard poller >= 0, bell >= 0, latchkey_poller_watch(poller, bell, Token.bell) == 0, queue.start() else {
            throw KeychainError(.notAvailable, during: "starting the keychain daemon", cause: .errno(errno))
        }
    }

    deinit {
        close(poller)
        close(bell)
    }

    /// Ends ``run(listeners:signals:tick:)`` when the requests that are worked on have been answered. From any thread.
    package func stop() {
        isStopping.store(true, ordering: .sequentiallyConsistent)
        latchkey_ring(bell)
    }

    /// Milliseconds after which workers that are all at the same jobs are stuck. Those that wait or take long are no
    /// workers.
    private static let longestJob: UInt64 = 300_000

    /// Whether nobody is served any more, and a new start alone helps.
    var isStuck: Bool { queue.isStuck(for: Self.longestJob, at: monotonicMilliseconds()) }

    /// Those who have such a turn, and those who wait for one.
    func turns(at turn: Turn) -> Turns {
        switch turn {
        case .writing: writing
        case .writingLong: writingLong
        case .deriving: deriving
        case .computing: computing
        }
    }

    /// Milliseconds between two looks at the turns while calls wait for them.
    private static let turnsPeriod: UInt64 = 500

    /// A call waits for a turn: the loop looks from time to time whether those who have one work.
    func watchTurns() {
        if !watchesTurns.exchange(true, ordering: .acquiringAndReleasing) { wake() }
    }

    /// Takes turns back, if it is time for that.
    /// - Parameter next: when it is.
    /// - Returns: milliseconds until then; nil if no call waits for a turn.
    private func takeBackTurns(at now: UInt64, next: inout UInt64) -> UInt64? {
        guard watchesTurns.load(ordering: .acquiring) else { return nil }
        if now >= next {
            next = now + Self.turnsPeriod
            // Before they are looked at: who waits from then on says so again.
            watchesTurns.store(false, ordering: .sequentiallyConsistent)
            for turn in Turn.allCases where turns(at: turn).takeBack(at: now) {
                watchesTurns.store(true, ordering: .sequentiallyConsistent)
            }
        }
        return watchesTurns.load(ordering: .sequentiallyConsistent) ? max(next, now + 1) - now : nil
    }

    /// Lets the loop look at the deadlines again.
    func wake() { latchkey_ring(bell) }

    /// Lets the loop look at the deadline of a connection, which it may have taken for one that has none.
    func watch(_ client: ClientConnection) {
        watched.withLock { $0.append(client.token) }
        wake()
    }

    /// What the daemon around the loop does.
    package struct Hooks: Sendable {
        /// A signal has come.
        package var signal: @Sendable (CInt) -> Void = { _ in }
        /// Called after each wait; gives the milliseconds after which it wants to be called again, or nil.
        package var tick: @Sendable () -> UInt64? = { nil }

        package init() {}
    }

    /// Serves until ``stop()``.
    /// - Parameter listeners: sockets that listen. They stay open, so that clients can queue for the next daemon.
    /// - Parameter signals: a descriptor of signals, or -1.
    package func run(listeners: [CInt], signals: CInt = -1, hooks: Hooks = Hooks()) {
        var clients = ClientTable(limits: limits, ledger: ledger) { [self] client in
            questions.left(client)
            for turn in Turn.allCases { turns(at: turn).left(client.token) }
            handler.homes.forget(client)
        }
        var tickets = ExecutionTickets(listeners: listeners)
        var scratch = unsafe SecretBytes(count: limits.uncountedFrame) { _ in }
        for (index, listener) in listeners.enumerated() {
            _ = latchkey_poller_watch(poller, listener, Token.firstListener + UInt64(index))
        }
        if signals >= 0 { _ = latchkey_poller_watch(poller, signals, Token.signals) }
        var events = [latchkey_event](repeating: latchkey_event(), count: 64)
        var hasStopped = false
        var stopDeadline = UInt64.max
        var nextTurns: UInt64 = 0
        while true {
            let now = monotonicMilliseconds()
            clients.watch(
                watched.withLock { tokens in
                    defer { tokens = [] }
                    return tokens
                })
            clients.endLate(at: now, log: log)
            clients.resumePaused(at: now, in: self)
            let ticks = [hooks.tick(), questions.expire(), takeBackTurns(at: now, next: &nextTurns)].compactMap { $0 }
                .min()
            if isStopping.load(ordering: .sequentiallyConsistent), !hasStopped {
                hasStopped = true
                stopDeadline = now + limits.stopTime
                for listener in listeners { latchkey_poller_remove(poller, listener) }
                clients.endIdle()
            }
            if hasStopped, clients.isEmpty || now >= stopDeadline { break }
            var timeout = clients.hasDeadlines ? 250 : UInt64(CInt.max)
            if let ticks { timeout = min(timeout, ticks) }
            if hasStopped { timeout = min(timeout, 100) }
            let sockets = hasStopped ? [] : tickets.wanted
            if !sockets.isEmpty { timeout = 0 }
            let wait = timeout >= UInt64(CInt.max) ? -1 : CInt(timeout)
            let count = unsafe latchkey_poller_wait(poller, &events, CInt(events.count), wait)
            guard count >= 0 else { break }
            // Also those at which nothing waits, of which no event tells.
            for listener in sockets { accept(from: listener, into: &clients, &tickets) }
            for index in 0..<Int(count) {
                let (token, flags) = (events[index].token, events[index].flags)
                switch token {
                case Token.bell: latchkey_silence(bell)
                case Token.signals:
                    while case let signal = latchkey_next_signal(signals), signal != 0 { hooks.signal(signal) }
                case Token.firstListener..<Token.firstClient:
                    guard !hasStopped else { break }
                    accept(from: listeners[Int(token - Token.firstListener)], into: &clients, &tickets)
                default: serve(token, flags, in: &clients, through: &scratch, isStopping: hasStopped)
                }
            }
        }
        clients.endAll()
        queue.finish()
    }

    private func serve(
        _ token: UInt64, _ flags: UInt32, in clients: inout ClientTable, through scratch: inout SecretBytes,
        isStopping: Bool
    ) {
        guard let client = clients[token] else { return }
        let isOver = client.state.withLock { state in
            // Of a request that waits for the user nothing but the end is told.
            if state.isParked, flags & Self.isOver != 0 { return true }
            guard !state.isClosed, !state.isBusy else { return state.isClosed }
            if state.answer != nil { return !continueAnswer(of: client, &state) }
            let arrival = client.read(&state, through: &scratch, ledger: ledger, limits: limits)
            return !handle(arrival, of: client, &state, isStopping: isStopping)
        }
        if isOver { clients.remove(client) } else { clients.update(client) }
    }

    /// - Returns: false if the connection is over.
    private func handle(
        _ arrival: consuming ClientConnection.Arrival, of client: ClientConnection,
        _ state: inout ClientConnection.State,
        isStopping: Bool
    ) -> Bool {
        switch consume arrival {
        case .incomplete: return arm(client, reading: true)
        case .paused:
            state.isPaused = true
            return true
        case .end(let reason):
            if reason != .gone { log.refusal(of: client, reason) }
            return false
        case .greeting(let bytes):
            state.isBusy = true
            let user = client.peer.userID
            queue.add({ [self] in greet(client, bytes) }, of: client.peer.processID, user: user)
            if !handler.homes.isOpen(to: user) {
                queue.add({ [handler] in handler.homes.prepare(for: user) }, of: client.peer.processID, user: user)
            }
            return true
        case .request(let frame, let header):
            guard !isStopping else {
                state.isBusy = false
                client.end(&state, sayingGoodbye: true)
                return false
            }
            guard header.kind != .login else {
                takeLogin(RequestBox(frame, header), of: client)
                return true
            }
            guard case .success(let known)? = state.known else {
                guard !state.closesAfterAnswer, handler.takesIntroduction(of: client.peer) else {
                    return refuse(client, &state, header)
                }
                let request = RequestBox(frame, header)
                queue.add({ [self] in introduce(client, request) }, of: client.peer.processID, user: client.peer.userID)
                return true
            }
            let job = RequestJob(
                server: self, client: client, known: known, request: RequestBox(frame, header))
            queue.add({ job.run() }, of: client.peer.processID, user: client.peer.userID)
            return true
        }
    }

    /// Answers a program that got no identity.
    func refuse(
        _ client: ClientConnection, _ state: inout ClientConnection.State, _ header: FrameHeader
    ) -> Bool {
        state.isBusy = false
        client.settle(&state, with: ledger)
        guard case .failure(let error)? = state.known else { return false }
        do throws(KeychainError) {
            let frame = try WireCoder.frame(.error, sequence: header.sequence, error)
            begin(consume frame, of: client, &state)
        } catch {
            return false
        }
        return continueAnswer(of: client, &state)
    }

    /// The answer goes out from now on, and has one time for all of it.
    func begin(_ answer: consuming WireFrame, of client: ClientConnection, _ state: inout ClientConnection.State) {
        state.answer = consume answer
        state.deadline = monotonicMilliseconds() + limits.answerTime
    }

    /// Sends what goes out now, and waits for the rest or for the next request.
    /// - Returns: false if the connection is over.
    func continueAnswer(of client: ClientConnection, _ state: inout ClientConnection.State) -> Bool {
        switch client.sendAnswer(&state) {
        case .failed: return false
        case .waiting: return arm(client, reading: false)
        case .sent:
            rest(client, &state)
            return awaitNext(of: client, &state)
        }
    }

    /// The answer has gone out.
    func rest(_ client: ClientConnection, _ state: inout ClientConnection.State) {
        client.settle(&state, with: ledger)
        state.deadline = nil
        state.idleSince = monotonicMilliseconds()
    }

    /// - Returns: false if the connection is over.
    func awaitNext(of client: ClientConnection, _ state: inout ClientConnection.State) -> Bool {
        guard !state.closesAfterAnswer else {
            client.end(&state, sayingGoodbye: true)
            return false
        }
        return arm(client, reading: true)
    }

    /// The flag of an event that says that a connection is over.
    private static let isOver: UInt32 = 4

    /// Lets the loop know of the end of a connection, and of nothing else.
    func armForEnd(_ client: ClientConnection) -> Bool {
        latchkey_poller_arm(poller, client.descriptor, client.token, 0, 0, 0) == 0
    }

    func arm(_ client: ClientConnection, reading: Bool) -> Bool {
        latchkey_poller_arm(poller, client.descriptor, client.token, reading ? 1 : 0, reading ? 0 : 1, 0) == 0
    }
}
