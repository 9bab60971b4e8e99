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
        let key = home.key
        Console.output.writeLine("home: \(home.path)")
        Console.output.writeLine("device key: \(key.isInTPM ? "in the TPM" : "in device.key")")
        do throws(KeychainError) {
            let lockout = try key.lockout()
            Console.output.writeLine("TPM: \(key.name)")
            Console.output.writeLine(
                "wrong tries: \(lockout.failures) of \(lockout.maximum), one is forgiven every \(lockout.interval) s")
            switch lockout.nextTry {
            case .allowed: Console.output.writeLine("a password may be tried now")
            case .refused(.some(let seconds)): Console.output.writeLine("a password may be tried in \(seconds) s")
            case .refused(.none): Console.output.writeLine("no password may be tried")
            }
        } catch {
            Console.output.writeLine("TPM: none that can be used (\(key.name))")
            if key.isInTPM { throw ExitCode(1) }
            return
        }
        guard key.isInTPM else { return }
        try reporting("reading the device key") { () throws(ToolFailure) in
            try lifting { () throws(KeychainError) in
                guard try key.hasFormer() else { return }
                Console.output.writeLine("the key of before is in the TPM as well")
                for path in key.keychains where try key.isOfFormer(path) {
                    Console.output.writeLine("\(path) follows when it is unlocked with its password")
                }
            }
        }
    }
}
