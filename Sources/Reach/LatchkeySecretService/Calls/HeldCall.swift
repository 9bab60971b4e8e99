// A call that is answered later.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyPolicy

/// While the user is asked, or while something slow is done for it on another thread.
struct HeldCall {
    enum Purpose {
        /// Wants the secret of an item of another program.
        case secret(session: Int, ItemKey)
        /// Wants another label for a collection.
        case label(collection: KeychainName, String)
        case setDefault(KeychainName, provenBy: KeychainName?)
        /// Works with a password that the client gave.
        case work(PasswordWork)
    }

    /// What is told when a password has been worked with.
    enum PasswordWork {
        case unlocked(KeychainName)
        case changed(KeychainName)
        case created(KeychainName)
    }

    let call: BusCall
    let principal: BusPrincipal
    let purpose: Purpose
    /// Milliseconds of the monotonic clock; nil for what ends by itself.
    let deadline: UInt64?
    var waitsFor: QuestionKey?

    /// Clients give up after 25 s.
    static let longestWait: UInt64 = 20_000

    /// What is answered if the user has not agreed in time, or not at all.
    var refusal: BusFailure {
        switch purpose {
        case .secret: .isLocked
        case .label, .setDefault: .accessDenied
        case .work: .denied
        }
    }
}
