// The `latchkey` command: what macOS has no command for.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CLinuxKeychain

@main
struct LatchkeyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "latchkey", abstract: "Works on keychains: what the security command does not do.")
}
