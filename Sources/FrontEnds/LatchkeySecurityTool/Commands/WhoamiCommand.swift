// `security whoami`: who this program is to the keychain.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyClient
import LatchkeyModel
import LatchkeyPlatform
import LatchkeyTooling

package enum WhoamiCommand {
    package static let run: Command.Action = { (arguments, context) throws(CommandFailure) in
        guard arguments.operands.isEmpty else { throw .usage() }
        let report = try calling("SecTaskCopySigningIdentifier", on: "whoami") { () throws(KeychainError) in
            try context.client.identity()
        }
        context.output.write(report.text)
    }
}
