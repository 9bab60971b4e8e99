// The way of a program that has none: no daemon is configured, and Latchkey was built without a keychain of its own.
// SPDX-License-Identifier: Apache-2.0

import Glibc
package import LatchkeyModel
package import LatchkeyPlatform

/// Answers `.notAvailable` to every request.
package struct MissingTransport: KeychainTransport {
    package init() {}

    package func perform(_ request: Request, at keychain: KeychainAddress) throws(KeychainError) -> Reply {
        throw KeychainError(.notAvailable, during: "calling a keychain without a daemon")
    }

    package func hasKeychain(at path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    package func application(of executable: String) throws(ApplicationFailure) -> TrustedApplication {
        throw .notEmbedded
    }

    package func another() -> any KeychainTransport { self }

    package func close() {}
}
