// Which TPM a process uses.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import CLatchkeyTPM

extension TPM {
    /// libtss2 writes what it is told by a TPM to standard error. What of it is an error, the caller knows: a command
    /// and the daemon begin with this, before the first thread.
    package static func silenceLibrary() { latchkey_tpm_silence() }

    /// False in a program that has more rights than its caller, if that caller tells libtss2 where to write its log:
    /// it would write to any file that the program may write to.
    static var mayOpen: Bool { latchkey_has_rights_of_file() == 0 || latchkey_tpm_is_told_to_log() == 0 }

    /// What `LATCHKEY_TPM` names, or the TPM of the machine. Signed programs look at it as well, though they start with
    /// `AT_SECURE`: another TPM than the one that is pinned is refused. A program that has more rights than its caller
    /// was given its environment by that caller, and does not.
    package static let configured: String = {
        guard latchkey_has_rights_of_file() == 0, let name = unsafe latchkey_tpm_named() else { return device }
        return unsafe String(cString: name)
    }()
}
