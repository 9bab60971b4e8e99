// What a call brings along.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// Everything that belongs to one call. It is passed to whatever works for the call, and nothing keeps it.
struct CallContext: Sendable {
    let caller: Caller
    /// Whose call it is.
    let bearer: ProofBearer
    /// The items that the user has permitted this call to read.
    let permitted: Set<PersistentReference>
    /// What the user has proved for it.
    let proofs: CallProofs
    /// What its memory is charged to.
    let memory: CallMemory
    /// The keys from the password that it brings for items of its program; nil without one.
    let applicationKeys: ApplicationKeys?
    /// If true, a keychain without a file is an error; if false it holds nothing, and its first item makes it.
    let requiresKeychain: Bool

    init(
        of caller: Caller, by bearer: ProofBearer = .ofThisProcess, permitting permitted: Set<PersistentReference> = [],
        proving proofs: CallProofs = .none,
        charging memory: CallMemory = .unbounded, applicationKeys: ApplicationKeys? = nil,
        requiringKeychain requiresKeychain: Bool = false
    ) {
        self.caller = caller
        self.bearer = bearer
        self.permitted = permitted
        self.proofs = proofs
        self.memory = memory
        self.applicationKeys = applicationKeys
        self.requiresKeychain = requiresKeychain
    }
}
