// A keychain whose damaged file was set aside is no empty one.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPlatform
import LatchkeyStore

extension OpenKeychain {
    /// Call it if there is no file. A client of a bus that is told "nothing found" makes a new secret, and what it
    /// stores would make a keychain without a password in the place of the old one.
    /// - Throws: if a file was kept from it.
    func requireNothingKept() throws(KeychainError) {
        guard try hasKeptFile() else { return }
        throw KeychainError(
            .notAvailable, during: "opening a keychain whose damaged file was set aside",
            hint: "restore or delete the damaged file, or make the keychain anew (see `latchkey doctor`)")
    }

    /// - Throws: if the folder is there and cannot be listed.
    private func hasKeptFile() throws(KeychainError) -> Bool {
        let name = String(file.path.split(separator: "/").last ?? "")
        return try file.namesBeside().contains { KeptFile.isKept($0, from: name) }
    }
}
