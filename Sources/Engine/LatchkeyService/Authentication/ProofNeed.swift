// What a call wants the user to prove before it can go on.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

package struct ProofNeed: Sendable {
    /// The items that ask for it; none if a program evaluates a context.
    package let items: [Item]
    /// The path of the keychain whose password is a proof.
    package let keychain: String
    package let methods: ProofMethods
    /// What the program said with its call.
    package let authentication: Authentication
    /// Where the password of an item is asked for: how many were wrong before.
    let wrongPasswords: Int
    /// The item that is to be sealed under a new password, in the words of the program: it has none of its own yet.
    let newItem: ItemAddition?

    init(
        items: [Item], keychain: String, methods: ProofMethods, authentication: Authentication, wrongPasswords: Int = 0,
        newItem: ItemAddition? = nil
    ) {
        self.items = items
        self.keychain = keychain
        self.methods = methods
        self.authentication = authentication
        self.wrongPasswords = wrongPasswords
        self.newItem = newItem
    }

    package var references: Set<PersistentReference> { Set(items.map(\.reference)) }

    /// Passwords of an item that are tried before the call fails.
    static let mostApplicationPasswords = 3

    /// The largest number of times that the user is asked for one call.
    package static let mostRounds = 20

    /// After so many, or after as many wrong passwords or fingers.
    package static let tooManyRounds = KeychainError(
        .authFailed, during: "asking the user for a proof", hint: "too many tries have failed")
}

/// Whose call it is, so that what was proved for it is nobody else's.
package struct ProofBearer: Hashable, Sendable {
    /// The number of the process; 0 for the one that the service runs in.
    package let process: Int32
    /// The connection with which the proofs end.
    package let connection: UInt64

    package init(process: Int32, connection: UInt64) {
        self.process = process
        self.connection = connection
    }

    package static let ofThisProcess = ProofBearer(process: 0, connection: 0)
}

extension KeychainError {
    /// A password is not tried, because wrong ones were before.
    package static func mustWait(_ seconds: Int) -> KeychainError {
        KeychainError(
            .interactionNotAllowed, during: "waiting after wrong passwords", hint: KeychainError.untriedPassword,
            cause: .wrongPasswords(inARow: 1, wait: seconds))
    }

    /// Ends a call that goes on once the user has proved something.
    static let needsProof = KeychainError(
        .interactionNotAllowed, during: "using an item that needs the user's presence",
        hint: "nobody can ask the user for a proof; start `latchkey agent`, or install pinentry if there is no daemon")

    static let promptForbidden = KeychainError(
        .interactionNotAllowed, during: "using an item that needs the user's presence",
        hint: "the program does not let the user be asked")
}
