// `latchkey tpm setup`: moves the device key into the TPM.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTooling

struct TPMSetupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "setup", abstract: "Move the key of this device into the TPM.",
        discussion: """
            Makes a new key in the TPM and removes device.key. Keychains without a password are wrapped under the new key \
            at once, those with one when they are unlocked next. If the TPM is cleared or the board is replaced, nothing \
            opens any more: make a backup first.
            """)

    @OptionGroup var home: DeviceHomeOption

    func run() throws {
        let key = home.key
        let hasMoved = try reporting("moving the device key of \(home.path) to the TPM") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) -> Bool in
                try home.requireReach()
                return try key.moveToTPM()
            }
        }
        let client = KeychainClient(ClientConfiguration(home: home.path), as: .tool)
        var waiting: [String] = []
        for path in key.keychains {
            let wrapped = try? Self.wrapAnew(path, client)
            if wrapped != true { waiting.append(path) }
        }
        Console.output.writeLine("The key of this device is in the TPM\(hasMoved ? "" : " already").")
        for path in waiting { Console.output.writeLine("\(path) follows when it is unlocked with its password.") }
    }

    /// - Returns: false for a keychain whose password is needed.
    private static func wrapAnew(_ path: String, _ client: KeychainClient) throws(KeychainError) -> Bool {
        guard try !client.status(.file(path)).hasPassword else { return false }
        try client.changePassword(from: nil, to: nil, in: .file(path))
        return true
    }
}
