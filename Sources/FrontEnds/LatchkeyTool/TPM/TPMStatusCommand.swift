// `latchkey tpm status`: where the device key is, and what the TPM says.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyService
import LatchkeyTPM
import LatchkeyTooling

struct TPMStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show where the key of this device is, and what the TPM says.")

    @OptionGroup var home: DeviceHomeOption

    func run() throws {
        let key = try reporting("looking for the device key of \(home.path)") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) -> LocalDeviceKey in
                let key = try home.reachedKey()
                try key.requireOwner()
                return key
            }
        }
        Console.output.writeLine("home: \(home.path)")
        let place =
            switch key.place {
            case .tpm: "in the TPM"
            case .file: "in device.key"
            case nil: "none"
            }
        Console.output.writeLine("device key: \(place)")
        do throws(KeychainError) {
            let lockout = try key.lockout()
            Console.output.writeLine("TPM: \(key.name)")
            // Of everything in the TPM: no keychain adds to them.
            Console.output.writeLine(
                "wrong tries: \(lockout.failures) of \(lockout.maximum), one is forgiven every \(lockout.interval) s")
        } catch {
            Console.output.writeLine("TPM: none that can be used (\(key.name))")
            if key.isInTPM { throw ExitCode(1) }
            return
        }
        guard key.isInTPM else { return }
        let lines = try reporting("reading the device key") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) -> [String] in
                guard try key.hasFormer() else { return [] }
                return ["the key of before is in the TPM as well"]
                    + (try FormerKeyReport.lines(on: key.keychains(), key))
            }
        }
        for line in lines { Console.output.writeLine(line) }
    }
}
