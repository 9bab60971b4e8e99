// `latchkey tpm`: the device key in the TPM of the machine.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService

struct TPMCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tpm", abstract: "Keep the key of this device in its TPM 2.0.",
        discussion: """
            Without a TPM the key lies in device.key beside the keychains: whoever has the disk has it. A TPM gives it to \
            this machine alone.
            """,
        subcommands: [TPMSetupCommand.self, TPMStatusCommand.self, TPMForgetCommand.self])
}

/// Whose device key.
struct DeviceHomeOption: ParsableArguments {
    @Option(
        help: """
            The directory of the keychains, if it is not that of this user, such as /var/lib/latchkey/1000 of a daemon.
            """, completion: .directory)
    var home: String?

    var path: String { home ?? ClientConfiguration.current.home }

    /// The device key of the home, with the keychains that the lists of the home name.
    /// - Throws: `.notAvailable` if a daemon has this user's keychains, and no others were named.
    func reachedKey() throws(KeychainError) -> LocalDeviceKey {
        guard home != nil || ClientConfiguration.current.socket == nil else {
            throw KeychainError(
                .notAvailable, during: "looking for the device key",
                hint: "a daemon keeps the keychains; name its folder with --home, as the user that it runs as")
        }
        let preferences = KeychainPreferences(home: path)
        // Those that are for all users depend on keys of their own.
        var listed = try preferences.ownSearchList()
        // One of them may be unset.
        if let keychain = try? preferences.defaultKeychain() { listed.append(keychain) }
        if let keychain = try? preferences.loginKeychain() { listed.append(keychain) }
        return LocalDeviceKey(home: path, listed: listed)
    }
}
