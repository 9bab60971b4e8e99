// The keys that one call derives from the password of its application.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
import LatchkeyModel
import LatchkeyPlatform
import Synchronization

/// Belongs to one call, and is wiped with it. Under the keychain's lock a call finds out which keys it needs; they are
/// derived outside of it (``KeychainService/attempt(_:inKeychainAt:for:)``), and the call is done anew.
final class ApplicationKeys: Sendable {
    /// An item that has no key yet.
    enum NewItem: Hashable, Sendable {
        /// By its number in the call.
        case added(Int)
        case changed(RowIdentifier)
    }

    private struct State {
        var derived: [ApplicationKey.Parameters: ApplicationKey] = [:]
        var wanted: Set<ApplicationKey.Parameters> = []
        var new: [NewItem: ApplicationKey.Parameters] = [:]

        var isExhausted: Bool { derived.count + wanted.count > ApplicationKeys.largestCount }
    }

    /// Rounds of Argon2id for one call (reference 3.14.8).
    static let largestCount = 20

    private let password: ItemSecret
    private let state = Mutex(State())

    init(_ password: ItemSecret) { self.password = password }

    /// For the password that a call brings.
    /// - Returns: nil without one.
    convenience init?(of authentication: Authentication?) {
        guard let password = authentication?.applicationPassword, password.count > 0 else { return nil }
        self.init(password)
    }

    /// True if more keys are wanted than one call derives: then none of them is.
    var isExhausted: Bool { state.withLock { $0.isExhausted } }

    /// The key with these parameters.
    /// - Returns: nil if it has to be derived first.
    func key(with parameters: ApplicationKey.Parameters) -> ApplicationKey? {
        state.withLock { state in
            if state.derived[parameters] == nil { state.wanted.insert(parameters) }
            return state.derived[parameters]
        }
    }

    /// A key for an item that had none; the same one for the same item each time that the call is done anew.
    /// - Returns: as ``key(with:)``.
    func newKey(for item: NewItem) -> ApplicationKey? {
        let parameters = state.withLock { state in
            let parameters = state.new[item] ?? .random()
            state.new[item] = parameters
            return parameters
        }
        return key(with: parameters)
    }

    /// Gives up what is wanted if that is too much for one call.
    /// - Returns: false if it is not.
    func givesUpExcess() -> Bool {
        state.withLock { state in
            guard state.isExhausted else { return false }
            state.wanted = []
            return true
        }
    }

    /// Derives what is wanted; each takes about 140 ms and 64 MiB.
    /// - Parameter place: whose process it is.
    /// - Parameter turn: taken for each key anew, so that a call with one key waits for one of a call with many, not
    ///   for all.
    /// - Throws: `.authFailed` if that is too much for one call.
    func deriveWanted(
        taking turn: borrowing Mutex<Void>, at place: UnlockPlace = .loginSession
    ) throws(KeychainError) {
        let (wanted, isExhausted) = state.withLock { ($0.wanted, $0.isExhausted) }
        guard !isExhausted else {
            throw KeychainError(
                .authFailed, during: "opening many items with a password of their program",
                hint: "one call opens at most 20 such items; search for fewer at a time")
        }
        for parameters in wanted {
            let key = try turn.withLock { _ throws(KeychainError) in
                try place.deriving(at: parameters.cost) { () throws(KeychainError) in
                    try ApplicationKey(from: password.bytes, with: parameters)
                }
            }
            state.withLock { state in
                state.derived[parameters] = key
                state.wanted.remove(parameters)
            }
        }
    }
}

extension KeychainError {
    /// A program that gives no password. Its hint is for programs, and for people who meet such an item with a command.
    static let noApplicationPassword = noPassword(cause: nil)
    /// The same where the user may be asked for it.
    static let missingApplicationPassword = noPassword(cause: .applicationPassword)

    private static func noPassword(cause: Cause?) -> KeychainError {
        KeychainError(
            .interactionNotAllowed, during: "opening an item that is sealed under a password of its program",
            hint:
                "the program that stored it gives the password with LAContext.setCredential; no command can show the secret",
            cause: cause)
    }
}
