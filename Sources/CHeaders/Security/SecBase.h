/* The types of the objects of Security, and its result codes. */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECBASE_H
#define LATCHKEY_SECURITY_SECBASE_H

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* A certificate. */
LATCHKEY_OPAQUE_REF(SecCertificateRef, __SecCertificate, id);
/* A certificate and its private key. */
LATCHKEY_OPAQUE_REF(SecIdentityRef, __SecIdentity, id);
/* A key. */
LATCHKEY_OPAQUE_REF(SecKeyRef, __SecKey, id);
/* What a certificate must be good for. */
LATCHKEY_OPAQUE_REF(SecPolicyRef, __SecPolicy, id);
/* Who may read an item, and on what conditions. */
LATCHKEY_OPAQUE_REF(SecAccessControlRef, __SecAccessControl, id);
/* A keychain file of macOS; here a keychain by its path. */
LATCHKEY_OPAQUE_REF(SecKeychainRef, __SecKeychain, id);
/* An item of a keychain. */
LATCHKEY_OPAQUE_REF(SecKeychainItemRef, __SecKeychainItem, id);
/* Who may use an item of a keychain file. It says nothing here. */
LATCHKEY_OPAQUE_REF(SecAccessRef, __SecAccess, id);

/* The state of a keychain: the sum of kSecUnlockStateStatus and its like. */
typedef UInt32 SecKeychainStatus;

/* The four characters of an attribute's name, as a number. */
typedef OSType SecKeychainAttrType;

/* An attribute of an item, and its value as bytes. Text is UTF-8 without a zero byte; numbers have four bytes in the
   order of the machine; dates are text of 16 bytes, YYYYMMDDhhmmssZ and a zero byte. */
struct SecKeychainAttribute {
    SecKeychainAttrType tag;
    /* Bytes of data. */
    UInt32 length;
    void *_Nullable data;
};
typedef struct SecKeychainAttribute SecKeychainAttribute;
typedef SecKeychainAttribute *SecKeychainAttributePtr;

/* Attributes of an item. */
struct SecKeychainAttributeList {
    UInt32 count;
    SecKeychainAttribute *_Nullable attr;
};
typedef struct SecKeychainAttributeList SecKeychainAttributeList;

/* Which attributes of an item are wanted. The formats are not looked at. */
struct SecKeychainAttributeInfo {
    UInt32 count;
    UInt32 *_Nullable tag;
    UInt32 *_Nullable format;
};
typedef struct SecKeychainAttributeInfo SecKeychainAttributeInfo;

/* The result codes, of the type OSStatus. */
enum {
    /* The operation succeeded. */
    errSecSuccess = 0,
    /* The function or the algorithm is not available. */
    errSecUnimplemented = -4,
    /* The disk is full. */
    errSecDiskFull = -34,
    /* Reading or writing the keychain file failed. */
    errSecIO = -36,
    /* The file is already open for writing. */
    errSecOpWr = -49,
    /* An argument or an entry of the dictionary is not valid. */
    errSecParam = -50,
    /* There is no permission to write the file. */
    errSecWrPerm = -61,
    /* There is not enough memory. */
    errSecAllocate = -108,
    /* The user cancelled the operation. */
    errSecUserCanceled = -128,
    /* The call is not valid in the present state. */
    errSecBadReq = -909,
    /* A component failed inside. */
    errSecInternalComponent = -2070,
    /* An unknown error of Core Foundation occurred. */
    errSecCoreFoundationUnknown = -4960,
    /* The access control list does not have the simple form. */
    errSecACLNotSimple = -25240,
    /* The policy was not found. */
    errSecPolicyNotFound = -25241,
    /* The trust setting is not valid. */
    errSecInvalidTrustSetting = -25242,
    /* The item has no access object. */
    errSecNoAccessForItem = -25243,
    /* The owner of the item cannot be changed in this way. */
    errSecInvalidOwnerEdit = -25244,
    /* There is no trust result yet. */
    errSecTrustNotAvailable = -25245,
    /* The format is not supported for import or export. */
    errSecUnsupportedFormat = -25256,
    /* The format of the data to import was not recognised. */
    errSecUnknownFormat = -25257,
    /* The key is sensitive and can only be exported wrapped. */
    errSecKeyIsSensitive = -25258,
    /* More than one private key was found; one was expected. */
    errSecMultiplePrivKeys = -25259,
    /* A passphrase is needed to import or export. */
    errSecPassphraseRequired = -25260,
    /* The reference to the password is not valid. */
    errSecInvalidPasswordRef = -25261,
    /* The record of trust settings is damaged. */
    errSecInvalidTrustSettings = -25262,
    /* No trust settings were found. */
    errSecNoTrustSettings = -25263,
    /* The PKCS #12 data could not be verified; the password is probably wrong. */
    errSecPkcs12VerifyFailure = -25264,
    /* No keychain is available. */
    errSecNotAvailable = -25291,
    /* The keychain can only be read. */
    errSecReadOnly = -25292,
    /* The password was wrong or the authentication was refused. */
    errSecAuthFailed = -25293,
    /* The keychain does not exist. */
    errSecNoSuchKeychain = -25294,
    /* The file is not a valid keychain. */
    errSecInvalidKeychain = -25295,
    /* A keychain of this name already exists. */
    errSecDuplicateKeychain = -25296,
    /* The callback function is already installed. */
    errSecDuplicateCallback = -25297,
    /* The callback function is not installed or not valid. */
    errSecInvalidCallback = -25298,
    /* The item already exists in the keychain. */
    errSecDuplicateItem = -25299,
    /* The item was not found in the keychain. */
    errSecItemNotFound = -25300,
    /* The buffer is too small for the value. */
    errSecBufferTooSmall = -25301,
    /* The data is too large or has a form that cannot be shown. */
    errSecDataTooLarge = -25302,
    /* The attribute does not exist for this class of items. */
    errSecNoSuchAttr = -25303,
    /* The reference no longer denotes an item. */
    errSecInvalidItemRef = -25304,
    /* The search cannot be carried out. */
    errSecInvalidSearchRef = -25305,
    /* The class of items does not exist. */
    errSecNoSuchClass = -25306,
    /* There is no default keychain. */
    errSecNoDefaultKeychain = -25307,
    /* The keychain is locked, or a prompt is needed that is not allowed. */
    errSecInteractionNotAllowed = -25308,
    /* The attribute cannot be changed. */
    errSecReadOnlyAttr = -25309,
    /* The keychain was made by an incompatible version of the system. */
    errSecWrongSecVersion = -25310,
    /* The size of the key is not allowed. */
    errSecKeySizeNotAllowed = -25311,
    /* The storage module is missing. */
    errSecNoStorageModule = -25312,
    /* The certificate module is missing. */
    errSecNoCertificateModule = -25313,
    /* The policy module is missing. */
    errSecNoPolicyModule = -25314,
    /* A prompt is needed but is not possible now. */
    errSecInteractionRequired = -25315,
    /* The contents of the item cannot be read. */
    errSecDataNotAvailable = -25316,
    /* The contents of the item cannot be changed. */
    errSecDataNotModifiable = -25317,
    /* A certificate that is needed to build the chain is missing. */
    errSecCreateChainFailed = -25318,
    /* The preference domain is not valid. */
    errSecInvalidPrefsDomain = -25319,
    /* The machine is in dark wake and cannot show a prompt. */
    errSecInDarkWake = -25320,
    /* The certificate was not signed by the expected issuer. */
    errSecNotSigner = -26267,
    /* The data could not be decoded. */
    errSecDecode = -26275,
    /* The program does not have the entitlement that this operation needs. */
    errSecMissingEntitlement = -34018,
    /* This kind of program is not allowed to make this call. */
    errSecRestrictedAPI = -34020,
    /* The service is not available. */
    errSecServiceNotAvailable = -67585,
    /* The client identifier is not sufficient. */
    errSecInsufficientClientID = -67586,
    /* The device was reset. */
    errSecDeviceReset = -67587,
    /* The device failed. */
    errSecDeviceFailed = -67588,
    /* Adding the application to the access control list failed. */
    errSecAppleAddAppACLSubject = -67589,
    /* The public key is incomplete. */
    errSecApplePublicKeyIncomplete = -67590,
    /* The signature does not match. */
    errSecAppleSignatureMismatch = -67591,
    /* The start date of the key is not valid. */
    errSecAppleInvalidKeyStartDate = -67592,
    /* The end date of the key is not valid. */
    errSecAppleInvalidKeyEndDate = -67593,
    /* A value could not be converted. */
    errSecConversionError = -67594,
    /* A rollback to SSL version 2 was detected. */
    errSecAppleSSLv2Rollback = -67595,
    /* The quota is used up. */
    errSecQuotaExceeded = -67596,
    /* The file is too large. */
    errSecFileTooBig = -67597,
    /* The database contains a damaged block. */
    errSecInvalidDatabaseBlob = -67598,
    /* The key contains a damaged block. */
    errSecInvalidKeyBlob = -67599,
    /* The database contains a block of an incompatible version. */
    errSecIncompatibleDatabaseBlob = -67600,
    /* The key contains a block of an incompatible version. */
    errSecIncompatibleKeyBlob = -67601,
    /* The certificate is not for this host name. */
    errSecHostNameMismatch = -67602,
    /* The certificate has an unknown extension that is marked critical. */
    errSecUnknownCriticalExtensionFlag = -67603,
    /* The certificate has no basic constraints. */
    errSecNoBasicConstraints = -67604,
    /* The basic constraints do not allow the certificate to issue others. */
    errSecNoBasicConstraintsCA = -67605,
    /* The authority key identifier is not valid. */
    errSecInvalidAuthorityKeyID = -67606,
    /* The subject key identifier is not valid. */
    errSecInvalidSubjectKeyID = -67607,
    /* The key usage does not fit the policy. */
    errSecInvalidKeyUsageForPolicy = -67608,
    /* The extended key usage does not allow this purpose. */
    errSecInvalidExtendedKeyUsage = -67609,
    /* The identifiers of certificate and issuer do not link. */
    errSecInvalidIDLinkage = -67610,
    /* The chain of certificates is longer than a path length constraint allows. */
    errSecPathLengthConstraintExceeded = -67611,
    /* The root certificate is not valid. */
    errSecInvalidRoot = -67612,
    /* The revocation list has expired. */
    errSecCRLExpired = -67613,
    /* The revocation list is not valid yet. */
    errSecCRLNotValidYet = -67614,
    /* The revocation list was not found. */
    errSecCRLNotFound = -67615,
    /* The server of the revocation list does not answer. */
    errSecCRLServerDown = -67616,
    /* The address of the revocation list is not valid. */
    errSecCRLBadURI = -67617,
    /* The certificate has an unknown extension. */
    errSecUnknownCertExtension = -67618,
    /* The revocation list has an unknown extension. */
    errSecUnknownCRLExtension = -67619,
    /* The revocation list is not trusted. */
    errSecCRLNotTrusted = -67620,
    /* The revocation list does not fulfil the policy. */
    errSecCRLPolicyFailed = -67621,
    /* The issuing distribution point of the revocation list does not fit. */
    errSecIDPFailure = -67622,
    /* The certificate has no matching e-mail address. */
    errSecSMIMEEmailAddressesNotFound = -67623,
    /* The extended key usage does not allow S/MIME. */
    errSecSMIMEBadExtendedKeyUsage = -67624,
    /* The key usage does not allow S/MIME. */
    errSecSMIMEBadKeyUsage = -67625,
    /* The key usage is not marked critical, which S/MIME requires. */
    errSecSMIMEKeyUsageNotCritical = -67626,
    /* The certificate has no e-mail address. */
    errSecSMIMENoEmailAddress = -67627,
    /* The subject alternative name is not marked critical, which S/MIME requires. */
    errSecSMIMESubjAltNameNotCritical = -67628,
    /* The extended key usage does not allow TLS. */
    errSecSSLBadExtendedKeyUsage = -67629,
    /* The OCSP response is malformed. */
    errSecOCSPBadResponse = -67630,
    /* The OCSP request is malformed. */
    errSecOCSPBadRequest = -67631,
    /* The OCSP service is not available. */
    errSecOCSPUnavailable = -67632,
    /* The OCSP responder does not know the certificate. */
    errSecOCSPStatusUnrecognized = -67633,
    /* The data ended. */
    errSecEndOfData = -67634,
    /* The revocation check could not be completed. */
    errSecIncompleteCertRevocationCheck = -67635,
    /* The network failed. */
    errSecNetworkFailure = -67636,
    /* The OCSP response does not lead to a trusted anchor. */
    errSecOCSPNotTrustedToAnchor = -67637,
    /* The record was changed. */
    errSecRecordModified = -67638,
    /* The signature of the OCSP response is not valid. */
    errSecOCSPSignatureError = -67639,
    /* The OCSP response has no signer. */
    errSecOCSPNoSigner = -67640,
    /* The OCSP responder found the request malformed. */
    errSecOCSPResponderMalformedReq = -67641,
    /* The OCSP responder failed inside. */
    errSecOCSPResponderInternalError = -67642,
    /* The OCSP responder is busy and asks to try again later. */
    errSecOCSPResponderTryLater = -67643,
    /* The OCSP responder requires a signed request. */
    errSecOCSPResponderSignatureRequired = -67644,
    /* The OCSP responder refused the request as unauthorised. */
    errSecOCSPResponderUnauthorized = -67645,
    /* The nonce of the OCSP response is not that of the request. */
    errSecOCSPResponseNonceMismatch = -67646,
    /* The chain of certificates has the wrong length for code signing. */
    errSecCodeSigningBadCertChainLength = -67647,
    /* A code signing certificate has no basic constraints. */
    errSecCodeSigningNoBasicConstraints = -67648,
    /* A path length constraint is wrong for code signing. */
    errSecCodeSigningBadPathLengthConstraint = -67649,
    /* The code signing certificate has no extended key usage. */
    errSecCodeSigningNoExtendedKeyUsage = -67650,
    /* The code signing certificate is for development only. */
    errSecCodeSigningDevelopment = -67651,
    /* The chain of certificates has the wrong length for resource signing. */
    errSecResourceSignBadCertChainLength = -67652,
    /* The extended key usage does not allow resource signing. */
    errSecResourceSignBadExtKeyUsage = -67653,
    /* A trust setting denies trust. */
    errSecTrustSettingDeny = -67654,
    /* The subject name is empty or not valid. */
    errSecInvalidSubjectName = -67655,
    /* The certificate has an unknown qualified certificate statement. */
    errSecUnknownQualifiedCertStatement = -67656,
    /* The MobileMe request was queued. */
    errSecMobileMeRequestQueued = -67657,
    /* The MobileMe request was redirected. */
    errSecMobileMeRequestRedirected = -67658,
    /* The MobileMe server failed. */
    errSecMobileMeServerError = -67659,
    /* The MobileMe server is not available. */
    errSecMobileMeServerNotAvailable = -67660,
    /* The MobileMe server says that the item already exists. */
    errSecMobileMeServerAlreadyExists = -67661,
    /* The MobileMe service failed. */
    errSecMobileMeServerServiceErr = -67662,
    /* A MobileMe request is already pending. */
    errSecMobileMeRequestAlreadyPending = -67663,
    /* No MobileMe request is pending. */
    errSecMobileMeNoRequestPending = -67664,
    /* The MobileMe server could not verify the certificate request. */
    errSecMobileMeCSRVerifyFailure = -67665,
    /* The MobileMe server found an inconsistency. */
    errSecMobileMeFailedConsistencyCheck = -67666,
    /* The module was used before it was initialised. */
    errSecNotInitialized = -67667,
    /* The handle cannot be used for this. */
    errSecInvalidHandleUsage = -67668,
    /* The object that the verification code refers to was not found. */
    errSecPVCReferentNotFound = -67669,
    /* A function address failed its integrity check. */
    errSecFunctionIntegrityFail = -67670,
    /* An internal error occurred. */
    errSecInternalError = -67671,
    /* A memory error occurred. */
    errSecMemoryError = -67672,
    /* The data is not valid. */
    errSecInvalidData = -67673,
    /* The module directory service failed. */
    errSecMDSError = -67674,
    /* A pointer is not valid. */
    errSecInvalidPointer = -67675,
    /* The self check failed. */
    errSecSelfCheckFailed = -67676,
    /* The function failed. */
    errSecFunctionFailed = -67677,
    /* The manifest of the module could not be verified. */
    errSecModuleManifestVerifyFailed = -67678,
    /* The globally unique identifier is not valid. */
    errSecInvalidGUID = -67679,
    /* The handle is not valid. */
    errSecInvalidHandle = -67680,
    /* The list of databases is not valid. */
    errSecInvalidDBList = -67681,
    /* The passthrough identifier is not valid. */
    errSecInvalidPassthroughID = -67682,
    /* The network address is not valid. */
    errSecInvalidNetworkAddress = -67683,
    /* The revocation list is already signed. */
    errSecCRLAlreadySigned = -67684,
    /* The number of fields is wrong. */
    errSecInvalidNumberOfFields = -67685,
    /* The verification failed. */
    errSecVerificationFailure = -67686,
    /* The tag is unknown. */
    errSecUnknownTag = -67687,
    /* The signature is not valid. */
    errSecInvalidSignature = -67688,
    /* The name is not valid. */
    errSecInvalidName = -67689,
    /* The certificate reference is not valid. */
    errSecInvalidCertificateRef = -67690,
    /* The group of certificates is not valid. */
    errSecInvalidCertificateGroup = -67691,
    /* The tag was not found. */
    errSecTagNotFound = -67692,
    /* The query is not valid. */
    errSecInvalidQuery = -67693,
    /* The value is not valid. */
    errSecInvalidValue = -67694,
    /* The callback function failed. */
    errSecCallbackFailed = -67695,
    /* The entry of the access control list could not be deleted. */
    errSecACLDeleteFailed = -67696,
    /* The entry of the access control list could not be replaced. */
    errSecACLReplaceFailed = -67697,
    /* The entry could not be added to the access control list. */
    errSecACLAddFailed = -67698,
    /* The access control list could not be changed. */
    errSecACLChangeFailed = -67699,
    /* The access credentials are not valid. */
    errSecInvalidAccessCredentials = -67700,
    /* The record is not valid. */
    errSecInvalidRecord = -67701,
    /* The access control list is not valid. */
    errSecInvalidACL = -67702,
    /* The sample value is not valid. */
    errSecInvalidSampleValue = -67703,
    /* The version is incompatible. */
    errSecIncompatibleVersion = -67704,
    /* The privilege was not granted. */
    errSecPrivilegeNotGranted = -67705,
    /* The scope is not valid. */
    errSecInvalidScope = -67706,
    /* Pointer validation is already configured. */
    errSecPVCAlreadyConfigured = -67707,
    /* The pointer validation setting is not valid. */
    errSecInvalidPVC = -67708,
    /* The elective module manager could not be loaded. */
    errSecEMMLoadFailed = -67709,
    /* The elective module manager could not be unloaded. */
    errSecEMMUnloadFailed = -67710,
    /* The add-in could not be loaded. */
    errSecAddinLoadFailed = -67711,
    /* The key reference is not valid. */
    errSecInvalidKeyRef = -67712,
    /* The key hierarchy is not valid. */
    errSecInvalidKeyHierarchy = -67713,
    /* The add-in could not be unloaded. */
    errSecAddinUnloadFailed = -67714,
    /* The library reference was not found. */
    errSecLibraryReferenceNotFound = -67715,
    /* The function table of the add-in is not valid. */
    errSecInvalidAddinFunctionTable = -67716,
    /* The service mask is not valid. */
    errSecInvalidServiceMask = -67717,
    /* The module is not loaded. */
    errSecModuleNotLoaded = -67718,
    /* The subservice identifier is not valid. */
    errSecInvalidSubServiceID = -67719,
    /* The attribute is not in the context. */
    errSecAttributeNotInContext = -67720,
    /* The module manager could not be initialised. */
    errSecModuleManagerInitializeFailed = -67721,
    /* The module manager was not found. */
    errSecModuleManagerNotFound = -67722,
    /* The event notification callback was not found. */
    errSecEventNotificationCallbackNotFound = -67723,
    /* The length of the input is wrong. */
    errSecInputLengthError = -67724,
    /* The length of the output is wrong. */
    errSecOutputLengthError = -67725,
    /* The privilege is not supported. */
    errSecPrivilegeNotSupported = -67726,
    /* The device reported an error. */
    errSecDeviceError = -67727,
    /* The attached handle is busy. */
    errSecAttachHandleBusy = -67728,
    /* Nobody is logged in. */
    errSecNotLoggedIn = -67729,
    /* The algorithm does not match. */
    errSecAlgorithmMismatch = -67730,
    /* The key cannot be used for this. */
    errSecKeyUsageIncorrect = -67731,
    /* The block of the key has the wrong type. */
    errSecKeyBlobTypeIncorrect = -67732,
    /* The header of the key is inconsistent. */
    errSecKeyHeaderInconsistent = -67733,
    /* The key format is not supported. */
    errSecUnsupportedKeyFormat = -67734,
    /* The size of the key is not supported. */
    errSecUnsupportedKeySize = -67735,
    /* The usage mask of the key is not valid. */
    errSecInvalidKeyUsageMask = -67736,
    /* The usage mask of the key is not supported. */
    errSecUnsupportedKeyUsageMask = -67737,
    /* The attribute mask of the key is not valid. */
    errSecInvalidKeyAttributeMask = -67738,
    /* The attribute mask of the key is not supported. */
    errSecUnsupportedKeyAttributeMask = -67739,
    /* The key label is not valid. */
    errSecInvalidKeyLabel = -67740,
    /* The key label is not supported. */
    errSecUnsupportedKeyLabel = -67741,
    /* The key format is not valid. */
    errSecInvalidKeyFormat = -67742,
    /* The vector of buffers is not supported. */
    errSecUnsupportedVectorOfBuffers = -67743,
    /* The input vector is not valid. */
    errSecInvalidInputVector = -67744,
    /* The output vector is not valid. */
    errSecInvalidOutputVector = -67745,
    /* The context is not valid. */
    errSecInvalidContext = -67746,
    /* The algorithm is not valid. */
    errSecInvalidAlgorithm = -67747,
    /* The key of the cryptographic context is not valid. */
    errSecInvalidAttributeKey = -67748,
    /* The key of the cryptographic context is missing. */
    errSecMissingAttributeKey = -67749,
    /* The initialisation vector of the cryptographic context is not valid. */
    errSecInvalidAttributeInitVector = -67750,
    /* The initialisation vector of the cryptographic context is missing. */
    errSecMissingAttributeInitVector = -67751,
    /* The salt of the cryptographic context is not valid. */
    errSecInvalidAttributeSalt = -67752,
    /* The salt of the cryptographic context is missing. */
    errSecMissingAttributeSalt = -67753,
    /* The padding of the cryptographic context is not valid. */
    errSecInvalidAttributePadding = -67754,
    /* The padding of the cryptographic context is missing. */
    errSecMissingAttributePadding = -67755,
    /* The random value of the cryptographic context is not valid. */
    errSecInvalidAttributeRandom = -67756,
    /* The random value of the cryptographic context is missing. */
    errSecMissingAttributeRandom = -67757,
    /* The seed of the cryptographic context is not valid. */
    errSecInvalidAttributeSeed = -67758,
    /* The seed of the cryptographic context is missing. */
    errSecMissingAttributeSeed = -67759,
    /* The passphrase of the cryptographic context is not valid. */
    errSecInvalidAttributePassphrase = -67760,
    /* The passphrase of the cryptographic context is missing. */
    errSecMissingAttributePassphrase = -67761,
    /* The key length of the cryptographic context is not valid. */
    errSecInvalidAttributeKeyLength = -67762,
    /* The key length of the cryptographic context is missing. */
    errSecMissingAttributeKeyLength = -67763,
    /* The block size of the cryptographic context is not valid. */
    errSecInvalidAttributeBlockSize = -67764,
    /* The block size of the cryptographic context is missing. */
    errSecMissingAttributeBlockSize = -67765,
    /* The output size of the cryptographic context is not valid. */
    errSecInvalidAttributeOutputSize = -67766,
    /* The output size of the cryptographic context is missing. */
    errSecMissingAttributeOutputSize = -67767,
    /* The rounds of the cryptographic context are not valid. */
    errSecInvalidAttributeRounds = -67768,
    /* The rounds of the cryptographic context are missing. */
    errSecMissingAttributeRounds = -67769,
    /* The algorithm parameters are not valid. */
    errSecInvalidAlgorithmParms = -67770,
    /* The algorithm parameters are missing. */
    errSecMissingAlgorithmParms = -67771,
    /* The label of the cryptographic context is not valid. */
    errSecInvalidAttributeLabel = -67772,
    /* The label of the cryptographic context is missing. */
    errSecMissingAttributeLabel = -67773,
    /* The key type of the cryptographic context is not valid. */
    errSecInvalidAttributeKeyType = -67774,
    /* The key type of the cryptographic context is missing. */
    errSecMissingAttributeKeyType = -67775,
    /* The mode of the cryptographic context is not valid. */
    errSecInvalidAttributeMode = -67776,
    /* The mode of the cryptographic context is missing. */
    errSecMissingAttributeMode = -67777,
    /* The effective bits of the cryptographic context are not valid. */
    errSecInvalidAttributeEffectiveBits = -67778,
    /* The effective bits of the cryptographic context are missing. */
    errSecMissingAttributeEffectiveBits = -67779,
    /* The start date of the cryptographic context is not valid. */
    errSecInvalidAttributeStartDate = -67780,
    /* The start date of the cryptographic context is missing. */
    errSecMissingAttributeStartDate = -67781,
    /* The end date of the cryptographic context is not valid. */
    errSecInvalidAttributeEndDate = -67782,
    /* The end date of the cryptographic context is missing. */
    errSecMissingAttributeEndDate = -67783,
    /* The version of the cryptographic context is not valid. */
    errSecInvalidAttributeVersion = -67784,
    /* The version of the cryptographic context is missing. */
    errSecMissingAttributeVersion = -67785,
    /* The prime of the cryptographic context is not valid. */
    errSecInvalidAttributePrime = -67786,
    /* The prime of the cryptographic context is missing. */
    errSecMissingAttributePrime = -67787,
    /* The base of the cryptographic context is not valid. */
    errSecInvalidAttributeBase = -67788,
    /* The base of the cryptographic context is missing. */
    errSecMissingAttributeBase = -67789,
    /* The subprime of the cryptographic context is not valid. */
    errSecInvalidAttributeSubprime = -67790,
    /* The subprime of the cryptographic context is missing. */
    errSecMissingAttributeSubprime = -67791,
    /* The iteration count of the cryptographic context is not valid. */
    errSecInvalidAttributeIterationCount = -67792,
    /* The iteration count of the cryptographic context is missing. */
    errSecMissingAttributeIterationCount = -67793,
    /* The database handle of the cryptographic context is not valid. */
    errSecInvalidAttributeDLDBHandle = -67794,
    /* The database handle of the cryptographic context is missing. */
    errSecMissingAttributeDLDBHandle = -67795,
    /* The access credentials of the cryptographic context are not valid. */
    errSecInvalidAttributeAccessCredentials = -67796,
    /* The access credentials of the cryptographic context are missing. */
    errSecMissingAttributeAccessCredentials = -67797,
    /* The public key format of the cryptographic context is not valid. */
    errSecInvalidAttributePublicKeyFormat = -67798,
    /* The public key format of the cryptographic context is missing. */
    errSecMissingAttributePublicKeyFormat = -67799,
    /* The private key format of the cryptographic context is not valid. */
    errSecInvalidAttributePrivateKeyFormat = -67800,
    /* The private key format of the cryptographic context is missing. */
    errSecMissingAttributePrivateKeyFormat = -67801,
    /* The symmetric key format of the cryptographic context is not valid. */
    errSecInvalidAttributeSymmetricKeyFormat = -67802,
    /* The symmetric key format of the cryptographic context is missing. */
    errSecMissingAttributeSymmetricKeyFormat = -67803,
    /* The wrapped key format of the cryptographic context is not valid. */
    errSecInvalidAttributeWrappedKeyFormat = -67804,
    /* The wrapped key format of the cryptographic context is missing. */
    errSecMissingAttributeWrappedKeyFormat = -67805,
    /* A staged operation is in progress. */
    errSecStagedOperationInProgress = -67806,
    /* The staged operation was not started. */
    errSecStagedOperationNotStarted = -67807,
    /* The signature could not be verified. */
    errSecVerifyFailed = -67808,
    /* The size of the query is unknown. */
    errSecQuerySizeUnknown = -67809,
    /* The block size does not match. */
    errSecBlockSizeMismatch = -67810,
    /* The public key is inconsistent. */
    errSecPublicKeyInconsistent = -67811,
    /* The device could not be verified. */
    errSecDeviceVerifyFailed = -67812,
    /* The login name is not valid. */
    errSecInvalidLoginName = -67813,
    /* Somebody is already logged in. */
    errSecAlreadyLoggedIn = -67814,
    /* The digest algorithm is not valid. */
    errSecInvalidDigestAlgorithm = -67815,
    /* The group of revocation lists is not valid. */
    errSecInvalidCRLGroup = -67816,
    /* The certificate cannot be used for this operation. */
    errSecCertificateCannotOperate = -67817,
    /* The certificate has expired. */
    errSecCertificateExpired = -67818,
    /* The certificate is not valid yet. */
    errSecCertificateNotValidYet = -67819,
    /* The certificate was revoked. */
    errSecCertificateRevoked = -67820,
    /* The certificate is suspended. */
    errSecCertificateSuspended = -67821,
    /* The credentials are not sufficient. */
    errSecInsufficientCredentials = -67822,
    /* The action is not valid. */
    errSecInvalidAction = -67823,
    /* The authority is not valid. */
    errSecInvalidAuthority = -67824,
    /* The action could not be verified. */
    errSecVerifyActionFailed = -67825,
    /* The certificate authority is not valid. */
    errSecInvalidCertAuthority = -67826,
    /* The revocation list authority is not valid. */
    errSecInvalidCRLAuthority = -67827,
    /* The revocation list encoding is not valid. */
    errSecInvalidCRLEncoding = -67828,
    /* The revocation list type is not valid. */
    errSecInvalidCRLType = -67829,
    /* The revocation list is not valid. */
    errSecInvalidCRL = -67830,
    /* The form type is not valid. */
    errSecInvalidFormType = -67831,
    /* The identifier is not valid. */
    errSecInvalidID = -67832,
    /* The identifier is not valid. */
    errSecInvalidIdentifier = -67833,
    /* The index is not valid. */
    errSecInvalidIndex = -67834,
    /* The policy identifiers are not valid. */
    errSecInvalidPolicyIdentifiers = -67835,
    /* The time string is not valid. */
    errSecInvalidTimeString = -67836,
    /* The reason is not valid. */
    errSecInvalidReason = -67837,
    /* The inputs of the request are not valid. */
    errSecInvalidRequestInputs = -67838,
    /* The response vector is not valid. */
    errSecInvalidResponseVector = -67839,
    /* The policy that ends the evaluation is not valid. */
    errSecInvalidStopOnPolicy = -67840,
    /* The tuple is not valid. */
    errSecInvalidTuple = -67841,
    /* Several values are not supported. */
    errSecMultipleValuesUnsupported = -67842,
    /* The certificate is not trusted. */
    errSecNotTrusted = -67843,
    /* There is no default authority. */
    errSecNoDefaultAuthority = -67844,
    /* The form was rejected. */
    errSecRejectedForm = -67845,
    /* The request was lost. */
    errSecRequestLost = -67846,
    /* The request was rejected. */
    errSecRequestRejected = -67847,
    /* The address type is not supported. */
    errSecUnsupportedAddressType = -67848,
    /* The service is not supported. */
    errSecUnsupportedService = -67849,
    /* The tuple group is not valid. */
    errSecInvalidTupleGroup = -67850,
    /* The base access control lists are not valid. */
    errSecInvalidBaseACLs = -67851,
    /* The credentials of the tuple are not valid. */
    errSecInvalidTupleCredentials = -67852,
    /* The encoding is not valid. */
    errSecInvalidEncoding = -67853,
    /* The validity period is not valid. */
    errSecInvalidValidityPeriod = -67854,
    /* The requestor is not valid. */
    errSecInvalidRequestor = -67855,
    /* The descriptor of the request is not valid. */
    errSecRequestDescriptor = -67856,
    /* The bundle information is not valid. */
    errSecInvalidBundleInfo = -67857,
    /* The revocation list index is not valid. */
    errSecInvalidCRLIndex = -67858,
    /* There are no field values. */
    errSecNoFieldValues = -67859,
    /* The field format is not supported. */
    errSecUnsupportedFieldFormat = -67860,
    /* The index information is not supported. */
    errSecUnsupportedIndexInfo = -67861,
    /* The locality is not supported. */
    errSecUnsupportedLocality = -67862,
    /* The number of attributes is not supported. */
    errSecUnsupportedNumAttributes = -67863,
    /* The number of indexes is not supported. */
    errSecUnsupportedNumIndexes = -67864,
    /* The number of record types is not supported. */
    errSecUnsupportedNumRecordTypes = -67865,
    /* A field was named more than once. */
    errSecFieldSpecifiedMultiple = -67866,
    /* The format of a field is incompatible. */
    errSecIncompatibleFieldFormat = -67867,
    /* The parsing module is not valid. */
    errSecInvalidParsingModule = -67868,
    /* The database is locked. */
    errSecDatabaseLocked = -67869,
    /* The data store is open. */
    errSecDatastoreIsOpen = -67870,
    /* The value is missing. */
    errSecMissingValue = -67871,
    /* The limits of the query are not supported. */
    errSecUnsupportedQueryLimits = -67872,
    /* The number of selection predicates is not supported. */
    errSecUnsupportedNumSelectionPreds = -67873,
    /* The operator is not supported. */
    errSecUnsupportedOperator = -67874,
    /* The database location is not valid. */
    errSecInvalidDBLocation = -67875,
    /* The access request is not valid. */
    errSecInvalidAccessRequest = -67876,
    /* The index information is not valid. */
    errSecInvalidIndexInfo = -67877,
    /* The new owner is not valid. */
    errSecInvalidNewOwner = -67878,
    /* The modify mode is not valid. */
    errSecInvalidModifyMode = -67879,
    /* A required extension is missing. */
    errSecMissingRequiredExtension = -67880,
    /* The extended key usage is not marked critical. */
    errSecExtendedKeyUsageNotCritical = -67881,
    /* The timestamp is missing. */
    errSecTimestampMissing = -67882,
    /* The timestamp is not valid. */
    errSecTimestampInvalid = -67883,
    /* The timestamp is not trusted. */
    errSecTimestampNotTrusted = -67884,
    /* The timestamp service is not available. */
    errSecTimestampServiceNotAvailable = -67885,
    /* The timestamp names an unknown or unsupported algorithm. */
    errSecTimestampBadAlg = -67886,
    /* The timestamp request is malformed. */
    errSecTimestampBadRequest = -67887,
    /* The data that was sent for a timestamp is malformed. */
    errSecTimestampBadDataFormat = -67888,
    /* The timestamp authority has no time. */
    errSecTimestampTimeNotAvailable = -67889,
    /* The timestamp authority does not support the policy. */
    errSecTimestampUnacceptedPolicy = -67890,
    /* The timestamp authority does not support the extension. */
    errSecTimestampUnacceptedExtension = -67891,
    /* The timestamp authority does not have the additional information. */
    errSecTimestampAddInfoNotAvailable = -67892,
    /* The timestamp authority failed inside. */
    errSecTimestampSystemFailure = -67893,
    /* The signing time is missing. */
    errSecSigningTimeMissing = -67894,
    /* The timestamp authority rejected the request. */
    errSecTimestampRejection = -67895,
    /* The timestamp request is waiting. */
    errSecTimestampWaiting = -67896,
    /* The certificate of the timestamp authority is about to be revoked. */
    errSecTimestampRevocationWarning = -67897,
    /* The certificate of the timestamp authority was revoked. */
    errSecTimestampRevocationNotification = -67898,
    /* The certificate has a policy that is not allowed. */
    errSecCertificatePolicyNotAllowed = -67899,
    /* The certificate has a name that is not allowed. */
    errSecCertificateNameNotAllowed = -67900,
    /* The certificate is valid for too long a time. */
    errSecCertificateValidityPeriodTooLong = -67901,
    /* The certificate is one of an authority; one of an end entity was expected. */
    errSecCertificateIsCA = -67902,
    /* The certificate has the same extension twice. */
    errSecCertificateDuplicateExtension = -67903,
    /* A qualified certificate statement is missing. */
    errSecMissingQualifiedCertStatement = -67904
};

/* A sentence in English that says what a result code means, to be released; never NULL. reserved is not used. */
CF_EXPORT CFStringRef _Nullable SecCopyErrorMessageString(OSStatus status, void *_Nullable reserved);

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECBASE_H */
