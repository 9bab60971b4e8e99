// What the user proves for calls: what holds from before, and what is asked for.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCrypto
package import LatchkeyModel
package import LatchkeyPlatform

extension KeychainService {
    /// Remembers a finger that the user has just shown, for as long as programs let it hold.
    func noteFinger(
        _ evidence: CallEvidence, of bearer: ProofBearer, _ caller: Caller, inKeychainAt path: String
    ) throws(KeychainError) {
        guard let set = evidence.newFinger else { return }
        let finger = KeptFinger(enrolledSet: set, era: try passwordAndEra(ofKeychainAt: path).era)
        book.noteFinger(finger, of: bearer, caller, inKeychainAt: path, at: clock.uptime())
    }

    /// What is proved for a call: what the user has just shown, and what holds from before.
    /// - Parameter key: of the call's context; nil without one.
    func proofs(
        _ fresh: CallEvidence, _ key: ProofBook.Key?, _ authentication: Authentication?, of bearer: ProofBearer,
        _ caller: Caller, inKeychainAt path: String
    ) -> CallProofs {
        let finger = authentication.flatMap { authentication in
            book.recentFinger(
                of: bearer, caller, inKeychainAt: path, within: authentication.reuseSeconds, at: clock.uptime())
        }
        return CallProofs(fresh: fresh, kept: key.flatMap(book.proofs), finger: finger)
    }

    /// Keeps for the context what was proved for items that the call has used. A finger from before has its own end,
    /// and is no new proof.
    func keep(
        _ proofs: CallProofs, for key: ProofBook.Key, of bearer: ProofBearer, unlessLacking outcome: Outcome<Reply>
    ) {
        let fresh = proofs.fresh
        if case .needs(.proof) = outcome { return }
        guard let used = proofs.used, !used.items.isDisjoint(with: fresh.items.keys) else { return }
        book.change(key, of: bearer.connection, in: used.era) { kept in
            for (item, evidence) in fresh.items where used.items.contains(item) {
                kept.items[item] = (kept.items[item] ?? ProofEvidence()).joined(with: evidence)
            }
        }
    }

    /// If a program gives no password for an item of its own that it reads or adds, the user is asked for it. A
    /// command works for whoever starts it, and an update could seal what was open before under a word that was typed
    /// once.
    func passwordNeed(
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
            .introduction, .nextQuestion, .isQuestionOpen, .answerQuestion, .presence, .evaluate, .endContext,
            .busReport, .decideOnBus, .beginBackup, .beginRestore, .transfer, .survey, .adopt:
            return nil
        }
    }

    /// What to ask the user for first. One proof is for as many items as it helps; for the others they are asked next.
    /// - Throws: `.authFailed` if one of them asks for what cannot be proved here.
    func need(
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
    func evaluate(
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

    /// The time between two locks of a keychain, by a number: what was proved in one holds in no other.
    package func era(ofKeychainAt path: String) throws(KeychainError) -> UInt64 {
        try passwordAndEra(ofKeychainAt: path).era
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
    func bindingToFingers(_ request: Request) throws(KeychainError) -> Request {
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

    /// A connection has ended, and with it the backups and restores over it.
    package func endTransfers(of connection: UInt64) { transfers.end(ofConnection: connection) }
}

extension OpenKeychain {
    fileprivate func passwordAndEra() throws(KeychainError) -> (hasPassword: Bool, era: UInt64) {
        try withState { state throws(KeychainError) in
            try state.readingRefresh()
            return (state.keybag.hasPassword, state.era)
        }
    }
}
