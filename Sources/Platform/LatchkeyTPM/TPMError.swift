// What can go wrong with a TPM.
// SPDX-License-Identifier: Apache-2.0

/// A command of a TPM that failed. The cases are those between which somebody decides.
package enum TPMError: Error, Hashable, Sendable {
    /// There is no TPM under the name, or libtss2 is not installed.
    case noTPM
    /// The TPM, or the way to it, does not answer any more. The code is that of libtss2.
    case unavailable(UInt32)
    /// What authorises an object is another value. The TPM has counted it if the object is subject to lockout.
    case wrongAuthorisation
    /// The TPM refuses every try, also a right one, for about so many seconds; nil if waiting does not help.
    case lockedOut(seconds: UInt64?)
    /// The TPM protects its memory from wear and wants some time before it is written to again.
    case rateLimited
    /// The TPM is busy with itself; trying again helps.
    case busy
    /// There is no storage root any more.
    case storageRootMissing
    /// The storage root is another: the TPM was cleared, or it is another TPM.
    case storageRootReplaced
    /// What is at the handle of the storage root cannot be one.
    case storageRootUnusable
    /// The hierarchy of the owner has an authorisation, so that nothing can be made without it.
    case ownerHasAuthorisation
    /// Nothing is at this handle.
    case notFound
    /// Something is at this handle already.
    case exists
    /// The object is damaged, or was made by another TPM or before this one was cleared.
    case foreignObject
    /// The memory of the TPM is used up.
    case full
    /// Any other answer. The code is that of libtss2.
    case refused(UInt32)
}

extension TPMError: CustomStringConvertible {
    /// For logs and the command line. Nothing of it is secret.
    package var description: String {
        switch self {
        case .noTPM: "there is no TPM 2.0, or libtss2 is not installed"
        case .unavailable(let code): "the TPM does not answer (\(Self.words(for: code)))"
        case .wrongAuthorisation: "the authorisation is wrong"
        case .lockedOut(.some(let seconds)): "the TPM is locked out for about \(seconds) seconds"
        case .lockedOut(.none): "the TPM is locked out"
        case .rateLimited: "the TPM limits how often its memory is written to"
        case .busy: "the TPM is busy"
        case .storageRootMissing: "the TPM has no storage root"
        case .storageRootReplaced: "the TPM was cleared, or is another one"
        case .storageRootUnusable: "the storage root of the TPM has an authorisation, or is no storage key"
        case .ownerHasAuthorisation: "the owner hierarchy of the TPM has an authorisation"
        case .notFound: "the TPM has nothing at this handle"
        case .exists: "the TPM has something at this handle"
        case .foreignObject: "the object is damaged, or is of another TPM"
        case .full: "the memory of the TPM is used up"
        case .refused(let code): "the TPM refuses a command (\(Self.words(for: code)))"
        }
    }
}
