// What calls say about the user, and the access controls that they bring.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension Request {
    /// True if a key is to work.

    /// True if an access control is bound to the fingers that are enrolled.
    var isForCurrentFingers: Bool { accessControls.contains { $0?.isForCurrentFingers == true } }

    private var accessControls: [AccessControl?] {
        switch self {
        case .add(let addition): [addition.accessControl]
        case .update(_, let change): [change.accessControl]
        case .addIdentity(let addition): [addition.certificate.accessControl, addition.key.accessControl]
        case .updateIdentities(_, let change): [change.certificate.accessControl, change.key.accessControl]
        case .addKeyPair(let privateHalf, let publicHalf): [privateHalf.accessControl, publicHalf.accessControl]
        case .makeKey(let pair): [pair.privateHalf.accessControl, pair.publicHalf?.accessControl]
        case .copy, .delete, .copyIdentities, .deleteIdentities, .deleteIdentity, .useKey, .sealedData, .accessList,
            .setAccessList, .create, .destroy, .lock, .unlock, .changePassword, .status, .set, .examine,
            .quarantinedRow, .restoreRow, .discardRow, .identity, .introduction, .nextQuestion, .isQuestionOpen,
            .answerQuestion, .presence, .evaluate, .endContext, .busReport, .decideOnBus, .beginBackup,
            .beginRestore, .transfer, .survey, .adopt:
            []
        }
    }

    /// The same call with its access controls bound to these fingers.
    func bound(to set: [UInt8]) -> Request {
        func bound(_ control: AccessControl?) -> AccessControl? {
            control.map { $0.isForCurrentFingers ? $0.bound(to: set) : $0 }
        }
        switch self {
        case .add(var addition):
            addition.accessControl = bound(addition.accessControl)
            return .add(addition)
        case .update(let query, var change):
            change.accessControl = bound(change.accessControl)
            return .update(query, change)
        case .addIdentity(var addition):
            addition.certificate.accessControl = bound(addition.certificate.accessControl)
            addition.key.accessControl = bound(addition.key.accessControl)
            return .addIdentity(addition)
        case .updateIdentities(let query, var change):
            change.certificate.accessControl = bound(change.certificate.accessControl)
            change.key.accessControl = bound(change.key.accessControl)
            return .updateIdentities(query, change)
        case .addKeyPair(var privateHalf, var publicHalf):
            privateHalf.accessControl = bound(privateHalf.accessControl)
            publicHalf.accessControl = bound(publicHalf.accessControl)
            return .addKeyPair(private: privateHalf, public: publicHalf)
        case .makeKey(let pair):
            var (privateHalf, publicHalf) = (pair.privateHalf, pair.publicHalf)
            privateHalf.accessControl = bound(privateHalf.accessControl)
            if var half = publicHalf {
                half.accessControl = bound(half.accessControl)
                publicHalf = half
            }
            return .makeKey(
                NewKeyPair(pair.kind, bits: pair.bits, privateHalf: privateHalf, publicHalf: publicHalf))
        case .copy, .delete, .copyIdentities, .deleteIdentities, .deleteIdentity, .useKey, .sealedData, .accessList,
            .setAccessList, .create, .destroy, .lock, .unlock, .changePassword, .status, .set, .examine,
            .quarantinedRow, .restoreRow, .discardRow, .identity, .introduction, .nextQuestion, .isQuestionOpen,
            .answerQuestion, .presence, .evaluate, .endContext, .busReport, .decideOnBus, .beginBackup,
            .beginRestore, .transfer, .survey, .adopt:
            return self
        }
    }

    /// The same call with the password of the item that it is about.
    func giving(_ password: ItemSecret) -> Request {
        switch self {
        case .add(var addition):
            addition.authentication.applicationPassword = password
            return .add(addition)
        case .copy(var query):
            query.authentication.applicationPassword = password
            return .copy(query)
        case .update, .delete, .addIdentity, .copyIdentities, .updateIdentities, .deleteIdentities, .deleteIdentity,
            .addKeyPair, .makeKey, .useKey, .sealedData, .accessList, .setAccessList, .create, .destroy, .lock,
            .unlock, .changePassword, .status, .set, .examine, .quarantinedRow, .restoreRow, .discardRow, .identity,
            .introduction, .nextQuestion, .isQuestionOpen, .answerQuestion, .presence, .evaluate, .endContext,
            .busReport, .decideOnBus, .beginBackup, .beginRestore, .transfer, .survey, .adopt:
            return self
        }
    }
}
