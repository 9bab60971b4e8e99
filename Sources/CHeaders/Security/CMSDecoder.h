/* Reading signed and encrypted messages (Cryptographic Message Syntax, RFC 5652). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_CMSDECODER_H
#define LATCHKEY_SECURITY_CMSDECODER_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <Security/SecBase.h>
#include <Security/SecTrust.h>
#include <stddef.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* A reader of one message. */
LATCHKEY_OPAQUE_REF(CMSDecoderRef, _CMSDecoder, id);

/* How a signature is. */
typedef CF_ENUM(uint32_t, CMSSignerStatus) {
    /* The message is not signed. */
    kCMSSignerUnsigned = 0,
    /* The signature is the signer's over the content, and the certificate is trusted if that was asked. */
    kCMSSignerValid = 1,
    /* The content stands elsewhere, and was not given. */
    kCMSSignerNeedsDetachedContent = 2,
    /* The signature is over another content, by another key, or cannot be verified. */
    kCMSSignerInvalidSignature = 3,
    /* The signature is the signer's, and the certificate is not trusted. */
    kCMSSignerInvalidCert = 4,
    /* There are fewer signatures. */
    kCMSSignerInvalidIndex = 5
};

/* Gets a reader of one message, to be released. */
CF_EXPORT OSStatus CMSDecoderCreate(CMSDecoderRef _Nullable *_Nonnull CF_RETURNS_RETAINED decoder);
/* Adds bytes of the message, at most 256 MiB. Returns errSecUnknownFormat for a beginning that no message has. */
CF_EXPORT OSStatus CMSDecoderUpdateMessage(CMSDecoderRef decoder, const void *bytes, size_t length);
/* Reads the message, and opens it with a key of the keychains if it is encrypted. Signatures are not verified by it. */
CF_EXPORT OSStatus CMSDecoderFinalizeMessage(CMSDecoderRef decoder);
/* Gives the content of a message that does not hold it. */
CF_EXPORT OSStatus CMSDecoderSetDetachedContent(CMSDecoderRef decoder, CFDataRef detachedContent);
/* Gets the content that was given, to be released, or NULL. */
CF_EXPORT OSStatus CMSDecoderCopyDetachedContent(CMSDecoderRef decoder,
                                                 CFDataRef _Nullable *_Nonnull CF_RETURNS_RETAINED detachedContent);
/* Gets how many signatures the message has, 0 if it is not signed. */
CF_EXPORT OSStatus CMSDecoderGetNumSigners(CMSDecoderRef decoder, size_t *count);
/* Gets how a signature, from 0, is, and a trust object of its certificate, to be released. With evaluateSecTrust the
   certificate is evaluated by a policy or an array of them; else only the signature is verified, and nothing is
   known of who made it. The last result is what is wrong with the certificate. Returns 0 for bad signatures too. */
CF_EXPORT OSStatus CMSDecoderCopySignerStatus(CMSDecoderRef decoder, size_t signerIndex, CFTypeRef policyOrArray,
                                              Boolean evaluateSecTrust, CMSSignerStatus *_Nullable signerStatus,
                                              SecTrustRef _Nullable *_Nullable CF_RETURNS_RETAINED trust,
                                              OSStatus *_Nullable certificateResult);
/* Gets the certificate of a signer, from 0, to be released. */
CF_EXPORT OSStatus CMSDecoderCopySignerCert(CMSDecoderRef decoder, size_t signerIndex,
                                            SecCertificateRef _Nullable *_Nonnull CF_RETURNS_RETAINED certificate);
/* Gets whether the message was encrypted. */
CF_EXPORT OSStatus CMSDecoderIsContentEncrypted(CMSDecoderRef decoder, Boolean *isEncrypted);
/* Gets an array of the certificates of the message, to be released, or NULL if there are none. */
CF_EXPORT OSStatus CMSDecoderCopyAllCerts(CMSDecoderRef decoder,
                                          CFArrayRef _Nullable *_Nonnull CF_RETURNS_RETAINED certificates);
/* Gets the content, to be released, or NULL if it is empty or stands elsewhere. */
CF_EXPORT OSStatus CMSDecoderCopyContent(CMSDecoderRef decoder,
                                         CFDataRef _Nullable *_Nonnull CF_RETURNS_RETAINED content);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_CMSDECODER_H */
