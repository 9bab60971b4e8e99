// What a key can be asked to do.
// SPDX-License-Identifier: Apache-2.0

/// An operation of a key.
public enum SecKeyOperationType: Int, Sendable {
    /// Sign.
    case sign = 0
    /// Verify a signature.
    case verify = 1
    /// Encrypt.
    case encrypt = 2
    /// Decrypt.
    case decrypt = 3
    /// Agree on a shared secret.
    case keyExchange = 4
    /// Make a secret for the holder of the private key.
    case encapsulate = 5
    /// Get the secret that was made for this key.
    case decapsulate = 6
}
