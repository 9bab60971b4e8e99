// What happens outside of the keychain and locks it.
// SPDX-License-Identifier: Apache-2.0

package enum LockEvent: Hashable, Sendable {
    /// The user's screen was locked: every keychain locks.
    case screenLock
    /// The machine is about to sleep: keychains with the setting for it lock.
    case sleep
}
