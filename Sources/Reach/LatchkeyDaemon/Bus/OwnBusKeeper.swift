// Keeps the daemon of a user on the user's own session bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyBus
import LatchkeyPlatform
import Synchronization

/// A thread that connects again when the connection ends and the bus is still there.
final class OwnBusKeeper: Sendable {
    private let servers: BusServers
    private let address: String
    private let log: DaemonLog
    private let bell: CInt
    private struct State {
        var thread: UInt?
        var isStopping = false
        var hasLost = false
    }
    private let state = Mutex(State())

    /// Milliseconds before a new connection, the first time and at most.
    private static let pauses: (first: UInt64, last: UInt64) = (100, 60_000)
    /// Milliseconds after which a connection counts as a good one.
    private static let longConnection: UInt64 = 60_000

    init(_ servers: BusServers, at address: String, log: DaemonLog) {
        self.servers = servers
        self.address = address
        self.log = log
        bell = latchkey_bell()
    }

    deinit { if bell >= 0 { close(bell) } }

    /// - Returns: false if there is no thread for it.
    func start() -> Bool {
        guard bell >= 0, let thread = startThread({ [self] in run() }) else { return false }
        state.withLock { $0.thread = UInt(thread) }
        return true
    }

    func stop() {
        state.withLock { $0.isStopping = true }
        latchkey_ring(bell)
        if let thread = state.withLock({ $0.thread.take() }) { pthread_join(pthread_t(thread), nil) }
    }

    private func run() {
        var pause = Self.pauses.first
        while true {
            let start = monotonicMilliseconds()
            do throws(KeychainError) {
                let socket = try SessionBus.connect(to: address)
                _ = try servers.serve(socket, of: geteuid()) { [weak self] word in
                    if case .over = word { self?.lost() }
                }
            } catch {
                // A bus that has gone does not come back: a new session has a new daemon.
                log.notice("does not serve the session bus: \(error.hint ?? error.operation)")
                return
            }
            guard waits(forLoss: true, upTo: nil) else { return }
            if monotonicMilliseconds() - start >= Self.longConnection { pause = Self.pauses.first }
            guard waits(forLoss: false, upTo: pause) else { return }
            pause = min(pause * 4, Self.pauses.last)
        }
    }

    private func lost() {
        state.withLock { $0.hasLost = true }
        latchkey_ring(bell)
    }

    /// - Returns: false if it is to end.
    private func waits(forLoss isForLoss: Bool, upTo time: UInt64?) -> Bool {
        let end = time.map { monotonicMilliseconds() + $0 }
        while true {
            let (isStopping, hasLost) = state.withLock { state in
                defer { if isForLoss { state.hasLost = false } }
                return (state.isStopping, state.hasLost)
            }
            if isStopping { return false }
            if isForLoss, hasLost { return true }
            let now = monotonicMilliseconds()
            if let end, now >= end { return true }
            var place = pollfd(fd: bell, events: Int16(POLLIN), revents: 0)
            let left = end.map { CInt(clamping: $0 - now) } ?? -1
            if unsafe poll(&place, 1, left) > 0 { latchkey_silence(bell) }
        }
    }
}
