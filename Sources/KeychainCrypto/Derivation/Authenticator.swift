// HMAC-SHA-256 under a secret key, compared in constant time.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
package import KeychainModel

/// RFC 2104 with SHA-256.
package enum Authenticator {
    package static let size = 32

    package static func code(for message: [UInt8], key: borrowing SecretBytes) -> [UInt8] {
        unsafe key.withUnsafeBytes { key in
            unsafe Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)))
        }
    }

    package static func isValid(
        _ code: some Collection<UInt8>, for message: [UInt8], key: borrowing SecretBytes
    ) -> Bool {
        unsafe key.withUnsafeBytes { key in
            unsafe HMAC<SHA256>.isValidAuthenticationCode(
                Array(code), authenticating: message, using: SymmetricKey(data: key))
        }
    }
}
