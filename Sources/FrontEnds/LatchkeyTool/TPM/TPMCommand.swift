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
    var key: LocalDeviceKey { LocalDeviceKey(home: path) }

    /// - Throws: `.notAvailable` if a daemon has this user's keychains, and no others were named.
    func requireReach() throws(KeychainError) {
        guard home == nil, ClientConfiguration.current.socket != nil else { return }
        throw KeychainError(
            .notAvailable, during: "looking for the device key",
            hint: "a daemon keeps the keychains; name its folder with --home, as the user that it runs as")
    }
}
