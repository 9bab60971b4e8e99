// Keeps the daemon of a user on the user's own session bus.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
import LatchkeyBus
package import LatchkeyPlatform
import Synchronization

/// A thread that connects again when the connection has ended, and when there was no bus: one that has gone can come
/// back at the same address, and one that is late comes later.
package final class OwnBusKeeper: Sendable {
    private typealias Serving =
        @Sendable (_ socket: CInt, _ report: @escaping @Sendable (SessionWord) -> Void) -> KeychainError?

    private let serve: Serving
    private let address: String
    private let say: @Sendable (String) -> Void
    private let bell: CInt
    private struct State {
        var thread: UInt?
        var isStopping = false
        var hasLost = false
        /// Whether the last bus was one that cannot be served.
        var isRefused = false
    }
    private let state = Mutex(State())

    /// Milliseconds before a new connection, the first time and at most.
    private static let pauses: (first: UInt64, last: UInt64) = (100, 60_000)
    /// The most while there is no bus.
    private static let longestAbsence: UInt64 = 10_000
    /// Milliseconds after which a connection counts as a good one.
    private static let longConnection: UInt64 = 60_000

    /// - Parameters:
    ///   - say: is told why there is no connection, when that changes.
    ///   - serve: begins to serve a bus, and says why not; `report` may be called on any thread.
    package init(
        at address: String, say: @escaping @Sendable (String) -> Void,
        serve:
            @escaping @Sendable (
                _ socket: CInt, _ report: @escaping @Sendable (SessionWord) -> Void
            ) -> KeychainError?
    ) {
        self.serve = serve
        self.address = address
        self.say = say
        bell = latchkey_bell()
    }

    deinit { if bell >= 0 { close(bell) } }

    /// - Returns: false if there is no thread for it.
    package func start() -> Bool {
        guard bell >= 0, let thread = startThread({ [self] in run() }) else { return false }
        state.withLock { $0.thread = UInt(thread) }
        return true
    }

    /// Waits for a connection that is being made, some seconds at most.
    package func stop() {
        state.withLock { $0.isStopping = true }
        latchkey_ring(bell)
        if let thread = state.withLock({ $0.thread.take() }) { pthread_join(pthread_t(thread), nil) }
    }

    private func run() {
        var pause = Self.pauses.first
        var told: String?
        while true {
            let start = monotonicMilliseconds()
            var longest = Self.pauses.last
            // What a connection before this one has lost is no loss of it.
            state.withLock { $0.hasLost = false }
            if let problem = connect() {
                let words = "\(problem.hint ?? problem.operation)"
                if words != told { say(words) }
                told = words
                longest = Self.longestAbsence
            } else {
                told = nil
                guard waits(forLoss: true, upTo: nil) else { return }
                if monotonicMilliseconds() - start >= Self.longConnection { pause = Self.pauses.first }
                // Another bus may be at the address by and by.
                if state.withLock({ $0.isRefused }) { pause = Self.pauses.last }
            }
            guard waits(forLoss: false, upTo: min(pause, longest)) else { return }
            pause = min(pause * 4, longest)
        }
    }

    /// - Returns: why there is no connection; nil if there is one.
    private func connect() -> KeychainError? {
        let socket: CInt
        do throws(KeychainError) { socket = try SessionBus.connect(to: address) } catch { return error }
        return serve(socket) { [weak self] word in
            switch word {
            case .over: self?.lost(isRefused: false)
            case .refused: self?.lost(isRefused: true)
            case .serving, .waiting, .busy: break
            }
        }
    }

    private func lost(isRefused: Bool) {
        state.withLock { state in
            state.hasLost = true
            state.isRefused = isRefused
        }
        latchkey_ring(bell)
    }

    /// - Returns: false if it is to end.
    private func waits(forLoss isForLoss: Bool, upTo time: UInt64?) -> Bool {
        let end = time.map { monotonicMilliseconds() + $0 }
        while true {
            let (isStopping, hasLost) = state.withLock { state in
                (state.isStopping, state.hasLost)
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
