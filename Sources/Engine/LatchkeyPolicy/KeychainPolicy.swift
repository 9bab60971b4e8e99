// Decides which secrets a call opens. Pure: no I/O, no clock, no lock.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// The rules for the secrets of one call, in one place: whoever opens a secret asks here first (``MayReadSecret``).
package struct KeychainPolicy: Sendable {
    /// By what an item is the caller's to read.
    package enum Reach: Sendable {
        /// It is in one of these groups.
        case groups(GroupScope)
        /// Its access list names the program.
        case list(AccessList, SharedReading)
        /// The user has permitted this call to read it.
        case permission
    }

    private let reach: Reach
    private let purpose: SecretPurpose
    private let permission: UserPermission?
    private let permitted: Set<PersistentReference>

    /// - Parameter permission: the rule for a caller that sees more than it may read; nil for one that reads what it
    ///   sees.
    /// - Parameter permitted: what the user has permitted this call.
    package init(
        _ reach: Reach, for purpose: SecretPurpose, asking permission: UserPermission? = nil,
        permitting permitted: Set<PersistentReference> = []
    ) {
        self.reach = reach
        self.purpose = purpose
        self.permission = permission
        self.permitted = permitted
    }

    /// The same call, for an item that is reached in another way.
    package func reaching(_ reach: Reach) -> KeychainPolicy {
        KeychainPolicy(reach, for: purpose, asking: permission, permitting: permitted)
    }

    /// Whether the call opens the secret of this item. What costs something to find out is asked for only if it
    /// decides.
    /// - Parameter evidence: what the user has proved for the item.
    /// - Parameter list: the access list of the item.
    /// - Parameter isPublicKey: whether the secret is a public key, by its own bytes: then it is none.
    package func decide(
        _ reference: PersistentReference, in group: AccessGroup?, under control: AccessControl,
        proving evidence: () -> ProofEvidence, list: () throws(KeychainError) -> AccessList,
        isPublicKey: () -> Bool
    ) throws(KeychainError) -> SecretDecision {
        guard reaches(reference, in: group) else { return .isNotTheCallers }
        if let permission, permission.seesEveryItem, !permitted.contains(reference),
            try permission.isWithheld(reference.itemClass, in: group, list: list, isPublicKey: isPublicKey)
        {
            return .needsPermission
        }
        let needsProof =
            switch purpose {
            case .answer: control.needsUser(toRead: reference.itemClass)
            case .use: control.needsUserToUse
            case .keep, .backUp, .move: false
            }
        guard needsProof, let requirement = control.proofRequirement else {
            return .mayRead(MayReadSecret(reference, for: purpose))
        }
        guard requirement.isMet(by: evidence()) else { return .needsProof }
        return .mayRead(MayReadSecret(reference, for: purpose, usesProof: true))
    }

    /// The right to look at a secret, or to seal it again, for what is done with items by other rules than those of
    /// reading.
    package static func mayKeep(_ reference: PersistentReference) -> MayReadSecret {
        MayReadSecret(reference, for: .keep)
    }

    /// The right to a secret that goes with its item to another keychain, for the keychain in the process: whoever runs
    /// that could open the file as well.
    package static func mayMove(_ reference: PersistentReference) -> MayReadSecret {
        MayReadSecret(reference, for: .move)
    }

    private func reaches(_ reference: PersistentReference, in group: AccessGroup?) -> Bool {
        switch reach {
        case .groups(.all): true
        case .groups(.only(let groups)): group.map(groups.contains) ?? false
        case .list(let list, let reading): group.map { reading.permitsReading(itemIn: $0, with: list) } ?? false
        case .permission: permitted.contains(reference)
        }
    }
}
