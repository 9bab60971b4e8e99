// `latchkey tpm forget`: gives up the device key of before.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTooling

struct TPMForgetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget", abstract: "Give up the device key of before, once no keychain depends on it.",
        discussion: """
            Every file of the folder that is a keychain, or was one, is looked at, and those on the lists of keychains. \
            Others in other folders are not: unlock each of them once before. Nor are backups: items of this device in \
            those of before the move do not come back afterwards.
            """)

    @OptionGroup var home: DeviceHomeOption

    func run() throws {
        let hadFormer = try reporting("giving up the old device key of \(home.path)") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) in try home.reachedKey().forgetFormer() }
        }
        Console.output.writeLine(hadFormer ? "The old device key is gone." : "There is no old device key to give up.")
    }
}
