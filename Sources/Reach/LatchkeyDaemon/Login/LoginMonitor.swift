// The thread that listens to logind, and looks for the bus again where it is gone.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import Synchronization

package struct LoginMonitor: Sendable {
    private let homes: KeychainHomes
    private let user: UInt32?
    private let log: DaemonLog

    /// Seconds between two looks for the bus, at first and at most.
    private static let (firstPause, longestPause): (UInt32, UInt32) = (1, 60)
    /// Milliseconds that a connection holds for the pauses to begin anew.
    private static let goodTime: UInt64 = 10_000

    /// - Parameter user: the only one whose sessions count, or nil for all.
    package init(homes: KeychainHomes, user: UInt32?, log: DaemonLog) {
        self.homes = homes
        self.user = user
        self.log = log
    }

    /// The thread runs until the process ends. Without one, everything but locking with the screen and for sleep works.
    ///
    /// Screens that are locked already count where the bus is found late, or anew. They do not at the first look, which
    /// comes with a first use: somebody may be unlocking with a password, maybe from elsewhere.
    package func start() {
        if startThread({ run(first: nil) }) == nil { log.error("no thread to listen to logind") }
    }

    /// Starts, and waits until screens that are locked already have been looked at, but not for long.
    /// - Parameter isMeant: whether a user's keychain may be unlocked without the user.
    package func start(lockingFor isMeant: @escaping @Sendable (UInt32) -> Bool) {
        let look = FirstLook(isMeant)
        guard startThread({ run(first: look) }) != nil else { return log.error("no thread to listen to logind") }
        let ends = monotonicMilliseconds() + Self.longestWait
        while !look.isOver.load(ordering: .acquiring), monotonicMilliseconds() < ends { usleep(1000) }
    }

    private final class FirstLook: Sendable {
        let isMeant: @Sendable (UInt32) -> Bool
        let isOver = Atomic<Bool>(false)
        init(_ isMeant: @escaping @Sendable (UInt32) -> Bool) { self.isMeant = isMeant }
    }

    /// Milliseconds for which a daemon does not serve because logind does not answer.
    private static let longestWait: UInt64 = 2000

    private func run(first look: FirstLook?) {
        var isFirst = true
        var pause = Self.firstPause
        var isMissed = false
        while true {
            let started = monotonicMilliseconds()
            if var manager = LoginManager(homes: homes, user: user, log: log) {
                isMissed = false
                log.notice("keychains are locked with the screen and for sleep, as logind says")
                let isMeant: (UInt32) -> Bool = isFirst ? { look?.isMeant($0) ?? false } : { _ in true }
                if !isFirst || look != nil { manager.lockLockedScreens(where: isMeant) }
                isFirst = false
                look?.isOver.store(true, ordering: .releasing)
                manager.serve()
            }
            isFirst = false
            look?.isOver.store(true, ordering: .releasing)
            if monotonicMilliseconds() - started >= Self.goodTime { pause = Self.firstPause }
            if !isMissed {
                isMissed = true
                log.notice("no system bus: nothing is locked with the screen or for sleep until it is back")
            }
            sleep(pause)
            pause = min(Self.longestPause, pause * 2)
        }
    }
}
