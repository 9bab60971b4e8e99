// What becomes of an item of the Secret Service in a change by one of the other calls.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform

extension Item {
    /// Keeps what a program cannot set. In a group that is no bus's the item is one like any other.
    /// - Throws: `.parameter` for an item of the Secret Service that would be copied to other devices.
    mutating func keepSecretService(of old: Item) throws(KeychainError) {
        guard reference.itemClass == .genericPassword else { return }
        attributes[.searchAttributes] = old.attributes[.searchAttributes]
        attributes[.contentType] = old.attributes[.contentType]
        guard old.isOfSecretService else { return }
        guard accessGroup?.isOfBus == true else { return leaveSecretService() }
        guard attributes[.synchronizable] != .number(1) else {
            throw KeychainError(.parameter, during: "making an item of the Secret Service synchronizable")
        }
        attributes[.syncViewHint] = old.attributes[.syncViewHint]
    }
}
