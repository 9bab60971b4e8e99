// The thread that listens to logind, and looks for the bus again where it is gone.
// SPDX-License-Identifier: Apache-2.0

import Glibc

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
    /// - Parameter locksAtOnce: whether screens that are locked already count from the start. Where somebody is about to unlock with a
    ///   password, maybe from elsewhere, they do not; after a bus that was gone they always do.
    package func start(locksAtOnce: Bool) {
        if startThread({ run(locksAtOnce: locksAtOnce) }) == nil { log.error("no thread to listen to logind") }
    }

    private func run(locksAtOnce: Bool) {
        var locksAtOnce = locksAtOnce
        var pause = Self.firstPause
        var isMissed = false
        while true {
            let started = monotonicMilliseconds()
            if var manager = LoginManager(homes: homes, user: user, log: log) {
                isMissed = false
                log.notice("keychains are locked with the screen and for sleep, as logind says")
                if locksAtOnce { manager.lockLockedScreens() }
                locksAtOnce = true
                manager.serve()
            }
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
