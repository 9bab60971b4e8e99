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
            at once, those with one when they are unlocked next. Run it again for a keychain without a password that was \
            not there, or could not be written. If the TPM is cleared or the board is replaced, nothing opens any more: \
            make a backup first.
            """)

    @OptionGroup var home: DeviceHomeOption

    func run() throws {
        let lines = try reporting("moving the device key of \(home.path) to the TPM") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) -> [String] in
                let key = try home.reachedKey()
                let hasMoved = try key.moveToTPM()
                let keychains = try key.keychains()
                try wrapAnew(keychains, key)
                return ["The key of this device is in the TPM\(hasMoved ? "" : " already"), for \(home.path)."]
                    + (try FormerKeyReport.lines(on: keychains, key))
            }
        }
        for line in lines { Console.output.writeLine(line) }
    }

    /// Those that need no password. What does not succeed is reported as what waits.
    private func wrapAnew(_ keychains: [String], _ key: LocalDeviceKey) throws(KeychainError) {
        let client = KeychainClient(ClientConfiguration(home: home.path), as: .tool)
        for path in keychains where !KeptFile.isSetAside(path) {
            guard try key.standing(of: path) == .waits(hasPassword: false) else { continue }
            try? client.changePassword(from: nil, to: nil, in: .file(path))
        }
    }
}
