// OpenSSL's libcrypto, which need not be there.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyOpenSSL
import LatchkeyPlatform

/// The library is loaded when the first key, or file of keys, is used (Decision 26). Without it everything else of the
/// keychain works.
enum LibCrypto {
    /// Whatever makes an object of OpenSSL, or computes without one, asks this first. An object proves that the library
    /// is there.
    /// - Throws: `.notAvailable` if the library is missing, or one of the functions that are called.
    static func require() throws(KeychainError) {
        guard latchkey_crypto_load() == 1 else {
            throw KeychainError(
                .notAvailable, during: "loading libcrypto",
                hint: "keys need OpenSSL 3: install the package that has libcrypto.so.3, and start the program anew")
        }
    }
}
