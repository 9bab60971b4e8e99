// Why a file of an identity could not be read or made.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyPlatform

package enum PKCS12Failure: Error, Hashable, Sendable {
    /// The bytes are no PKCS#12, or one that asks for more work than a file may.
    case unreadable
    /// The password does not open it.
    case wrongPassword
    /// The password is not one for a new file, or no text at all.
    case unusablePassword
    /// There is no private key in it, or no certificate of this key.
    case noIdentity
    /// The cipher or the kind of its key is one that is not known.
    case unknownCipher
    /// A key could not be made or used.
    case keyFailed
    /// OpenSSL is missing.
    case noLibrary

    /// Of a call of OpenSSL.
    init(_ error: KeychainError) { self = error.code == .notAvailable ? .noLibrary : .keyFailed }

    package var message: String {
        switch self {
        case .unreadable: "the file is no PKCS#12 identity"
        case .wrongPassword: "the password is wrong"
        case .unusablePassword: "the password is empty or has a zero byte"
        case .noIdentity: "there is no private key with its certificate in the file"
        case .unknownCipher:
            "the file has a cipher or a kind of key that is not known; make it anew with `openssl pkcs12 -export`"
        case .keyFailed: "the private key cannot be used"
        case .noLibrary: "keys need OpenSSL 3; install the package that has libcrypto.so.3"
        }
    }
}
