// The executable of the daemon.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyDaemon

@main
enum KeychainDaemonCommand {
    static func main() { exit(DaemonProcess.run(Array(CommandLine.arguments.dropFirst()))) }
}
