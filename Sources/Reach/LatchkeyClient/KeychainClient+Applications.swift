// Finds out how the keychain calls the program at a path, so that an access list can name it.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel

extension KeychainClient {
    /// The program at `path`. Symbolic links are followed, because a running program is known by the file it was
    /// started from.
    package func application(at path: String) throws(ApplicationFailure) -> TrustedApplication {
        guard let resolved = unsafe realpath(path, nil) else { throw .missing }
        defer { unsafe free(resolved) }
        let executable = unsafe String(cString: resolved)
        var status = stat()
        guard unsafe stat(executable, &status) == 0 else { throw .missing }
        guard status.st_mode & S_IFMT == S_IFREG, unsafe access(executable, X_OK) == 0 else { throw .notExecutable }
        return try transport.application(of: executable)
    }
}
