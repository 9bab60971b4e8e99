// Secrets for the holder of a private key, by encapsulation.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform

/// A new secret that the holder of the private key gets as well, from the bytes that are returned. Apple has this call
/// in its sources, not in its public headers.
///
/// - Parameters:
///   - publicKey: The other's key, of ML-KEM.
///   - algorithm: ``SecKeyAlgorithm/kemmlkem``.
///   - sharedKey: Gets the secret, 32 bytes; from here on its memory is the program's.
///   - error: Gets `errSecParam` for what the key cannot do. The caller owns it.
/// - Returns: the bytes to send, 1088 or 1568 for ML-KEM-768 or -1024, or nil with `error` set.
public func SecKeyCreateEncapsulatedKey(
    _ publicKey: SecKey, _ algorithm: SecKeyAlgorithm, _ sharedKey: UnsafeMutablePointer<CFData?>,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe reporting(to: error) { () throws(KeychainError) in
        let encapsulation = try publicKey.encapsulated(algorithm.known())
        unsafe sharedKey.pointee = encapsulation.secret.object
        return Data(encapsulation.bytes) as NSData
    }
}

/// The secret that somebody made for a key. From here on its memory is the program's.
///
/// Bytes that were made for another key, or changed on their way, are no error: they give another secret (FIPS 203,
/// section 6.3).
///
/// - Parameters:
///   - privateKey: The own key, of ML-KEM.
///   - algorithm: ``SecKeyAlgorithm/kemmlkem``.
///   - encapsulatedKey: What ``SecKeyCreateEncapsulatedKey(_:_:_:_:)`` returned to the other.
///   - error: Gets `errSecParam` for what the key cannot do, and for bytes of another size. The caller owns it.
/// - Returns: the secret, 32 bytes, or nil with `error` set.
public func SecKeyCreateDecapsulatedKey(
    _ privateKey: SecKey, _ algorithm: SecKeyAlgorithm, _ encapsulatedKey: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe reporting(to: error) { () throws(KeychainError) in
        try unsafe privateKey.decapsulated(encapsulatedKey.buffer, algorithm.known()).object
    }
}
