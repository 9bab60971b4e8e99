// What a message says.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyFormats
import LatchkeyPlatform

/// How many signatures a message has.
///
/// - Parameters:
///   - cmsDecoder: The reader.
///   - numSignersOut: Gets the number; 0 for a message that is not signed.
/// - Returns: `errSecSuccess`; `errSecParam` before the message is whole.
@discardableResult
public func CMSDecoderGetNumSigners(
    _ cmsDecoder: CMSDecoder, _ numSignersOut: UnsafeMutablePointer<Int>
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        unsafe numSignersOut.pointee = try cmsDecoder.reading().signed?.signers.count ?? 0
    }
}

/// How a signature is, and whether its certificate is trusted.
///
/// - Parameters:
///   - cmsDecoder: The reader.
///   - signerIndex: Which signature, from 0.
///   - policyOrArray: A ``SecPolicy``, or an array of them, by which the certificate is evaluated.
///   - evaluateSecTrust: Whether the certificate is evaluated here. Else only the signature is verified, and nothing is
///     known of who made it.
///   - signerStatusOut: Gets the status.
///   - secTrustOut: Gets a trust object of the certificate and the others of the message, or nil without a certificate.
///   - certVerifyResultCodeOut: Gets what is wrong with the certificate, 0 for nothing.
/// - Returns: `errSecSuccess`, also for a signature that is not valid; `errSecParam` before the message is whole and
///   for other objects as policies; the codes of ``SecItemCopyMatching(_:_:)``.
@discardableResult
public func CMSDecoderCopySignerStatus(
    _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ policyOrArray: CFTypeRef, _ evaluateSecTrust: Bool,
    _ signerStatusOut: UnsafeMutablePointer<CMSSignerStatus>?, _ secTrustOut: UnsafeMutablePointer<SecTrust?>?,
    _ certVerifyResultCodeOut: UnsafeMutablePointer<OSStatus>?
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let reading = try cmsDecoder.reading()
        let found = try reading.status(
            ofSigner: signerIndex, detached: cmsDecoder.detached, by: policyOrArray, evaluates: evaluateSecTrust,
            from: cmsDecoder.client)
        if let signerStatusOut = unsafe signerStatusOut { unsafe signerStatusOut.pointee = found.status }
        if let secTrustOut = unsafe secTrustOut { unsafe secTrustOut.pointee = found.trust }
        if let codeOut = unsafe certVerifyResultCodeOut { unsafe codeOut.pointee = found.certificateStatus }
    }
}

/// The certificate of a signer.
///
/// - Parameters:
///   - cmsDecoder: The reader.
///   - signerIndex: Which signature, from 0.
///   - signerCertOut: Gets the certificate, of the message or of the keychains.
/// - Returns: `errSecSuccess`; `errSecParam` if there are fewer signatures, and before the message is whole;
///   `errSecInternalComponent` if there is no such certificate.
@discardableResult
public func CMSDecoderCopySignerCert(
    _ cmsDecoder: CMSDecoder, _ signerIndex: Int, _ signerCertOut: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let reading = try cmsDecoder.reading()
        guard let signed = reading.signed, signed.signers.indices.contains(signerIndex) else {
            throw KeychainError(.parameter, during: "looking for a signer of a message")
        }
        let content = signed.content ?? cmsDecoder.detached
        let signer = signed.signers[signerIndex]
        guard let certificate = try reading.certificate(of: signer, over: content, from: cmsDecoder.client) else {
            throw KeychainError(
                .init(rawValue: errSecInternalComponent), during: "looking for the certificate of a signer")
        }
        unsafe signerCertOut.pointee = SecCertificate.object(for: certificate)
    }
}

/// Whether the message was encrypted.
///
/// - Parameters:
///   - cmsDecoder: The reader.
///   - isEncryptedOut: Gets whether it was.
/// - Returns: `errSecSuccess`; `errSecParam` before the message is whole.
@discardableResult
public func CMSDecoderIsContentEncrypted(
    _ cmsDecoder: CMSDecoder, _ isEncryptedOut: UnsafeMutablePointer<DarwinBoolean>
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        unsafe isEncryptedOut.pointee = DarwinBoolean(try cmsDecoder.reading().wasEncrypted)
    }
}

/// The certificates of the message.
///
/// - Parameters:
///   - cmsDecoder: The reader.
///   - certsOut: Gets an array of ``SecCertificate``, or nil if there are none.
/// - Returns: `errSecSuccess`; `errSecParam` before the message is whole.
@discardableResult
public func CMSDecoderCopyAllCerts(
    _ cmsDecoder: CMSDecoder, _ certsOut: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        let certificates = try cmsDecoder.reading().signed?.certificates ?? []
        let objects = certificates.map(SecCertificate.object)
        unsafe certsOut.pointee = objects.isEmpty ? nil : NSArray(array: objects)
    }
}

/// The content of the message.
///
/// - Parameters:
///   - cmsDecoder: The reader.
///   - contentOut: Gets the content, or nil if it is empty or stands elsewhere.
/// - Returns: `errSecSuccess`; `errSecParam` before the message is whole, and for one that could not be read.
@discardableResult
public func CMSDecoderCopyContent(
    _ cmsDecoder: CMSDecoder, _ contentOut: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        guard let message = try cmsDecoder.reading().message else { throw CMSDecoder.outOfTurn }
        let content: ItemSecret? =
            switch message {
            case .data(let content): content
            case .signed(let signed): signed.content
            case .enveloped: nil
            }
        unsafe contentOut.pointee = content.flatMap { $0.count > 0 ? $0.data : nil }
    }
}
