// How the commands keep other programs of the user out of their memory.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc
package import LatchkeyClient
import LatchkeyTPM

package enum ToolProtection {
    /// No debugger of the same user, and no core file. Call it before anything is read.
    ///
    /// A daemon of the same user could not look at such a process either, and would take the tool for nobody: with one,
    /// there is no core file only.
    package static func begin(_ configuration: ClientConfiguration = .current) {
        TPM.silenceLibrary()
        var status = stat()
        if let socket = configuration.socket, geteuid() != 0, unsafe stat(socket, &status) == 0,
            status.st_uid == geteuid()
        {
            _ = latchkey_refuse_core_files()
        } else {
            _ = latchkey_refuse_inspection()
        }
    }
}
