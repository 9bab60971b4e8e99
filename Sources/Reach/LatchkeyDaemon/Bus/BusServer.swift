// A thread that serves the Secret Service on one user's session bus.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeySecretService
import Synchronization

package final class BusServer: Sendable {
    private let user: UInt32
    private let parts: BusParts
    private let report: @Sendable (SessionWord) -> Void
    private struct State {
        var thread: UInt?
        var waker: BusWaker?
        var isStopping = false
        var hasEnded = false
    }
    private let state = Mutex(State())

    package init(user: UInt32, parts: BusParts, report: @escaping @Sendable (SessionWord) -> Void) {
        self.user = user
        self.parts = parts
        self.report = report
    }

    /// - Parameter socket: connected to the bus; belongs to this object from now on.
    /// - Returns: false if the kernel gives no thread.
    package func start(on socket: CInt) -> Bool {
        let started = startThread { [self] in
            run(on: socket)
            let isTold = state.withLock { state in
                state.waker = nil
                state.hasEnded = true
                return state.isStopping
            }
            if !isTold { report(.over) }
        }
        guard let started else {
            close(socket)
            state.withLock { $0.hasEnded = true }
            return false
        }
        state.withLock { $0.thread = UInt(started) }
        return true
    }

    package var isStopping: Bool { state.withLock { $0.isStopping } }
    package var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Has it look at the keychains, soon.
    package func wake() { state.withLock { $0.waker }?.wake() }

    /// Ends the connection to the bus, soon.
    package func stop() {
        state.withLock { state in
            state.isStopping = true
            state.waker?.stop()
        }
    }

    /// Waits for the end.
    package func join() {
        if let thread = state.withLock({ $0.thread.take() }) { pthread_join(pthread_t(thread), nil) }
    }

    /// Waits for the end, but not for longer: a thread that reads what a user keeps from being read never ends.
    /// - Parameter deadline: milliseconds of the monotonic clock.
    package func join(until deadline: UInt64) {
        guard let thread = state.withLock({ $0.thread.take() }) else { return }
        if !ThreadEnd.wait(for: pthread_t(thread), until: deadline, hasEnded: { hasEnded }) {
            parts.log.error("the session bus of user \(user) is left: its thread does not end")
        }
    }

    private func run(on socket: CInt) {
        do throws(KeychainError) {
            let bus = try SessionBus(taking: socket, watchesSender: parts.homes.keepsProgramsApart)
            let waker = bus.waker
            let mayRun = state.withLock { state in
                state.waker = waker
                return !state.isStopping
            }
            guard mayRun else { return }
            let questions = BusQuestions(user: user, of: parts.server)
            defer {
                questions.end()
                let policy = parts.policies.policy(of: user)
                policy.forgetManagers()
                policy.flush()
            }
            let session = try parts.session(on: bus, socket, of: user, asking: questions) { [self] in told($0) }
            switch bus.run(session) {
            case .stopped, .closed: break
            case .broken, .stuck:
                parts.log.aboutClient(
                    of: user, on: .noise, "left the session bus of user \(user), which breaks its protocol")
            }
        } catch {
            parts.log.error("cannot serve the session bus of user \(user): \(error.operation)")
            refuse("the session bus cannot be served")
        }
    }

    /// Nothing more is said after this.
    private func refuse(_ words: String) {
        report(.refused(words))
        stop()
    }

    /// A user's own bus can say much, and be started again and again: the log takes so much of each user.
    private func told(_ event: BusSession.Event) {
        let name = BusSession.serviceName
        switch event {
        case .named(name):
            parts.log.aboutClient(of: user, on: .noise, "serves \(name) to user \(user)")
            report(.serving)
        case .foreign(name, let process, let path):
            let owner = path.isEmpty ? "another program" : "\(path) (process \(process))"
            let words = "\(owner) has the name \(name); end it, and see latchkey-session(8) for how it stays away"
            parts.log.aboutClient(of: user, on: .noise, "user \(user): \(words)")
            report(.waiting(words))
        case .denied(name):
            let words = "the policy of the bus keeps the name \(name) for latchkey-session; see latchkey-session(8)"
            parts.log.aboutClient(of: user, on: .noise, "user \(user): \(words)")
            refuse(words)
        case .untrusted(let problem):
            parts.log.aboutClient(of: user, on: .noise, "user \(user): \(problem.operation): \(problem.hint ?? "")")
            refuse(problem.hint.map { "\($0)" } ?? "the session bus is not trusted")
        case .named: break
        case .foreign(let other, _, _), .denied(let other):
            parts.log.aboutClient(
                of: user, on: .noise, "user \(user): cannot have the name \(other) on the session bus")
        }
    }
}
