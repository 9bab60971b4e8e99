// Where an unlocked keychain stays unlocked.
// SPDX-License-Identifier: Apache-2.0

package enum UnlockPlace: Hashable, Sendable {
    /// In the kernel's keyring of the login session, for every process of it; if there is none, in this process.
    case loginSession
    /// In this process alone, which serves all others.
    case service
}
