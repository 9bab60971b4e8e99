// What one `LAContext` says to the keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform
import Synchronization

/// The proofs of one context. Behind a daemon they live as long as the connection of this object.
package final class PresenceSession: Sendable {
    package let identifier = ContextIdentifier.random()
    private let client: KeychainClient
    /// Its own: while a dialog is open, the other calls of the program go on.
    private let ownClient: KeychainClient
    private let isUsed = Atomic<Bool>(false)
    private let isEnded = Atomic<Bool>(false)

    package init(client: KeychainClient) {
        self.client = client
        ownClient = KeychainClient(another: client)
    }

    deinit { end() }

    /// What the user can be asked for.
    package func report() throws(KeychainError) -> PresenceReport {
        try KeychainClient(another: client).presence()
    }

    /// Asks the user for the proofs of flags of an access control. Returns when they have given them.
    /// - Throws: `.userCanceled`, `.authFailed` after several wrong tries and for what cannot be proved here,
    ///   `.interactionNotAllowed` if they cannot be asked.
    package func evaluate(flags: UInt64, _ authentication: Authentication) throws(KeychainError) {
        isUsed.store(true, ordering: .sequentiallyConsistent)
        // Whoever ends it from now on sees that it is used.
        guard !isEnded.load(ordering: .sequentiallyConsistent) else {
            throw KeychainError(.userCanceled, during: "evaluating a context that has ended")
        }
        var authentication = authentication
        authentication.context = identifier
        try ownClient.evaluate(flags: flags, authentication)
    }

    /// A call of the keychain carries the identifier of the context.
    package func use() -> ContextIdentifier {
        isUsed.store(true, ordering: .sequentiallyConsistent)
        return identifier
    }

    /// Ends dialogs that are open and forgets what was proved. One that cannot be reached has no proofs.
    package func end() {
        isEnded.store(true, ordering: .sequentiallyConsistent)
        guard isUsed.exchange(false, ordering: .sequentiallyConsistent) else { return }
        try? KeychainClient(another: client).endContext(identifier)
    }
}
