// The `security` command: refuses inspection, reads its words, runs.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyClient
import LatchkeyComposition
import LatchkeyTooling

package enum SecurityCommand {
    package static func main() {
        ToolProtection.begin()
        let client = KeychainClient(as: .tool)
        let status = Tool(client: client).run(ProcessArguments.words(), wipe: ProcessArguments.wipe)
        client.close()
        exit(status)
    }
}
