// The session buses that are served, by user.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform
import Synchronization

package final class BusServers: Sendable {
    private let parts: BusParts
    private let servers = Mutex<[UInt32: [BusServer]]>([:])

    /// Users whose buses are served at once; each takes a thread.
    private static let largestCount = 64
    private static let largestCountOfUser = 3
    /// From so many on only users that are in a list are served: one person may have many other numbers (subuid(5)).
    /// Before, nobody is looked up: a directory of users may be slow.
    private static let largestCountWithUnlisted = 8

    package init(parts: BusParts) { self.parts = parts }

    /// Serves a bus until the end is called, or until the bus has gone.
    /// - Parameter socket: closed if it is not served.
    /// - Throws: `.notAvailable` if the user has a bus that is served, `.allocate` if too many have.
    package func serve(
        _ socket: CInt, of user: UInt32, report: @escaping @Sendable (SessionWord) -> Void
    ) throws(KeychainError) -> @Sendable () -> Void {
        let server = BusServer(user: user, parts: parts, report: report)
        do throws(KeychainError) {
            try parts.homes.requireServed(user)
            try add(server, of: user)
        } catch {
            close(socket)
            throw error
        }
        guard server.start(on: socket) else {
            throw KeychainError(
                .allocate, during: "serving a session bus", hint: "the keychain daemon has no thread for it")
        }
        return { server.stop() }
    }

    /// Milliseconds that the end waits for all of them.
    private static let longestEnd: UInt64 = 5000

    /// Keychains were locked, unlocked, made or deleted: clients are told.
    /// - Parameter user: whose; nil if it may be anybody's.
    package func keychainsChanged(of user: UInt32?) {
        let all = servers.withLock { servers in
            user.map { servers[$0] ?? [] } ?? servers.values.flatMap(\.self)
        }
        for server in all { server.wake() }
    }

    /// Ends all, and waits for them.
    package func stop() {
        let all = servers.withLock { servers in
            defer { servers = [:] }
            return servers.values.flatMap(\.self)
        }
        for server in all { server.stop() }
        let deadline = monotonicMilliseconds() + Self.longestEnd
        for server in all { server.join(until: deadline) }
    }

    private func add(_ server: BusServer, of user: UInt32) throws(KeychainError) {
        // A look at the list of users may take its time, so it is the last thing, and only for who gets a place.
        let isCrowded = try place(nil, of: user, atMost: Self.largestCount) >= Self.largestCountWithUnlisted
        let isListed = !isCrowded || UserEntry.isListed(user)
        _ = try place(server, of: user, atMost: isListed ? Self.largestCount : Self.largestCountWithUnlisted)
    }

    /// - Parameter server: nil to look alone whether there is room.
    /// - Returns: how many other users are served.
    private func place(_ server: BusServer?, of user: UInt32, atMost most: Int) throws(KeychainError) -> Int {
        let result: Result<Int, KeychainError> = servers.withLock { servers in
            for (user, known) in servers {
                let ended = known.filter(\.hasEnded)
                for server in ended { server.join() }
                let left = known.filter { server in !ended.contains { $0 === server } }
                servers[user] = left.isEmpty ? nil : left
            }
            let known = servers[user, default: []]
            // One that was told to stop may still be in the middle of a call.
            guard known.allSatisfy(\.isStopping), known.count < Self.largestCountOfUser else {
                return .failure(
                    KeychainError(
                        .notAvailable, during: "serving a session bus",
                        hint: "the session bus of this user is served already"))
            }
            let others = servers.count - (known.isEmpty ? 0 : 1)
            guard others < most else {
                return .failure(
                    KeychainError(
                        .allocate, during: "serving a session bus",
                        hint: "too many session buses at once; end other sessions of the user"))
            }
            if let server { servers[user, default: []].append(server) }
            return .success(others)
        }
        return try result.get()
    }
}
