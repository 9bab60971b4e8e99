// The keychains of a user's home, whose items move to a daemon.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// What a program does with files that it opens itself. Behind a daemon nothing gives away the items of others.
package protocol KeychainMoving {
    /// Tells one state of a file from the next.
    associatedtype State: Hashable & Sendable

    func status(of path: String) throws(KeychainError) -> KeychainStatus
    func unlock(_ path: String, with password: ItemSecret) throws(KeychainError)
    /// The rows that are no tombstones.
    func itemCount(of path: String) throws(KeychainError) -> Int
    /// The items behind a place, with their secrets. The keychain must be unlocked.
    func items(of path: String, after place: MovePlace) throws(KeychainError) -> MovePage<State>
    /// Gives the file a dated name, if nobody has written to it since it was in a state.
    /// - Returns: the new path, or nil if somebody has.
    func keep(_ path: String, ifStill state: State) throws(KeychainError) -> String?
    /// Gives a file that was kept its own name back. A keychain that was made since gets a dated name.
    /// - Returns: the new path of that one; nil if there was none.
    func bringBack(_ path: String, from kept: String) throws(KeychainError) -> String?
    /// The group that a program without a signature has when the keychain is in the program, if nothing beside it says
    /// otherwise.
    func group(ofProgramAt executable: String) -> AccessGroup
    func close()
}
