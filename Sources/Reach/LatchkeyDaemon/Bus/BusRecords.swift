// What the daemon knows of programs on the session buses.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Used by every worker.
package protocol BusRecords: Sendable {
    /// - Throws: `.notAvailable` if no session bus of the user is answered.
    func report(for user: UInt32) throws(KeychainError) -> BusReport
    /// The user has proved to be the user, if that is needed.
    /// - Throws: `.parameter` for a name that nobody has, or a program that nothing can be allowed for good.
    func decide(_ choice: BusChoice, for user: UInt32) throws(KeychainError)
    /// A user has locked a keychain, also one without a password: what managers were granted ends.
    func forgetManagers(of user: UInt32?)
}
