// How a daemon calls the program at a path, so that an access list can name it.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyClient
package import LatchkeyModel
import LatchkeySignature

package enum DaemonProgram {
    /// The program by its signature, else by its path, as the daemon knows it when it calls. Whoever puts a name on a
    /// list only says who may read: what a program is called when it reads is the daemon's own finding.
    package static func application(at path: String) throws(ApplicationFailure) -> TrustedApplication {
        guard let resolved = unsafe realpath(path, nil) else { throw .missing }
        defer { unsafe free(resolved) }
        let executable = unsafe String(cString: resolved)
        var status = stat()
        let file = unsafe open(resolved, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { throw .unreadable }
        defer { close(file) }
        guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, unsafe access(resolved, X_OK) == 0
        else { throw .notExecutable }
        switch SignatureVerifier().verify(file, at: Double(time(nil)) - epoch, accepting: .teams) {
        case .trusted(let code):
            guard let identifier = code.applicationIdentifier else { throw .brokenSignature }
            return TrustedApplication(identifier: identifier, path: executable)
        case .adHoc, .refused(.unsigned), .refused(.adHoc):
            let bytes = Array(executable.utf8)
            return TrustedApplication(
                identifier: UnsignedProgram.identifier(ofProgramAt: bytes, user: geteuid()), path: executable)
        case .refused: throw .brokenSignature
        }
    }

    /// 2001-01-01 UTC in seconds since 1970.
    private static let epoch = 978_307_200.0
}
