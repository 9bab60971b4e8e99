/* Whether certificates are trusted. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECTRUST_H
#define LATCHKEY_SECURITY_SECTRUST_H

#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFDictionary.h>
#include <CoreFoundation/CFError.h>
#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* A certificate, policies, and the evaluation. */
LATCHKEY_OPAQUE_REF(SecTrustRef, __SecTrust, id);

/* The result of an evaluation. Trusted are kSecTrustResultUnspecified and kSecTrustResultProceed. */
typedef CF_ENUM(uint32_t, SecTrustResultType) {
    /* There was no evaluation since the object was made or changed. */
    kSecTrustResultInvalid = 0,
    /* Trusted, because a trust setting says so. */
    kSecTrustResultProceed = 1,
    /* Not used any more. */
    kSecTrustResultConfirm = 2,
    /* Not trusted, because a trust setting says so. */
    kSecTrustResultDeny = 3,
    /* Trusted; nobody decided otherwise. */
    kSecTrustResultUnspecified = 4,
    /* Not trusted, for a reason that a user could overrule. */
    kSecTrustResultRecoverableTrustFailure = 5,
    /* Not trusted, because a certificate is defective. */
    kSecTrustResultFatalTrustFailure = 6,
    /* The evaluation could not be made. */
    kSecTrustResultOtherError = 7
};

/* The type of trust objects. */
CF_EXPORT CFTypeID SecTrustGetTypeID(void);
/* Gets a trust object of a certificate, or an array with the one to evaluate first, and of a policy, an array of
   them, or NULL for the basic one; to be released. Returns errSecParam for other objects. */
CF_EXPORT OSStatus SecTrustCreateWithCertificates(CFTypeRef certificates, CFTypeRef _Nullable policies,
                                                  SecTrustRef _Nullable *_Nonnull CF_RETURNS_RETAINED trust);
/* Sets the policies of the next evaluation: one, or an array of them. */
CF_EXPORT OSStatus SecTrustSetPolicies(SecTrustRef trust, CFTypeRef policies);
/* Gets an array of the policies, to be released. */
CF_EXPORT OSStatus SecTrustCopyPolicies(SecTrustRef trust, CFArrayRef _Nullable *_Nonnull CF_RETURNS_RETAINED policies);
/* Sets whether something may be fetched. It is kept and has no effect: no evaluation uses a network. */
CF_EXPORT OSStatus SecTrustSetNetworkFetchAllowed(SecTrustRef trust, Boolean allowFetch);
/* Gets what SecTrustSetNetworkFetchAllowed() set, at first true. */
CF_EXPORT OSStatus SecTrustGetNetworkFetchAllowed(SecTrustRef trust, Boolean *allowFetch);
/* Sets the OCSP responses that count, DER as CFData or an array of such, in the place of those that were set before; NULL
   for none. One that cannot be read says nothing. */
CF_EXPORT OSStatus SecTrustSetOCSPResponse(SecTrustRef trust, CFTypeRef _Nullable responseData);
/* Sets the lists of revoked certificates that count, in the place of those that were set before: CFData in DER or PEM, or
   an array of such; NULL for none. errSecParam if one cannot be read: then nothing is changed. Only here: Apple's systems
   fetch lists themselves. */
CF_EXPORT OSStatus SecTrustSetRevocationLists(SecTrustRef trust, CFTypeRef _Nullable lists);
/* Takes an array of signed certificate timestamps, CFData, or NULL. They have no effect. */
CF_EXPORT OSStatus SecTrustSetSignedCertificateTimestamps(SecTrustRef trust, CFArrayRef _Nullable sctArray);
/* Sets the caller's roots, which are then the only ones; NULL for those of the system again. */
CF_EXPORT OSStatus SecTrustSetAnchorCertificates(SecTrustRef trust, CFArrayRef _Nullable anchorCertificates);
/* Sets whether the caller's roots are the only ones. */
CF_EXPORT OSStatus SecTrustSetAnchorCertificatesOnly(SecTrustRef trust, Boolean anchorCertificatesOnly);
/* Gets the caller's roots, to be released, or NULL if there are none. */
CF_EXPORT OSStatus SecTrustCopyCustomAnchorCertificates(SecTrustRef trust,
                                                        CFArrayRef _Nullable *_Nonnull CF_RETURNS_RETAINED anchors);
/* Gets the roots of the system, to be released. Returns errSecTrustNotAvailable if it has none. */
CF_EXPORT OSStatus SecTrustCopyAnchorCertificates(CFArrayRef _Nullable *_Nonnull CF_RETURNS_RETAINED anchors);
/* Sets the time for which certificates must be valid, in place of now. */
CF_EXPORT OSStatus SecTrustSetVerifyDate(SecTrustRef trust, CFDateRef verifyDate);
/* The time for which certificates must be valid. */
CF_EXPORT CFAbsoluteTime SecTrustGetVerifyTime(SecTrustRef trust);

/* Whether the certificate is trusted. If not, error gets why, to be released. Blocks while the chain is looked for. */
CF_EXPORT Boolean SecTrustEvaluateWithError(
    SecTrustRef trust, CFErrorRef _Nullable *_Nullable CF_RETURNS_RETAINED error) CF_WARN_UNUSED_RESULT;
/* Evaluates, and gets the result. The older form of SecTrustEvaluateWithError(). */
CF_EXPORT OSStatus SecTrustEvaluate(SecTrustRef trust, SecTrustResultType *result);
#if defined(__BLOCKS__)
/* Gets the object, whether it is trusted, and the error if it is not. */
typedef void (^SecTrustWithErrorCallback)(SecTrustRef trust, Boolean isTrusted, CFErrorRef _Nullable error);
/* Gets the object and the result. */
typedef void (^SecTrustCallback)(SecTrustRef trust, SecTrustResultType result);
/* The structure behind dispatch_queue_t. */
struct dispatch_queue_s;
/* Evaluates on a queue, a dispatch_queue_t, and calls the block there. */
CF_EXPORT OSStatus SecTrustEvaluateAsyncWithError(SecTrustRef trust, struct dispatch_queue_s *queue,
                                                  SecTrustWithErrorCallback result);
/* The older form of SecTrustEvaluateAsyncWithError(). NULL is a queue of the system's. */
CF_EXPORT OSStatus SecTrustEvaluateAsync(SecTrustRef trust, struct dispatch_queue_s *_Nullable queue,
                                         SecTrustCallback result);
#endif
/* Gets the result of an evaluation, which is made first unless nothing has changed since the last one. */
CF_EXPORT OSStatus SecTrustGetTrustResult(SecTrustRef trust, SecTrustResultType *result);
/* The public key of the certificate, to be released, or NULL for one of a kind that is not known here. */
CF_EXPORT SecKeyRef _Nullable SecTrustCopyKey(SecTrustRef trust);
/* The older name of SecTrustCopyKey(). */
CF_EXPORT SecKeyRef _Nullable SecTrustCopyPublicKey(SecTrustRef trust);
/* How many certificates the chain has. Evaluates if that has not been done. */
CF_EXPORT CFIndex SecTrustGetCertificateCount(SecTrustRef trust);
/* One certificate of the chain, 0 the certificate itself, or NULL. It belongs to the trust object until that is changed
   or evaluated again. */
CF_EXPORT SecCertificateRef _Nullable SecTrustGetCertificateAtIndex(SecTrustRef trust, CFIndex index);
/* The chain, the certificate itself first, to be released. Evaluates if that has not been done. */
CF_EXPORT CFArrayRef _Nullable SecTrustCopyCertificateChain(SecTrustRef trust);
/* What would have to be overlooked for the certificate to be trusted, for SecTrustSetExceptions(), to be released. */
CF_EXPORT CFDataRef _Nullable SecTrustCopyExceptions(SecTrustRef trust);
/* Overlooks what SecTrustCopyExceptions() gave, NULL for nothing. False for other bytes and for another certificate. */
CF_EXPORT Boolean SecTrustSetExceptions(SecTrustRef trust, CFDataRef _Nullable exceptions);
/* What a user may read of the evaluation, to be released: a dictionary for each certificate of the chain. */
CF_EXPORT CFArrayRef _Nullable SecTrustCopyProperties(SecTrustRef trust);
/* The last evaluation, to be released: kSecTrustResultValue, kSecTrustEvaluationDate, and what is known of revocation. */
CF_EXPORT CFDictionaryRef _Nullable SecTrustCopyResult(SecTrustRef trust);

/* For which time it was evaluated, a date. */
CF_EXPORT const CFStringRef kSecTrustEvaluationDate;
/* A SecTrustResultType as a number. */
CF_EXPORT const CFStringRef kSecTrustResultValue;
/* True if it is known of every certificate but the last that it is not revoked; absent else. */
CF_EXPORT const CFStringRef kSecTrustRevocationChecked;
/* Why a certificate was revoked, the number of a CRLReason (RFC 5280, section 5.3.1); absent if none was. */
CF_EXPORT const CFStringRef kSecTrustRevocationReason;
/* Until when it is said that none is revoked, a date; present with kSecTrustRevocationChecked. */
CF_EXPORT const CFStringRef kSecTrustRevocationValidUntilDate;

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECTRUST_H */
