// What calls say about the user.
// SPDX-License-Identifier: Apache-2.0

extension Request {
    /// How the user may be asked for the call; nil for one that asks nobody.
    package var authentication: Authentication? {
        switch self {
        case .add(let addition): addition.authentication
        case .copy(let query), .update(let query, _), .delete(let query): query.authentication
        case .copyIdentities(let query), .updateIdentities(let query, _), .deleteIdentities(let query),
            .deleteIdentity(let query):
            query.key.authentication
        case .addIdentity(let addition): .joint(addition.key, addition.certificate)
        case .evaluate(_, let authentication): authentication
        case .useKey(let use): use.authentication
        case .addKeyPair(let privateHalf, let publicHalf): .joint(privateHalf, publicHalf)
        case .makeKey(let pair): .joint(pair.privateHalf, pair.publicHalf ?? pair.privateHalf)
        case .sealedData, .accessList, .setAccessList, .create, .destroy, .lock, .unlock, .changePassword, .status,
            .set,
            .examine, .quarantinedRow, .restoreRow, .discardRow, .identity, .introduction, .nextQuestion,
            .isQuestionOpen, .answerQuestion, .presence, .endContext, .busReport, .decideOnBus,
            .beginBackup, .beginRestore, .transfer, .survey, .adopt:
            nil
        }
    }
}

extension Authentication {
    /// What two items that are stored together say; one that says nothing goes along with the other.
    fileprivate static func joint(_ first: ItemAddition, _ second: ItemAddition) -> Authentication {
        first.authentication == Authentication() ? second.authentication : first.authentication
    }
}
