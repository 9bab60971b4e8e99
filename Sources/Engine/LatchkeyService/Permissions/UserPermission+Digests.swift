// Searches for the digests of other programs' items, which would tell a guessed secret from another.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

extension UserPermission {
    /// - Throws: `.interactionNotAllowed` if a tool compares items with a digest: that there is one would tell as much.
    func requireNoDigest(in request: Request) throws(KeychainError) {
        let queries: [ItemQuery] =
            switch request {
            case .copy(let query), .update(let query, _), .delete(let query): [query]
            case .copyIdentities(let query), .updateIdentities(let query, _), .deleteIdentities(let query),
                .deleteIdentity(let query):
                [query.certificate, query.key]
            case .add, .addIdentity, .addKeyPair, .makeKey, .useKey, .sealedData, .accessList, .setAccessList, .create,
                .destroy, .lock, .unlock, .changePassword, .status, .set, .examine, .quarantinedRow, .restoreRow,
                .discardRow, .identity, .introduction, .nextQuestion, .isQuestionOpen, .answerQuestion, .presence,
                .evaluate, .endContext, .busReport, .decideOnBus, .beginBackup, .beginRestore, .transfer, .survey,
                .adopt:
                []
            }
        guard !seesEveryItem || !queries.contains(where: \.comparesDigests) else {
            throw KeychainError(
                .interactionNotAllowed, during: "comparing items with a digest of their secrets",
                hint: "the commands do not search for sha1: it would tell whether a secret was guessed")
        }
    }
}

extension ItemQuery {
    fileprivate var comparesDigests: Bool {
        guard itemClass != .certificate else { return false }
        return matching[.sha1] != nil
            || itemList?.contains { entry in
                if case .attributes(let attributes) = entry { attributes[.sha1] != nil } else { false }
            } ?? false
    }
}
