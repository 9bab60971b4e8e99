// A search for items, with what was decided about it.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy

struct ItemSearch: Sendable {
    let query: ItemQuery
    let reading: ReadingDecision
    let policy: KeychainPolicy
    /// The rule for secrets of other programs; nil if nobody is asked, or no secret is wanted.
    let permission: UserPermission?

    init(_ query: ItemQuery, reading: ReadingDecision, for call: CallContext, opening purpose: SecretPurpose) {
        self.query = query
        self.reading = reading
        permission = query.wantsSecret ? call.caller.userPermission : nil
        policy = KeychainPolicy(
            .groups(reading.scope), for: purpose, asking: permission, permitting: call.permitted)
    }

    /// Whether a tool reads, which finds every item, and does not get every secret.
    var isByTool: Bool { permission?.seesEveryItem == true }
}
