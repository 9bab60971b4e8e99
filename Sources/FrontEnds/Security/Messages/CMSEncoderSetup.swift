// Says what a message will be.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
import LatchkeyOpenSSL
import LatchkeyPlatform

/// Who signs. The chain of each certificate goes into the message, without its root if it has more than one
/// certificate.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - signerOrArray: A ``SecIdentity`` or an array of them. Keys of RSA, P-192 to P-521 and Ed25519 sign.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects, for more than 64 signers, and once there is content.
@discardableResult
public func CMSEncoderAddSigners(_ cmsEncoder: CMSEncoder, _ signerOrArray: CFTypeRef) -> OSStatus {
    cmsEncoder.add(signerOrArray, to: \.signers)
}

/// Who can read the message.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - recipientOrArray: A ``SecCertificate`` or an array of them, with keys of RSA or P-192 to P-521.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects, for more than 1024 recipients, and once there is
///   content.
@discardableResult
public func CMSEncoderAddRecipients(_ cmsEncoder: CMSEncoder, _ recipientOrArray: CFTypeRef) -> OSStatus {
    cmsEncoder.add(recipientOrArray, to: \.recipients)
}

/// Certificates that the message holds beside the signers'.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - certOrArray: A ``SecCertificate`` or an array of them.
/// - Returns: `errSecSuccess`; `errSecParam` for other objects, and once there is content.
@discardableResult
public func CMSEncoderAddSupportingCerts(_ cmsEncoder: CMSEncoder, _ certOrArray: CFTypeRef) -> OSStatus {
    cmsEncoder.add(certOrArray, to: \.certificates)
}

/// Whether a signed message is without its content.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - detachedContent: True if the content is sent elsewhere. Without effect on a message that is encrypted.
/// - Returns: `errSecSuccess`; `errSecParam` once there is content.
@discardableResult
public func CMSEncoderSetHasDetachedContent(_ cmsEncoder: CMSEncoder, _ detachedContent: Bool) -> OSStatus {
    statusOfCall { () throws(KeychainError) in try cmsEncoder.change { $0.isDetached = detachedContent } }
}

/// The hash function of signatures. Without this call it is SHA-256; on macOS it is SHA-1. Ed25519 has SHA-512 always.
///
/// - Parameters:
///   - cmsEncoder: The message.
///   - digestAlgorithm: ``kCMSEncoderDigestAlgorithmSHA1`` or ``kCMSEncoderDigestAlgorithmSHA256``.
/// - Returns: `errSecSuccess`; `errSecParam` for others, and once there is content.
@discardableResult
public func CMSEncoderSetSignerAlgorithm(_ cmsEncoder: CMSEncoder, _ digestAlgorithm: CFString) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let hash: KeyHash =
            if digestAlgorithm == kCMSEncoderDigestAlgorithmSHA256 {
                .sha256
            } else if digestAlgorithm == kCMSEncoderDigestAlgorithmSHA1 {
                .sha1
            } else {
                throw KeychainError(.parameter, during: "looking for the hash function of signatures")
            }
        try cmsEncoder.change { $0.hash = hash }
    }
}

/// SHA-1 as the hash function of signatures.
public let kCMSEncoderDigestAlgorithmSHA1: CFString = "sha1"

/// SHA-256 as the hash function of signatures.
public let kCMSEncoderDigestAlgorithmSHA256: CFString = "sha256"

extension CMSEncoder {
    /// Adds one object of a class, or an array of such objects.
    fileprivate func add<Object: AnyObject>(
        _ value: CFTypeRef, to place: WritableKeyPath<MessageWriting, [Object]>
    ) -> OSStatus {
        statusOfCall { () throws(KeychainError) in
            let objects = try given(Object.self, value)
            try change { $0[keyPath: place] += objects }
        }
    }
}
