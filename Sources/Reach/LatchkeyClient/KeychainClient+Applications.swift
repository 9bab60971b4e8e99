// Finds out how the keychain calls the program at a path, so that an access list can name it.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel

#if Embedded
    import LatchkeyService
#endif

/// Why a path cannot be put on an access list.
package enum ApplicationFailure: Error, Hashable, Sendable {
    case missing, notExecutable, brokenEntitlements, notEmbedded, unreadable, brokenSignature

    package var message: String {
        switch self {
        case .missing: "there is no such program; give the path of an executable file"
        case .notExecutable: "this is no executable file; give the path of the program itself"
        case .brokenEntitlements: "the program has no identity, because the .entitlements file beside it cannot be read"
        case .unreadable: "there is no such program, or it cannot be read; give the path of an executable file"
        case .brokenSignature: "the program has no identity, because its signature does not hold"
        case .notEmbedded: "only the keychain in this process can name programs, and a daemon is configured"
        }
    }
}

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
        #if Embedded
            guard configuration.socket == nil else { throw .notEmbedded }
            guard let identifier = EmbeddedIdentity(executable: executable).caller().applicationIdentifier else {
                throw .brokenEntitlements
            }
            return TrustedApplication(identifier: identifier, path: executable)
        #else
            throw .notEmbedded
        #endif
    }
}
