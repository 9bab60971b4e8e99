// Signs and verifies with keys.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyKeys
import LatchkeyModel
import LatchkeyPlatform

/// Whether a key can do an operation by an algorithm. As on iOS it says that private RSA keys verify, though
/// ``SecKeyVerifySignature(_:_:_:_:_:)`` takes public keys alone.
///
/// - Parameters:
///   - key: The key.
///   - operation: What it is to do.
///   - algorithm: How.
public func SecKeyIsAlgorithmSupported(
    _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
    guard let algorithm = KeyAlgorithm(named: algorithm.rawValue as String),
        let operation = KeyOperation(rawValue: operation.rawValue)
    else { return false }
    return key.outline?.abilities.supports(operation, algorithm) ?? false
}

/// A signature.
///
/// - Parameters:
///   - key: A private key.
///   - algorithm: How to sign. Its name says whether `dataToSign` is a digest or the message.
///   - dataToSign: The digest, of exactly the length of its kind, or the message.
///   - error: Gets `errSecParam` for what the key cannot do, and for a digest of another length. The caller owns it.
/// - Returns: the signature, or nil with `error` set.
public func SecKeyCreateSignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ dataToSign: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFData? {
    unsafe reporting(to: error) { () throws(KeychainError) in
        let signature = try unsafe key.signature(over: dataToSign.buffer, algorithm.known())
        return Data(signature) as NSData
    }
}

/// Whether a signature is the one of a key over some data.
///
/// - Parameters:
///   - key: The public key.
///   - algorithm: How it was signed.
///   - signedData: The digest or the message.
///   - signature: The signature.
///   - error: Gets `errSecVerifyFailed` for a signature that is another's or over other data, and for a private key;
///     `errSecParam` for what the key cannot do, and for a digest of another length. The caller owns it.
public func SecKeyVerifySignature(
    _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ signedData: CFData, _ signature: CFData,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
    let isRight: Bool? = unsafe reporting(to: error) { () throws(KeychainError) in
        try unsafe key.verify(signature.octets, over: signedData.buffer, algorithm.known())
        return true
    }
    return isRight ?? false
}

extension SecKeyAlgorithm {
    /// - Throws: `.parameter` for an algorithm that is not done here.
    func known() throws(KeychainError) -> KeyAlgorithm {
        guard let algorithm = KeyAlgorithm(named: rawValue as String) else {
            throw KeychainError(.parameter, during: "looking for an algorithm")
        }
        return algorithm
    }
}

/// Gives what `body` gives, or nil with its failure left where the caller wants it.
func reporting<R>(
    to error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ body: () throws(KeychainError) -> R
) -> R? {
    do {
        return try body()
    } catch let failure {
        unsafe report(failure.code.rawValue, "\(failure.operation)", to: error)
        return nil
    }
}
