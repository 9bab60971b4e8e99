// A backup or a restore that is under way, over several calls.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

/// It has a connection of its own to the file, with a transaction that lasts as long as it does. One thread at a time
/// uses it.
protocol Transfer: AnyObject {
    /// Seconds without a step after which it is over.
    var patience: Double { get }

    /// - Parameter keychain: the one that it is of, which is nobody's else while the step has its keys.
    /// - Throws: what keeps it from going on; it is then over.
    func perform(
        _ step: TransferStep, on keychain: OpenKeychain, charging memory: CallMemory,
        answering state: inout TransferState
    ) throws(KeychainError)
}

extension KeychainError {
    static let noSuchTransfer = KeychainError(
        .itemNotFound, during: "going on with a backup or a restore",
        hint: "it has ended, because nothing was heard of it for a while, or the daemon was started again; begin anew")

    static let otherStep = KeychainError(.parameter, during: "going on with a backup or a restore")

    static let changedMeanwhile = KeychainError(
        .notAvailable, during: "going on with a backup or a restore",
        hint: "the password of the keychain, or its file, was changed meanwhile; begin anew")

    static let lockedForTransfer = KeychainError(
        .interactionNotAllowed, during: "using every key of a keychain",
        hint: "the keychain is locked; unlock it with `security unlock-keychain`")
}
