// The calls that cross from a program to the keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyPlatform

/// One call. Behind it there are only typed values. It is handed through many functions, and indirect so that these
/// copy a pointer.
package indirect enum Request: Sendable {
    case add(ItemAddition)
    case copy(ItemQuery)
    case update(ItemQuery, ItemChange)
    case delete(ItemQuery)

    /// Adds a certificate and its private key; one of them may be there already.
    case addIdentity(IdentityAddition)
    case copyIdentities(IdentityQuery)
    /// Changes every certificate that the one half matches and every key that the other half matches.
    case updateIdentities(IdentityQuery, IdentityChange)
    /// Deletes every certificate that the one half matches and every key that the other half matches.
    case deleteIdentities(IdentityQuery)
    /// Deletes the certificates that the one half matches, and the keys that the other half matches unless another
    /// certificate for the key remains. With a persistent reference the keys are those of the identity.
    case deleteIdentity(IdentityQuery)

    /// Adds the halves of a pair, both or none.
    case addKeyPair(private: ItemAddition, public: ItemAddition)
    /// Makes a key behind the service, and stores its halves, both or none.
    case makeKey(NewKeyPair)
    /// An operation of a key whose bytes stay behind the service.
    case useKey(KeyUse)

    /// The sealed secret of an item, as the file holds it.
    case sealedData(PersistentReference)
    /// The programs beside those of its group that may read an item.
    case accessList(PersistentReference)
    /// Gives an item another access list. The password is the keychain's, and nil if it has none.
    case setAccessList(PersistentReference, AccessList, password: ItemSecret?)

    /// Makes the keychain. Without a password it is bound to the device alone.
    case create(password: ItemSecret?)
    /// Takes the file away, and with it every item.
    case destroy
    case lock
    case unlock(password: ItemSecret)
    /// Sets, changes or (new: nil) removes the password. Removing it destroys the items of class `akpu`.
    case changePassword(old: ItemSecret?, new: ItemSecret?)
    case status
    case set(LockSettings)
    /// Looks at every row and names the damaged ones.
    case examine
    /// A row in quarantine, by its number.
    case quarantinedRow(Int64)
    /// Puts a row in quarantine back where it opens again.
    case restoreRow(Int64)
    /// Takes a row out of quarantine for good.
    case discardRow(Int64)
    /// Who the calling program is to the keychain, or for a tool another process of the same user.
    case identity(processID: Int32?)
    /// The file of the calling program, by its path in bytes, for a daemon that may not look at the process.
    case introduction(executable: [UInt8])

    /// Waits for a question to the user; for the process that asks them.
    case nextQuestion
    /// Whether a question that was given out still waits for its answer: `.itemNotFound` if not. Whoever asks says
    /// whether the dialog is shown: no finger is taken before.
    case isQuestionOpen(number: UInt64, isShown: Bool)
    case answerQuestion(number: UInt64, PermissionAnswer)

    /// What a user can be asked for.
    case presence
    /// Asks the user for the proofs of these flags of an access control, and keeps them for the context of the
    /// authentication.
    case evaluate(flags: UInt64, Authentication)
    /// Ends a context: its dialogs close and its proofs are forgotten.
    case endContext(ContextIdentifier)

    /// What programs on the session bus may do, and did.
    case busReport
    /// Decides about a program on the session bus. To allow something takes the keychain's password, and none if it
    /// has none.
    case decideOnBus(BusChoice, password: ItemSecret?)

    /// Begins a backup of the keychain.
    /// - Parameter password: the one that it is to have.
    /// - Parameter proof: the keychain's, and nil if it has none.
    case beginBackup(password: ItemSecret, proof: ItemSecret?)
    /// Begins a restore, and changes nothing yet.
    /// - Parameter beginning: the first bytes of the file.
    /// - Parameter password: that of the backup.
    /// - Parameter proof: the keychain's, and nil if it has none.
    case beginRestore(beginning: [UInt8], password: ItemSecret, proof: ItemSecret?)
    /// A step of a backup or a restore, by its number.
    case transfer(UInt64, TransferStep)
    /// The place and the size of the keychain. One that is not there is an answer, too.
    /// - Parameter since: seconds since 2001-01-01 UTC, to count what was changed after that; nil to count nothing.
    case survey(since: Double?)
    /// Takes in items of another keychain, and never replaces one. What a command may not add by itself takes the
    /// keychain's password. A trial tells what would become of the items, and changes nothing.
    case adopt([MovedItem], password: ItemSecret?, isTrial: Bool)
}

/// What a call gives back.
package enum Reply: Sendable {
    case done
    /// The items of an add or a search, in the order of their creation.
    case items([ReturnedItem])
    /// The identities of an add or a search, in the order of their certificates' creation.
    case identities([Identity])
    case sealedData([UInt8])
    case accessList(AccessList)
    case status(KeychainStatus)
    case examination(Examination)
    case quarantinedRow(QuarantinedRow)
    case restoration(RowRestoration)
    case identity(IdentityReport)
    /// Nil if none came for a while.
    case question(PermissionQuestion?)
    /// What a key has computed.
    case computed(ItemSecret)
    case presence(PresenceReport)
    case busReport(BusReport)
    case transfer(TransferState)
    case survey(KeychainSurvey)
    /// What became of each item, in the order of the request.
    case adoption([AdoptionOutcome])
}
