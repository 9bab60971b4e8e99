// The file of a trusted team: whole or not there.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyCertificates
import LatchkeyModel
import LatchkeyPlatform

enum TeamFile {
    static func install(_ certificate: Certificate, as name: String, in directory: String) throws(ToolFailure) {
        let text = PEMBlock(certificate).text.bytes.declassified(because: "a certificate is public")
        let draft = "\(directory)/.\(name).new"
        unsafe unlink(draft)
        let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failure() }
        // A certificate is written at once, or the disk is full.
        let isWritten =
            unsafe write(file, text, text.count) == text.count && fchmod(file, 0o644) == 0 && fsync(file) == 0
        let reason = errno
        close(file)
        errno = reason
        guard isWritten, unsafe rename(draft, "\(directory)/\(name)") == 0 else {
            let failure = failure()
            unsafe unlink(draft)
            throw failure
        }
    }

    private static func failure() -> ToolFailure { .message(unsafe String(cString: strerror(errno))) }
}
