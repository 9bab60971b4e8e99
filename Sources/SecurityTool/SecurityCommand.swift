// The `security` command: refuses inspection, reads its words, runs.
// SPDX-License-Identifier: Apache-2.0

import CLinuxKeychain
import Glibc
import KeychainClient

@main
enum SecurityCommand {
    static func main() {
        // Before anything is read: no debugger of the same user, and no core file.
        _ = latchkey_refuse_inspection()
        let client = KeychainClient(configuration: .current, identity: .tool)
        let status = Tool(client: client).run(ProcessArguments.words(), wipe: ProcessArguments.wipe)
        client.close()
        exit(status)
    }
}
