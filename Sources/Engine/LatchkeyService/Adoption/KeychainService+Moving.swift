// A keychain of this process whose items move to another one.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyStore

/// For the keychain in the process alone: no request gives away the items of others.
extension KeychainService {
    /// The items behind a place, with their secrets, whatever proofs they ask for: whoever runs this could open the
    /// file as well. The keychain must be unlocked.
    package func movedItems(
        after place: MovePlace, ofKeychainAt path: String
    ) throws(KeychainError) -> MovePage<MoveState> {
        try keychain(at: path).movedItems(after: place, charging: .unbounded)
    }

    /// Gives the file a dated name, if nobody has written to it since it was in a state.
    /// - Returns: the new path, or nil if somebody has.
    package func keepAsMoved(_ path: String, ifStill state: MoveState) throws(KeychainError) -> String? {
        try keychain(at: path).keepAsMoved(ifStill: state)
    }

    /// Takes the keys of a keychain out of the login session, those of the first unlock among them.
    package func forget(_ path: String) {
        try? keychain(at: path).withState { state in state.session?.forget() }
    }

    /// Gives a file that was kept its own name back. A keychain that was made in its place gets a dated name.
    /// - Returns: the new path of that one; nil if there was none.
    /// - Throws: as ``KeychainFile/bringBack(from:)``, and what opening the other keychain throws.
    package func bringBack(_ path: String, from kept: String) throws(KeychainError) -> String? {
        let keychain = try keychain(at: path)
        try KeychainFile.requireKept(kept)
        let replaced = try keychain.setAside()
        try keychain.file.bringBack(from: kept)
        return replaced
    }
}
