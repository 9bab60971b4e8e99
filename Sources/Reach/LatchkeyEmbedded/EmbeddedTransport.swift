// The way to keychains that this process opens itself.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyBus
package import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyPresence
package import LatchkeyService
package import LatchkeyTrust

/// A keychain service in the process, and the user of that process. Safe to call from any thread.
package final class EmbeddedTransport: KeychainTransport {
    private let service: KeychainService
    private let identity: ClientIdentity
    /// Who proves what items ask for.
    private let user: any UserAsking
    /// Contexts that ended lately, whose dialogs close.
    private let endedContexts = EndedContexts()

    /// - Parameters:
    ///   - identity: as whom the process calls.
    ///   - anchors: the certificates that others are trusted by.
    ///   - user: nil for the user at pinentry.
    package init(
        _ configuration: ClientConfiguration, as identity: ClientIdentity, clock: KeychainClock = .system,
        anchors: TrustAnchors = .system, user: (any UserAsking)? = nil
    ) {
        let asked = user ?? UserAtPinentry(fingers: Fprintd(description: "keychain"))
        self.identity = identity
        self.user = asked
        service = KeychainService(
            home: configuration.home, clock: clock, anchors: anchors, biometry: { asked.biometry }
        ) { _ throws(KeychainError) in
            guard let file = configuration.passwordFiles.first else { return nil }
            return try PasswordFile.read(path: file)
        }
    }

    /// Does the call. If it needs a proof, the user is asked for it, and the call is done anew. Nothing is locked or
    /// open while they think.
    package func perform(_ request: Request, at keychain: KeychainAddress) throws(KeychainError) -> Reply {
        if case .endContext(let context) = request { endedContexts.insert(context) }
        let runner = CallRunner(of: try identity.caller(), on: service)
        var word = UserWord()
        while true {
            switch try runner.run(request, at: keychain, hearing: word) {
            case .done(let reply): return reply
            // No other program's items are here to be permitted: the process is everybody that its keychain knows.
            case .needsPermission: throw .nobodyToAsk
            case .needsProof(let need): word = word.adding(try ask(for: need, runner), for: need.references)
            }
        }
    }

    private func ask(for need: ProofNeed, _ runner: CallRunner) throws(KeychainError) -> UserWord.Given {
        guard case .done(.identity(let report)) = try runner.run(.identity(processID: nil), at: .file(need.keychain))
        else { throw KeychainError(.internalError, during: "asking who this program is") }
        let question = PermissionQuestion(need, from: report, startedBy: "")
        let (context, ended) = (need.authentication.context, endedContexts)
        let isWanted: @Sendable () -> Bool = { context.map { !ended.contains($0) } ?? true }
        guard isWanted() else { throw .proofCanceled }
        guard need.methods == .applicationPassword else {
            let service = service
            return .proof(
                try user.prove(question, while: isWanted) { password throws(KeychainError) in
                    let wait = try service.passwordWait(ofKeychainAt: need.keychain)
                    guard wait == 0 else { throw .mustWait(wait) }
                    try service.prove(password, ofKeychainAt: need.keychain)
                })
        }
        var given: ItemSecret?
        _ = try user.prove(question, while: isWanted) { given = $0 }
        guard let given else { throw .proofCanceled }
        return .applicationPassword(given)
    }

    package func hasKeychain(at path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    package func application(of executable: String) throws(ApplicationFailure) -> TrustedApplication {
        guard let identifier = EmbeddedIdentity(executable: executable).caller().applicationIdentifier else {
            throw .brokenEntitlements
        }
        return TrustedApplication(identifier: identifier, path: executable)
    }

    /// Its calls do not wait for each other.
    package func another() -> any KeychainTransport { self }

    package func close() { service.close() }
}
