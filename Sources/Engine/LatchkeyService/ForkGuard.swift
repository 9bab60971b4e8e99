// What a process lets go of before it forks.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore
import Synchronization

/// Closes the keychains of this process before fork(2). SQLite counts locks by process and knows of no children: one
/// that inherits an open file would take it for locked by itself, and write to a log that others have folded in and
/// deleted. Nor does a child inherit keys. Both processes open anew at their next call.
enum ForkGuard {
    private struct Watched {
        weak var service: KeychainService?
    }

    private static let services = Mutex<[Watched]>([])
    /// One fork at a time, from before it until after it.
    private static let turn = Monitor()
    /// Used by the thread that has the turn.
    nonisolated(unsafe) private static var held: [OpenKeychain] = []
    nonisolated(unsafe) private static var heldServices: [KeychainService] = []

    private static let isInstalled =
        pthread_atfork(
            { ForkGuard.begin() }, { ForkGuard.end() }, { ForkGuard.end() }) == 0

    /// Where the handlers cannot be installed, a child leaves what it inherited alone
    /// (``KeychainService/keychain(at:)``).
    static func watch(_ service: KeychainService) {
        _ = isInstalled
        services.withLock { services in
            services.removeAll { $0.service == nil }
            services.append(Watched(service: service))
        }
    }

    private static func begin() {
        turn.lock()
        let watched = services.withLock { $0.compactMap(\.service) }
        unsafe held = watched.flatMap(\.ownKeychains)
        for keychain in unsafe held { keychain.prepareFork() }
        // Whoever has a keychain may wait for the device key, and not the other way round.
        unsafe heldServices = watched
        for service in watched { service.deviceKey.prepareFork() }
    }

    /// In the parent, and in the child.
    private static func end() {
        for service in unsafe heldServices { service.deviceKey.endFork() }
        unsafe heldServices = []
        for keychain in unsafe held { keychain.endFork() }
        unsafe held = []
        turn.unlock()
    }
}
