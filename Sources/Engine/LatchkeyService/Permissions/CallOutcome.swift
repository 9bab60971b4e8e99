// What a call comes to where the user may have a word in it.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyPolicy
import LatchkeyStore

package enum CallOutcome: Sendable {
    case done(Reply)
    /// Nothing was done or read.
    case needsPermission(PermissionNeed)
    /// Nothing was changed, and nothing is given out.
    case needsProof(ProofNeed)
}

/// What a call would read of other programs.
package struct PermissionNeed: Sendable {
    /// At least one.
    package let items: [Item]
    /// The path of the keychain.
    package let keychain: String
    package let hasPassword: Bool

    package var references: Set<PersistentReference> { Set(items.map(\.reference)) }
}

/// What one search came upon.
struct Reading {
    var items: [FoundItem] = []
    var damaged: [RowDamage] = []
    /// Items that the call may read with the user's permission alone; if there are any, none was read.
    var withheld: [Item] = []
}

/// What a row is to a search.
enum RowReading {
    case found(FoundItem)
    /// It does not match after all, or is left out.
    case skipped
    /// It is read with the user's permission alone.
    case withheld(Item)
    /// It is sealed under a password, whose key has to be derived first.
    case wantsKey
    /// The user has to prove something first.
    case lacksProof
    case damaged(RowDamage)
}

extension KeychainError {
    /// Where the user would have to be asked, and nobody can.
    package static let nobodyToAsk = KeychainError(
        .interactionNotAllowed, during: "reading an item of another program",
        hint: "permission is needed, and nobody can ask the user for it; start `latchkey agent`")

    static let severalOwners = KeychainError(
        .interactionNotAllowed, during: "reading items of several other programs",
        hint: "the user is asked about the items of one program at a time; name one item")
}
