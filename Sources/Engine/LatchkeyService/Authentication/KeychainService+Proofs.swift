// A call with what the user has proved for it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

extension KeychainService {
    /// Does the call, or says what the user would have to permit or to prove for it. Nobody waits meanwhile: it is done
    /// anew then.
    /// - Parameter path: the absolute path of the keychain file.
    /// - Parameter permitted: the items that the user has permitted this one call to read.
    /// - Parameter fresh: what they have proved for this one call, and for which items.
    /// - Parameter bearer: whose call it is.
    /// - Parameter memory: what the call may hold, its answer included.
    package func perform(
        _ request: Request, inKeychainAt path: String, from caller: Caller,
        permitting permitted: Set<PersistentReference> = [], proving fresh: CallEvidence = CallEvidence(),
        by bearer: ProofBearer = .ofThisProcess, charging memory: CallMemory = .unbounded
    ) throws(KeychainError) -> CallOutcome {
        let asked = request
        let request = fresh.applicationPassword.map { asked.giving($0) } ?? asked
        let authentication = request.authentication
        if let set = fresh.newFinger {
            let finger = KeptFinger(enrolledSet: set, era: try passwordAndEra(ofKeychainAt: path).era)
            book.noteFinger(finger, of: bearer, caller, inKeychainAt: path, at: clock.uptime())
        }
        let finger = authentication.flatMap { authentication in
            book.recentFinger(
                of: bearer, caller, inKeychainAt: path, within: authentication.reuseSeconds, at: clock.uptime())
        }
        let key = authentication?.context.map { context in
            ProofBook.Key(process: bearer.process, caller: caller, context: context, keychain: path)
        }
        let proofs = CallProofs(fresh: fresh, kept: key.flatMap(book.proofs), finger: finger)
        if case .evaluate(let flags, let authentication) = request {
            return try evaluate(flags, authentication, inKeychainAt: path, proofs, key, bearer)
        }
        do throws(KeychainError) {
            let call = CallContext(of: caller, permitting: permitted, proving: proofs, charging: memory)
            let outcome = try attempt(try bindingToFingers(request), inKeychainAt: path, for: call)
            if case .needs(.proof) = outcome {
                guard let authentication else { throw .needsProof }
                return .needsProof(try need(of: proofs, authentication, inKeychainAt: path))
            }
            // A finger from before has its own end, and is no new proof.
            if let key, let used = proofs.used, !used.items.isDisjoint(with: fresh.items.keys) {
                book.change(key, of: bearer.connection, in: used.era) { kept in
                    for (item, evidence) in fresh.items where used.items.contains(item) {
                        kept.items[item] = (kept.items[item] ?? ProofEvidence()).joined(with: evidence)
                    }
                }
            }
            switch outcome {
            case .done(let reply): return .done(reply)
            case .needs(.permission(let need)): return .needsPermission(need)
            // Keys are derived, and transactions begun, by whoever opens the keychain.
            case .needs(.proof), .needs(.keys), .needs(.ownTransaction):
                throw KeychainError(.internalError, during: "ending a call that is not done")
            }
        } catch {
            if error.cause == .applicationPassword,
                let need = passwordNeed(of: asked, from: caller, proofs, inKeychainAt: path)
            {
                return .needsProof(need)
            }
            throw error
        }
    }

    /// Where a program gives no password for an item of its own that it reads or adds, the user is asked for it. A
    /// command works for whoever starts it, and an update could seal what was open before under a word that was typed
    /// once.
    private func passwordNeed(
        of request: Request, from caller: Caller, _ proofs: CallProofs, inKeychainAt path: String
    ) -> ProofNeed? {
        let tries = proofs.fresh.applicationPasswords
        guard let authentication = request.authentication, authentication.ui == .allow,
            authentication.applicationPassword == nil, tries < ProofNeed.mostApplicationPasswords,
            !caller.accessGroups.contains(.all)
        else { return nil }
        switch request {
        case .add(var addition):
            // The request has it, while the user thinks; nobody else needs to.
            addition.secret = nil
            return ProofNeed(
                items: [], keychain: path, methods: .applicationPassword, authentication: authentication,
                newItem: addition)
        case .copy:
            guard let item = proofs.sealed else { return nil }
            return ProofNeed(
                items: [item], keychain: path, methods: .applicationPassword, authentication: authentication,
                wrongPasswords: tries)
        case .update, .delete, .addIdentity, .copyIdentities, .updateIdentities, .deleteIdentities, .deleteIdentity,
            .addKeyPair, .makeKey, .useKey, .sealedData, .accessList, .setAccessList, .create, .destroy, .lock,
            .unlock, .changePassword, .status, .set, .examine, .quarantinedRow, .restoreRow, .discardRow, .identity,
            .introduction, .nextQuestion, .isQuestionOpen, .answerQuestion, .presence, .evaluate, .endContext:
            return nil
        }
    }

    /// What to ask the user for first. One proof is for as many items as it helps; for the others they are asked next.
    /// - Throws: `.authFailed` if one of them asks for what cannot be proved here.
    private func need(
        of proofs: CallProofs, _ authentication: Authentication, inKeychainAt path: String
    ) throws(KeychainError) -> ProofNeed {
        let (hasPassword, era) = try keychain(at: path).passwordAndEra()
        let lacking = proofs.lacking
        let mayTakeFinger = lacking.contains { $0.accessControl.proofRequirement?.mayTakeFinger == true }
        let biometry = mayTakeFinger ? biometry() : .unavailable
        var items: [Item] = []
        var methods: ProofMethods = []
        for item in lacking {
            guard let requirement = item.accessControl.proofRequirement else { continue }
            let own = try requirement.methods(
                after: proofs.evidence(for: item.reference, in: era), hasPassword: hasPassword, biometry: biometry)
            let common = items.isEmpty ? own : methods.intersection(own)
            guard !common.isEmpty else { continue }
            items.append(item)
            methods = common
        }
        return ProofNeed(items: items, keychain: path, methods: methods, authentication: authentication)
    }

    /// A proof for the context itself.
    private func evaluate(
        _ flags: UInt64, _ authentication: Authentication, inKeychainAt path: String, _ proofs: CallProofs,
        _ key: ProofBook.Key?, _ bearer: ProofBearer
    ) throws(KeychainError) -> CallOutcome {
        let (hasPassword, era) = try passwordAndEra(ofKeychainAt: path)
        guard let requirement = AccessControl(protection: .ak, flags: flags).proofRequirement else {
            return .done(.done)
        }
        let biometry = requirement.mayTakeFinger ? biometry() : .unavailable
        // Fingers of today are the ones that a new item would be bound to.
        let today: ProofRequirement =
            if case .enrolled(let set) = biometry {
                ProofRequirement(requirement.constraints, count: requirement.count, enrolledSet: set)
            } else { requirement }
        let evidence = proofs.evidence(for: nil, in: era)
        guard today.isMet(by: evidence) else {
            let methods = try today.methods(after: evidence, hasPassword: hasPassword, biometry: biometry)
            guard authentication.ui == .allow else { throw .promptForbidden }
            return .needsProof(ProofNeed(items: [], keychain: path, methods: methods, authentication: authentication))
        }
        if let key, !proofs.fresh.context.isEmpty {
            book.change(key, of: bearer.connection, in: era) { kept in
                kept.evaluated = kept.evaluated.joined(with: proofs.fresh.context)
            }
        }
        return .done(.done)
    }

    /// What the user can be asked for.
    func presence(inKeychainAt path: String) throws(KeychainError) -> PresenceReport {
        PresenceReport(hasPassword: try passwordAndEra(ofKeychainAt: path).hasPassword, biometry: biometry())
    }

    /// Whether somebody must know something to answer a question about a keychain.
    package func hasPassword(ofKeychainAt path: String) throws(KeychainError) -> Bool {
        try passwordAndEra(ofKeychainAt: path).hasPassword
    }

    /// A keychain that was never made has no password.
    private func passwordAndEra(
        ofKeychainAt path: String
    ) throws(KeychainError) -> (hasPassword: Bool, era: UInt64) {
        do throws(KeychainError) {
            return try keychain(at: path).passwordAndEra()
        } catch  where error.code == .noSuchKeychain {
            return (false, 0)
        }
    }

    /// Puts the fingers that are enrolled now into the access controls that are bound to them.
    /// - Throws: `.authFailed` if there are none.
    private func bindingToFingers(_ request: Request) throws(KeychainError) -> Request {
        guard request.isForCurrentFingers else { return request }
        guard case .enrolled(let set) = biometry() else {
            throw KeychainError(
                .authFailed, during: "storing an item that is bound to the fingers that are enrolled",
                hint: "there is no fingerprint reader, or no finger is enrolled")
        }
        return request.bound(to: set)
    }

    /// A context has ended.
    package func endContext(_ context: ContextIdentifier, of process: Int32, _ caller: Caller) {
        book.forget(context, of: process, caller)
    }

    /// A connection has ended, and with it what was proved over it.
    package func forgetProofs(of connection: UInt64) { book.forget(connection: connection) }
}

extension OpenKeychain {
    fileprivate func passwordAndEra() throws(KeychainError) -> (hasPassword: Bool, era: UInt64) {
        try withState { state throws(KeychainError) in
            try state.readingRefresh()
            return (state.keybag.hasPassword, state.era)
        }
    }
}
