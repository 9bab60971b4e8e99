// Calls on the keychain in this process that need the user.
// SPDX-License-Identifier: Apache-2.0

#if Embedded
    import Glibc
    import LatchkeyModel
    import LatchkeyPlatform
    import LatchkeyPresence
    import LatchkeyService
    import Synchronization

    extension KeychainClient {
        /// Does the call; where it needs a proof, asks the user for it and does it anew. Nothing is locked or open
        /// while they think.
        func performHere(
            _ request: Request, inKeychainAt path: String, from caller: Caller
        ) throws(KeychainError) -> Reply {
            if case .endContext(let context) = request { endedContexts.insert(context) }
            var evidence = CallEvidence()
            for _ in 0..<ProofNeed.mostRounds {
                let outcome = try service.perform(request, inKeychainAt: path, from: caller, proving: evidence)
                switch outcome {
                case .done(let reply): return reply
                case .needsPermission: throw .nobodyToAsk
                case .needsProof(let need) where need.methods == .applicationPassword:
                    var given: ItemSecret?
                    _ = try ask(for: need, caller) { password in given = password }
                    guard let given else { throw .proofCanceled }
                    evidence = evidence.adding(applicationPassword: given)
                case .needsProof(let need):
                    let service = service
                    let proved = try ask(for: need, caller) { password throws(KeychainError) in
                        let wait = try service.passwordWait(ofKeychainAt: need.keychain)
                        guard wait == 0 else { throw .mustWait(wait) }
                        try service.prove(password, ofKeychainAt: need.keychain)
                    }
                    evidence = evidence.adding(proved, for: need.references)
                }
            }
            throw ProofNeed.tooManyRounds
        }

        /// - Parameter check: tries a password.
        private func ask(
            for need: ProofNeed, _ caller: Caller, checking check: (ItemSecret) throws(KeychainError) -> Void
        ) throws(KeychainError) -> ProofEvidence {
            guard
                case .identity(let report) = try service.perform(
                    .identity(processID: nil), inKeychainAt: need.keychain, from: caller)
            else { throw KeychainError(.internalError, during: "asking who this program is") }
            let question = PermissionQuestion(need, from: report, startedBy: "")
            let (context, ended) = (need.authentication.context, endedContexts)
            let isWanted: @Sendable () -> Bool = { context.map { !ended.contains($0) } ?? true }
            guard isWanted() else { throw .proofCanceled }
            return try person.prove(question, while: isWanted, checking: check)
        }
    }

    /// The contexts that ended lately. A dialog that is open for one of them closes.
    final class EndedContexts: Sendable {
        private let contexts = Mutex<[ContextIdentifier]>([])
        private static let mostRemembered = 256

        func insert(_ context: ContextIdentifier) {
            contexts.withLock { contexts in
                if contexts.count >= Self.mostRemembered { contexts.removeFirst() }
                contexts.append(context)
            }
        }

        func contains(_ context: ContextIdentifier) -> Bool { contexts.withLock { $0.contains(context) } }
    }
#endif
