// The way from a client to a keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// Carries requests to a keychain and brings the replies. Safe to call from any thread.
package protocol KeychainTransport: Sendable {
    /// - Throws: what the keychain answers; `.notAvailable` if it cannot be reached.
    func perform(_ request: Request, at keychain: KeychainAddress) throws(KeychainError) -> Reply

    /// Whether the keychain has a file, or something under its path that must be asked about.
    func hasKeychain(at path: String) -> Bool

    /// How the keychain calls the program of an executable file, so that an access list can name it.
    /// - Parameter executable: the path of the file, without symbolic links.
    func application(of executable: String) throws(ApplicationFailure) -> TrustedApplication

    /// A way to the same keychains on which a call may take long: the calls on this one go on meanwhile.
    func another() -> any KeychainTransport

    /// Lets go of what is open. A later call opens it again.
    func close()
}
