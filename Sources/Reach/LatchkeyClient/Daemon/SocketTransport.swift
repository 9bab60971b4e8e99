// Carries requests to the keychain daemon through its socket.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyWire
import Synchronization

/// One connection for all threads of the process, which take turns. If a call has it for long, since it waits for
/// the user, the others have a second one. They are made when they are needed, and anew after a fork and if the
/// daemon was started again.
package final class SocketTransport: KeychainTransport {
    private let path: String
    private let home: String
    private let takesOwn: Bool
    private let (first, second) = (ConnectionPlace(), ConnectionPlace())
    /// The process that has used them.
    private let user = Atomic<Int32>(0)
    private let sequence = Atomic<UInt32>(0)
    /// Whether a daemon has refused the process because it may not look at it.
    private let isIntroducing = Atomic<Bool>(false)

    /// Times that a call is repeated which the daemon says, or the socket shows, was not begun.
    private static let largestRepetition = 3
    /// Milliseconds after which a call keeps the others no more.
    private static let longestTurn: UInt64 = 200
    /// Microseconds between two looks at whether it is one's turn: at first, and after some.
    private static let (shortPause, longPause, shortPauses): (UInt32, UInt32, Int) = (50, 1000, 100)

    /// - Parameters:
    ///   - path: the socket.
    ///   - home: the client's home of keychains, whose files the daemon knows by name.
    ///   - takesOwn: whether a daemon of the user of this process is spoken to.
    package init(path: String, home: String, takingOwn takesOwn: Bool = true) {
        self.path = path
        self.home = home
        self.takesOwn = takesOwn
    }

    /// - Throws: `.notAvailable` if the daemon cannot be reached, does not answer in time or is not to be trusted, and
    ///   what it answers.
    package func perform(_ request: Request, at keychain: KeychainAddress) throws(KeychainError) -> Reply {
        let number = sequence.wrappingAdd(1, ordering: .relaxed).newValue
        let addressed = AddressedRequest(request, to: keychain.renamed(name(ofKeychainAt: keychain.path)))
        let frame = try WireCoder.frame(.request, sequence: number, addressed, expecting: request.expectedSize)
        switch exchange(frame, number, request) {
        case .reply(let reply): return reply
        case .failed(let error): throw error
        case .notDone:
            throw KeychainError(
                .notAvailable, during: "reaching the keychain daemon",
                hint: "the daemon ends every connection; see its log")
        case .lost:
            throw KeychainError(
                .notAvailable, during: "waiting for the keychain daemon",
                hint: "the daemon ended before it answered; the change may have been made or not")
        }
    }

    /// The files of a daemon cannot be seen from here, so it is asked.
    package func hasKeychain(at path: String) -> Bool {
        do throws(KeychainError) {
            _ = try perform(.status, at: .existing(path))
            return true
        } catch {
            return error.code != .noSuchKeychain
        }
    }

    package func application(of executable: String) throws(ApplicationFailure) -> TrustedApplication {
        throw .notEmbedded
    }

    package func another() -> any KeychainTransport { SocketTransport(path: path, home: home, takingOwn: takesOwn) }

    /// A keychain of the home by its name: the daemon has its own home, and its own file of that name.
    private func name(ofKeychainAt path: String) -> String {
        let home = Array((home + "/").utf8)
        let bytes = path.utf8
        guard bytes.starts(with: home), !bytes.dropFirst(home.count).contains(UInt8(ascii: "/")) else { return path }
        return String(decoding: bytes.dropFirst(home.count), as: UTF8.self)
    }

    /// Lets go of the connections. A later call makes another.
    package func close() {
        first.close()
        second.close()
    }

    /// Over the connection whose turn it is.
    private func exchange(
        _ frame: borrowing WireFrame, _ number: UInt32, _ request: Request
    ) -> DaemonConnection.Exchange {
        dropConnectionsOfParent()
        let start = ConnectionPlace.now
        var looks = 0
        while true {
            if let outcome = exchange(frame, number, request, at: first) { return outcome }
            // A key that takes long is made after the one before: the time for its answer begins when it is sent.
            if !request.takesLong, max(first.busyTime, ConnectionPlace.now - start) > Self.longestTurn,
                let outcome = exchange(frame, number, request, at: second)
            {
                return outcome
            }
            looks += 1
            usleep(looks > Self.shortPauses ? Self.longPause : Self.shortPause)
        }
    }

    /// What the parent of a fork has open is the parent's, and stands for it as long as it is open here.
    private func dropConnectionsOfParent() {
        let own = getpid()
        guard user.exchange(own, ordering: .relaxed) != own else { return }
        for place in [first, second] {
            // If another thread is faster it does the same.
            place.use { connection in
                if let opener = connection?.processID, opener != own { connection = nil }
            }
        }
    }

    /// - Returns: nil if another thread has the connection.
    private func exchange(
        _ frame: borrowing WireFrame, _ number: UInt32, _ request: Request, at place: ConnectionPlace
    ) -> DaemonConnection.Exchange? {
        place.use { exchange(frame, number, request, over: &$0) }
    }

    private func exchange(
        _ frame: borrowing WireFrame, _ number: UInt32, _ request: Request, over connection: inout DaemonConnection?
    ) -> DaemonConnection.Exchange {
        let isRepeatable = request.traits.isRepeatable
        var result = DaemonConnection.Exchange.notDone
        var hasLost = false
        for _ in 0...Self.largestRepetition {
            // What a parent of fork(2) has open is the parent's: the daemon would not take it for this process.
            if let opener = connection?.processID, opener != getpid() { connection = nil }
            if connection == nil {
                do throws(KeychainError) {
                    connection = try DaemonConnection(
                        to: path, introducing: isIntroducing.load(ordering: .relaxed), takingOwn: takesOwn)
                } catch {
                    // The daemon may have ended while it worked on the call.
                    return hasLost && !isRepeatable ? .lost : .failed(error)
                }
            }
            let waitsLong = request.mayRenewKeys || request.isLongStep
            result = connection?.exchange(frame, sequence: number, waitsLong: waitsLong) ?? .notDone
            switch result {
            case .reply: return result
            case .failed(let error):
                if connection?.isBroken == true { connection = nil }
                guard error.code == .missingEntitlement, ProcessPrivacy.isHidden,
                    !isIntroducing.exchange(true, ordering: .relaxed)
                else { return result }
                // Nothing was begun for a program that is nobody.
                connection = nil
            case .notDone: connection = nil
            case .lost:
                connection = nil
                guard isRepeatable, !hasLost else { return result }
                hasLost = true
            }
        }
        return result
    }
}
