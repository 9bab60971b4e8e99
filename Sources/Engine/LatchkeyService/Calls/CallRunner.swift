// Does one call, as often as something is missing for it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// A call of one program on the keychains of a service.
///
/// What a call lacks it says with ``Need``, and it is done anew when that is there. A key of a password is derived
/// between two tries. What only the user can give ends the run with ``CallOutcome``: whoever runs the call waits for
/// the user without holding anything, adds the answer to the ``UserWord``, and runs the call again.
package struct CallRunner: Sendable {
    let service: KeychainService
    let caller: Caller
    let bearer: ProofBearer
    let memory: CallMemory

    /// - Parameters:
    ///   - bearer: whose call it is.
    ///   - memory: what the call may hold, its answer included.
    package init(
        of caller: Caller, on service: KeychainService, by bearer: ProofBearer = .ofThisProcess,
        charging memory: CallMemory = .unbounded
    ) {
        self.service = service
        self.caller = caller
        self.bearer = bearer
        self.memory = memory
    }

    /// - Parameters:
    ///   - keychain: with the absolute path of its file.
    ///   - word: what the user has said to this call.
    /// - Throws: what the keychain answers; `.interactionNotAllowed` if the user has permitted something, and the call
    ///   asks for a permission again; `.authFailed` if the user has been asked too often.
    package func run(
        _ asked: Request, at keychain: KeychainAddress, hearing word: UserWord = UserWord()
    ) throws(KeychainError) -> CallOutcome {
        let path = keychain.path
        let fresh = word.evidence
        let request = fresh.applicationPassword.map { asked.giving($0) } ?? asked
        let authentication = request.authentication
        try service.noteFinger(fresh, of: bearer, caller, inKeychainAt: path)
        let key = authentication?.context.map { context in
            ProofBook.Key(process: bearer.process, caller: caller, context: context, keychain: path)
        }
        let proofs = service.proofs(fresh, key, authentication, of: bearer, caller, inKeychainAt: path)
        if case .evaluate(let flags, let authentication) = request {
            return try word.mayGoOn(
                after: try service.evaluate(flags, authentication, inKeychainAt: path, proofs, key, bearer))
        }
        let call = CallContext(
            of: caller, by: bearer, permitting: word.permitted, proving: proofs, charging: memory,
            applicationKeys: ApplicationKeys(of: authentication), requiringKeychain: keychain.mustExist)
        let outcome: Outcome<Reply>
        do throws(KeychainError) {
            outcome = try service.attempt(try service.bindingToFingers(request), inKeychainAt: path, for: call)
        } catch {
            guard error.cause == .applicationPassword,
                let need = service.passwordNeed(of: asked, from: caller, proofs, inKeychainAt: path)
            else { throw error }
            return try word.mayGoOn(after: .needsProof(need))
        }
        if let key { service.keep(proofs, for: key, of: bearer, unlessLacking: outcome) }
        switch outcome {
        case .done(let reply): return .done(reply)
        case .needs(.permission(let need)): return try word.mayGoOn(after: .needsPermission(need))
        case .needs(.proof):
            guard let authentication else { throw .needsProof }
            return try word.mayGoOn(
                after: .needsProof(try service.need(of: proofs, authentication, inKeychainAt: path)))
        // Keys are derived, and transactions begun, by whoever opens the keychain.
        case .needs(.keys), .needs(.ownTransaction):
            throw KeychainError(.internalError, during: "ending a call that is not done")
        }
    }
}
