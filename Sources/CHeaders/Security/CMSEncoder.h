/* Writing signed and encrypted messages (Cryptographic Message Syntax, RFC 5652). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_CMSENCODER_H
#define LATCHKEY_SECURITY_CMSENCODER_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <Security/SecBase.h>
#include <stddef.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* A message that is being written. */
LATCHKEY_OPAQUE_REF(CMSEncoderRef, _CMSEncoder, id);

/* What is signed together with the content. */
typedef CF_OPTIONS(uint32_t, CMSSignedAttributes) {
    kCMSAttrNone = 0x0000,
    kCMSAttrSmimeCapabilities = 0x0001,
    kCMSAttrSmimeEncryptionKeyPrefs = 0x0002,
    kCMSAttrSmimeMSEncryptionKeyPrefs = 0x0004,
    kCMSAttrSigningTime = 0x0008,
    kCMSAttrAppleCodesigningHashAgility = 0x0010,
    kCMSAttrAppleCodesigningHashAgilityV2 = 0x0020,
    kCMSAttrAppleExpirationTime = 0x0040
};

/* SHA-1 as the hash function of signatures. */
CF_EXPORT const CFStringRef kCMSEncoderDigestAlgorithmSHA1;
/* SHA-256 as the hash function of signatures. */
CF_EXPORT const CFStringRef kCMSEncoderDigestAlgorithmSHA256;
/* Gets a new message, to be released. */
CF_EXPORT OSStatus CMSEncoderCreate(CMSEncoderRef _Nullable *_Nonnull CF_RETURNS_RETAINED encoder);
/* Sets the hash function of signatures, one of the two constants. Without this call it is SHA-256; on macOS it is
   SHA-1. */
CF_EXPORT OSStatus CMSEncoderSetSignerAlgorithm(CMSEncoderRef encoder, CFStringRef digestAlgorithm);
/* Adds who signs: an identity or an array of them. Returns errSecParam once there is content. */
CF_EXPORT OSStatus CMSEncoderAddSigners(CMSEncoderRef encoder, CFTypeRef signerOrArray);
/* Adds who can read the message: a certificate or an array of them. Returns errSecParam once there is content. */
CF_EXPORT OSStatus CMSEncoderAddRecipients(CMSEncoderRef encoder, CFTypeRef recipientOrArray);
/* Adds certificates that the message holds besides the signers': one or an array of them. */
CF_EXPORT OSStatus CMSEncoderAddSupportingCerts(CMSEncoderRef encoder, CFTypeRef certificateOrArray);
/* Sets whether a signed message is without its content. Without effect on a message that is encrypted. */
CF_EXPORT OSStatus CMSEncoderSetHasDetachedContent(CMSEncoderRef encoder, Boolean detachedContent);
/* Adds bytes to the content. What the message is cannot be changed afterwards. */
CF_EXPORT OSStatus CMSEncoderUpdateContent(CMSEncoderRef encoder, const void *content, size_t contentLen);
/* Finishes the message, and gets it as DER, to be released. */
CF_EXPORT OSStatus CMSEncoderCopyEncodedContent(CMSEncoderRef encoder,
                                                CFDataRef _Nullable *_Nonnull CF_RETURNS_RETAINED encodedContent);
/* Gets a message as DER, to be released, in one call. Signers are an identity, an array of them, or NULL; recipients a
   certificate, an array of them, or NULL. The type of the content is an object identifier as text or bytes, NULL for
   data. */
CF_EXPORT OSStatus CMSEncodeContent(CFTypeRef _Nullable signers, CFTypeRef _Nullable recipients,
                                    CFTypeRef _Nullable contentType, Boolean detachedContent,
                                    CMSSignedAttributes signedAttributes, const void *content, size_t contentLen,
                                    CFDataRef _Nullable *_Nullable CF_RETURNS_RETAINED encodedContent);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_CMSENCODER_H */
