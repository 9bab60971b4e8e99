// What wire, daemon, service and policy have to know of a kind of request.
// SPDX-License-Identifier: Apache-2.0

/// One row a request. A new one does not compile before its row is there.
package struct RequestTraits: Hashable, Sendable {
    package let touches: Subject
    package let mayBeMadeBy: Askers
    package let authentication: Means
    package let effect: Effect
    /// Whether asking again changes nothing more: such a call is repeated if its answer was lost.
    package let isRepeatable: Bool

    package enum Subject: Sendable {
        /// Items, as programs add, search, change and use them.
        case items
        /// What the file holds of one item: its sealed bytes, its access list, its row in quarantine.
        case record
        /// A keychain as a whole.
        case keychain
        /// The user, who proves and permits.
        case user
        /// Who a program is.
        case program
    }

    package enum Askers: Sendable {
        case everyProgram
        /// The commands, which act for the user.
        case tools
        /// The command that shows the questions to the user.
        case agent
        /// The command `latchkey`, which moves keychains.
        case mover
    }

    /// What it does to the file.
    package enum Effect: Sendable {
        case reads
        case changes
        /// It adds items, and makes a keychain that is not there.
        case adds
    }

    /// How whoever asks shows that it may.
    package enum Means: Sendable {
        case identityAlone
        /// By what the items want: proofs of the user, and a password of the application.
        case proofs
        /// By the keychain's password.
        case password
    }

    fileprivate init(
        _ touches: Subject, of askers: Askers = .everyProgram, by authentication: Means = .identityAlone,
        _ effect: Effect = .reads, repeatable isRepeatable: Bool = false
    ) {
        self.touches = touches
        mayBeMadeBy = askers
        self.authentication = authentication
        self.effect = effect
        self.isRepeatable = isRepeatable
    }
}

extension RequestCode {
    package var traits: RequestTraits {
        switch self {
        case .add: RequestTraits(.items, by: .proofs, .adds)
        case .copy: RequestTraits(.items, by: .proofs, repeatable: true)
        case .update: RequestTraits(.items, by: .proofs, .changes)
        case .delete: RequestTraits(.items, by: .proofs, .changes)
        case .addIdentity: RequestTraits(.items, by: .proofs, .adds)
        case .copyIdentities: RequestTraits(.items, by: .proofs, repeatable: true)
        case .updateIdentities: RequestTraits(.items, by: .proofs, .changes)
        case .deleteIdentities: RequestTraits(.items, by: .proofs, .changes)
        case .deleteIdentity: RequestTraits(.items, by: .proofs, .changes)
        case .addKeyPair: RequestTraits(.items, by: .proofs, .adds)
        case .makeKey: RequestTraits(.items, by: .proofs, .adds)
        // Another signature is another one, and the user may be asked for each.
        case .useKey: RequestTraits(.items, by: .proofs)
        case .sealedData: RequestTraits(.record, repeatable: true)
        case .accessList: RequestTraits(.record, repeatable: true)
        case .setAccessList: RequestTraits(.record, of: .tools, by: .password, .changes)
        case .quarantinedRow: RequestTraits(.record, of: .tools, repeatable: true)
        case .restoreRow: RequestTraits(.record, of: .tools, .changes)
        case .discardRow: RequestTraits(.record, of: .tools, .changes)
        case .create: RequestTraits(.keychain, of: .tools, by: .password, .changes)
        case .destroy: RequestTraits(.keychain, of: .tools, .changes)
        // It counts how often, for those that have the file open.
        case .lock: RequestTraits(.keychain, .changes, repeatable: true)
        case .unlock: RequestTraits(.keychain, by: .password)
        case .changePassword: RequestTraits(.keychain, of: .tools, by: .password, .changes)
        case .status: RequestTraits(.keychain, repeatable: true)
        case .set: RequestTraits(.keychain, of: .tools, .changes)
        // It may set rows aside.
        case .examine: RequestTraits(.keychain, of: .tools, .changes, repeatable: true)
        case .identity: RequestTraits(.program)
        case .introduction: RequestTraits(.program, repeatable: true)
        case .nextQuestion: RequestTraits(.user, of: .agent)
        case .isQuestionOpen: RequestTraits(.user, of: .agent, repeatable: true)
        case .answerQuestion: RequestTraits(.user, of: .agent)
        case .presence: RequestTraits(.user, repeatable: true)
        case .evaluate: RequestTraits(.user, by: .proofs)
        case .endContext: RequestTraits(.user, repeatable: true)
        case .busReport: RequestTraits(.user, of: .tools, repeatable: true)
        case .decideOnBus: RequestTraits(.user, of: .tools, by: .password, .changes)
        case .beginBackup: RequestTraits(.keychain, of: .tools, by: .password)
        case .beginRestore: RequestTraits(.keychain, of: .tools, by: .password)
        // A step has the transaction that others who write wait for: it waits for none of them, and takes none of
        // their turns.
        case .transfer: RequestTraits(.keychain, of: .tools)
        case .survey: RequestTraits(.keychain, of: .mover, repeatable: true)
        case .adopt: RequestTraits(.keychain, of: .mover, by: .password, .adds)
        }
    }
}
