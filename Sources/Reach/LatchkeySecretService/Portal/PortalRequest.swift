// A sandboxed application's wish for its key.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyBus
import LatchkeyPolicy

/// As `org.freedesktop.impl.portal.Secret.RetrieveSecret` brought it.
struct PortalRequest {
    /// What an answer begins with.
    enum Response: UInt32 {
        case done = 0
        case cancelled = 1
        case failed = 2
    }

    enum Step {
        /// The bus is asked who has the frontend's name.
        case checking(call: UInt64)
        /// The user is asked for the password of the keychain.
        case unlocking(question: UInt64)
        case writing
    }

    let call: BusCall
    let principal: BusPrincipal
    /// What the frontend calls the application.
    let application: String
    let descriptor: BusDescriptor
    var step: Step

    /// Bytes of the name of an application.
    static let longestApplication = 255
}
