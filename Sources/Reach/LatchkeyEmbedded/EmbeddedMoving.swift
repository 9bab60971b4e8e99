// The keychains of a user's home, opened by this process.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyService

package struct EmbeddedMoving: KeychainMoving {
    /// What it unlocks stays unlocked in this process alone: else every program of the login session could read the old
    /// file, also under its dated name.
    private let service: KeychainService
    private let caller: Caller
    private let home: String
    private let clock: KeychainClock

    /// - Parameter home: the folder of the device key.
    package init(home: String, clock: KeychainClock = .system) throws(KeychainError) {
        service = KeychainService(home: home, clock: clock, unlockPlace: .service)
        caller = try ClientIdentity.tool.caller()
        self.home = home
        self.clock = clock
    }

    package func status(of path: String) throws(KeychainError) -> KeychainStatus {
        guard case .status(let status) = try perform(.status, path) else { throw Self.otherReply }
        return status
    }

    package func unlock(_ path: String, with password: ItemSecret) throws(KeychainError) {
        _ = try perform(.unlock(password: password), path)
    }

    package func itemCount(of path: String) throws(KeychainError) -> Int {
        guard case .survey(let survey) = try perform(.survey(since: nil), path) else { throw Self.otherReply }
        return survey.itemCount
    }

    package func items(of path: String, after place: MovePlace) throws(KeychainError) -> MovePage<MoveState> {
        try service.movedItems(after: place, ofKeychainAt: path)
    }

    package func keep(_ path: String, ifStill state: MoveState) throws(KeychainError) -> String? {
        guard let kept = try service.keepAsMoved(path, ifStill: state) else { return nil }
        lock(kept)
        return kept
    }

    package func bringBack(_ path: String, from kept: String) throws(KeychainError) -> String? {
        try service.bringBack(path, from: kept)
    }

    package func group(ofProgramAt executable: String) -> AccessGroup {
        EmbeddedIdentity.adHocGroup(ofProgramNamed: HomeKeychains.name(ofFileAt: executable), user: getuid())
    }

    package func close() { service.close() }

    /// Programs of the session may have unlocked the file while it had its own name. If it cannot be locked, it is as
    /// readable as it was.
    private func lock(_ kept: String) {
        let session = KeychainService(home: home, clock: clock)
        _ = try? CallRunner(of: caller, on: session).run(.lock, at: .existing(kept))
        session.forget(kept)
        session.close()
    }

    private static let otherReply = KeychainError(
        .internalError, during: "reading the answer of a keychain of the home")

    /// Nothing here is asked of the user.
    private func perform(_ request: Request, _ path: String) throws(KeychainError) -> Reply {
        guard case .done(let reply) = try CallRunner(of: caller, on: service).run(request, at: .existing(path)) else {
            throw .nobodyToAsk
        }
        return reply
    }
}
