// Takes over the sockets of session buses, from latchkey-session alone.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// A thread of its own: what it waits for, users can delay. A user can stop their helper, which then keeps its place
/// and nothing else.
final class SessionListener: Sendable {
    /// Begins to serve a bus.
    /// - Parameter report: called on any thread.
    /// - Throws: if the user has one that is served.
    typealias Taking =
        @Sendable (_ socket: CInt, _ user: UInt32, _ report: @escaping @Sendable (SessionWord) -> Void)
        throws(KeychainError) -> BusEnding
    /// Ends what was begun, from any thread.
    typealias BusEnding = @Sendable () -> Void

    private let listeners: [CInt]
    private let helper: SessionHelper
    private let log: DaemonLog
    private let take: Taking
    private let bell: CInt
    private let words = Mutex<[(connection: UInt64, word: SessionWord)]>([])
    private let isStopping = Atomic<Bool>(false)
    private let thread = Mutex<UInt?>(nil)

    /// Helpers that are connected at once.
    private static let largestCount = 256
    /// Those of one user: one that serves, and one that says that it cannot.
    private static let largestCountOfUser = 3
    /// From so many on only users that are in a list get a place: one person may have many other numbers (subuid(5)).
    /// Before, nobody is looked up: a directory of users may be slow.
    private static let largestCountWithUnlisted = 24
    /// Milliseconds until the socket must have come.
    private static let handoverTime: UInt64 = 5000

    init(listeners: [CInt], helper: SessionHelper, log: DaemonLog, take: @escaping Taking) {
        self.listeners = listeners
        self.helper = helper
        self.log = log
        self.take = take
        bell = latchkey_bell()
    }

    deinit { close(bell) }

    /// - Returns: false if the kernel gives no thread.
    func start() -> Bool {
        guard let started = startThread({ [self] in run() }) else { return false }
        thread.withLock { $0 = UInt(started) }
        return true
    }

    /// Ends the connections, and what is served for them.
    func stop() {
        isStopping.store(true, ordering: .releasing)
        latchkey_ring(bell)
        if let thread = thread.withLock({ $0.take() }) { pthread_join(pthread_t(thread), nil) }
    }

    /// A helper that is connected. Used by the thread alone.
    private struct Connection {
        let descriptor: CInt
        let user: UInt32
        /// When the socket must have come; nil once it has.
        var deadline: UInt64?
        var end: BusEnding?
    }

    private func run() {
        var connections: [UInt64: Connection] = [:]
        var last: UInt64 = 0
        while !isStopping.load(ordering: .acquiring) {
            let numbers = connections.keys.sorted()
            let waiting = [bell] + listeners + numbers.compactMap { connections[$0]?.descriptor }
            var states = waiting.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let now = monotonicMilliseconds()
            let due = connections.values.compactMap(\.deadline).min().map { $0 > now ? $0 - now : 0 }
            _ = unsafe poll(&states, nfds_t(states.count), due.map { CInt(clamping: $0) } ?? -1)
            // What has come while others were heard, which may take its time, is heard before anybody is dropped.
            let polled = monotonicMilliseconds()
            if states[0].revents != 0 { latchkey_silence(bell) }
            for (connection, word) in takeWords() { tell(connection, word, &connections) }
            for (number, state) in zip(numbers, states.dropFirst(1 + listeners.count)) where state.revents != 0 {
                hear(number, &connections)
            }
            for (number, connection) in connections where connection.deadline.map({ $0 <= polled }) ?? false {
                drop(number, &connections)
            }
            for (listener, state) in zip(listeners, states.dropFirst()) where state.revents != 0 {
                last += 1
                accept(from: listener, as: last, &connections)
            }
        }
        for number in connections.keys { drop(number, &connections) }
    }

    private func accept(from listener: CInt, as number: UInt64, _ connections: inout [UInt64: Connection]) {
        let descriptor = latchkey_accept_passing(listener)
        guard descriptor >= 0 else {
            // What waits stays there, and would be reported without end.
            if errno != EAGAIN { _ = poll(nil, 0, 100) }
            return
        }
        guard let peer = PeerProcess(of: descriptor) else {
            close(descriptor)
            return
        }
        do throws(KeychainError) {
            try helper.require(peer, at: descriptor)
            let isFull =
                connections.count >= Self.largestCount
                || connections.values.count { $0.user == peer.userID } >= Self.largestCountOfUser
                || connections.count >= Self.largestCountWithUnlisted && !UserEntry.isListed(peer.userID)
            guard !isFull else {
                throw KeychainError(
                    .allocate, during: "taking over a session bus",
                    hint: "too many session buses at once; end other sessions of the user")
            }
        } catch {
            refuse(descriptor, peer.userID, error)
            return
        }
        connections[number] = Connection(
            descriptor: descriptor, user: peer.userID, deadline: monotonicMilliseconds() + Self.handoverTime)
    }

    private func refuse(_ descriptor: CInt, _ user: UInt32, _ error: KeychainError) {
        log.aboutClient(of: user, "refused a session bus of user \(user): \(error.hint ?? "")")
        let words = error.hint.map { "\($0)" } ?? "it cannot be taken over"
        send(error.code == .allocate ? .busy(words) : .refused(words), to: descriptor)
        close(descriptor)
    }

    /// The socket has come, or the helper has gone. It sends nothing else.
    private func hear(_ number: UInt64, _ connections: inout [UInt64: Connection]) {
        guard let connection = connections[number], connection.deadline != nil,
            let socket = SessionHandover.socket(from: connection.descriptor)
        else { return drop(number, &connections) }
        do throws(KeychainError) {
            guard latchkey_is_connection_to(socket, connection.user) == 1 else {
                close(socket)
                throw KeychainError(
                    .missingEntitlement, during: "taking over a session bus",
                    hint: "the socket is not connected to a bus of the user")
            }
            let end = try take(socket, connection.user) { [weak self] word in self?.report(word, on: number) }
            connections[number]?.deadline = nil
            connections[number]?.end = end
        } catch {
            connections[number] = nil
            refuse(connection.descriptor, connection.user, error)
        }
    }

    private func takeWords() -> [(connection: UInt64, word: SessionWord)] {
        words.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
    }

    private func report(_ word: SessionWord, on connection: UInt64) {
        words.withLock { $0.append((connection, word)) }
        latchkey_ring(bell)
    }

    private func tell(_ number: UInt64, _ word: SessionWord, _ connections: inout [UInt64: Connection]) {
        guard let connection = connections[number] else { return }
        send(word, to: connection.descriptor)
        switch word {
        case .serving, .waiting: break
        case .refused, .over, .busy: drop(number, &connections)
        }
    }

    /// What a helper that was stopped does not take is lost: it holds up nobody.
    private func send(_ word: SessionWord, to descriptor: CInt) {
        let bytes = word.encoded
        _ = unsafe latchkey_send(descriptor, bytes, bytes.count, 0)
    }

    private func drop(_ number: UInt64, _ connections: inout [UInt64: Connection]) {
        guard let connection = connections.removeValue(forKey: number) else { return }
        connection.end?()
        close(connection.descriptor)
    }
}
