/* The object identifiers of parts of certificates, as text: keys for SecCertificateCopyValues(). */
/* SPDX-License-Identifier: Apache-2.0 */
#ifndef LATCHKEY_SECURITY_SECCERTIFICATEOIDS_H
#define LATCHKEY_SECURITY_SECCERTIFICATEOIDS_H

#include <Security/SecBase.h>

CF_EXTERN_C_BEGIN
CF_ASSUME_NONNULL_BEGIN
CF_IMPLICIT_BRIDGING_ENABLED

/* The names of the values of certificates, as SecCertificateCopyValues has them. */

/* A common name, in names. */
CF_EXPORT const CFStringRef kSecOIDCommonName;
/* A country, in names. */
CF_EXPORT const CFStringRef kSecOIDCountryName;
/* A place, in names. */
CF_EXPORT const CFStringRef kSecOIDLocalityName;
/* A state or province, in names. */
CF_EXPORT const CFStringRef kSecOIDStateProvinceName;
/* An organisation, in names. */
CF_EXPORT const CFStringRef kSecOIDOrganizationName;
/* A part of an organisation, in names. */
CF_EXPORT const CFStringRef kSecOIDOrganizationalUnitName;
/* An e-mail address, in names. */
CF_EXPORT const CFStringRef kSecOIDEmailAddress;
/* The version, a string. */
CF_EXPORT const CFStringRef kSecOIDX509V1Version;
/* The serial number, a string. */
CF_EXPORT const CFStringRef kSecOIDX509V1SerialNumber;
/* The name of the issuer, a section. */
CF_EXPORT const CFStringRef kSecOIDX509V1IssuerName;
/* From when it is valid: a number of seconds since 2001-01-01 UTC. */
CF_EXPORT const CFStringRef kSecOIDX509V1ValidityNotBefore;
/* Until when it is valid: a number of seconds since 2001-01-01 UTC. */
CF_EXPORT const CFStringRef kSecOIDX509V1ValidityNotAfter;
/* The name of the subject, a section. */
CF_EXPORT const CFStringRef kSecOIDX509V1SubjectName;
/* The algorithm of the public key, a section. */
CF_EXPORT const CFStringRef kSecOIDX509V1SubjectPublicKeyAlgorithm;
/* The bytes of the public key, data. */
CF_EXPORT const CFStringRef kSecOIDX509V1SubjectPublicKey;
/* The algorithm of the signature, a section. */
CF_EXPORT const CFStringRef kSecOIDX509V1SignatureAlgorithm;
/* The signature, data. */
CF_EXPORT const CFStringRef kSecOIDX509V1Signature;
/* Which public key it is, a section. */
CF_EXPORT const CFStringRef kSecOIDSubjectKeyIdentifier;
/* What the key may do: a number of bits, the first of RFC 5280 the least. */
CF_EXPORT const CFStringRef kSecOIDKeyUsage;
/* The alternative names of the subject, a section. */
CF_EXPORT const CFStringRef kSecOIDSubjectAltName;
/* Whether it is an authority, a section. */
CF_EXPORT const CFStringRef kSecOIDBasicConstraints;
/* Which public key the issuer has, a section. */
CF_EXPORT const CFStringRef kSecOIDAuthorityKeyIdentifier;
/* What the certificate is for: an array of the contents of object identifiers, as data. */
CF_EXPORT const CFStringRef kSecOIDExtendedKeyUsage;

/* The names of fields of certificates. SecCertificateCopyValues returns none of these. */

/* A certificate with its signature. */
CF_EXPORT const CFStringRef kSecOIDX509V3SignedCertificate;
/* The same as a structure. */
CF_EXPORT const CFStringRef kSecOIDX509V3SignedCertificateCStruct;
/* What of a certificate is signed. */
CF_EXPORT const CFStringRef kSecOIDX509V3Certificate;
/* The same as a structure. */
CF_EXPORT const CFStringRef kSecOIDX509V3CertificateCStruct;
/* The name of the issuer as a structure. */
CF_EXPORT const CFStringRef kSecOIDX509V1IssuerNameCStruct;
/* The name of the issuer as LDAP writes it. */
CF_EXPORT const CFStringRef kSecOIDX509V1IssuerNameLDAP;
/* The name of the issuer, normalised. */
CF_EXPORT const CFStringRef kSecOIDX509V1IssuerNameStd;
/* The name of the subject as a structure. */
CF_EXPORT const CFStringRef kSecOIDX509V1SubjectNameCStruct;
/* The name of the subject as LDAP writes it. */
CF_EXPORT const CFStringRef kSecOIDX509V1SubjectNameLDAP;
/* The name of the subject, normalised. */
CF_EXPORT const CFStringRef kSecOIDX509V1SubjectNameStd;
/* The issuer's unique identifier. */
CF_EXPORT const CFStringRef kSecOIDX509V1CertificateIssuerUniqueId;
/* The subject's unique identifier. */
CF_EXPORT const CFStringRef kSecOIDX509V1CertificateSubjectUniqueId;
/* The parameters of the public key's algorithm. */
CF_EXPORT const CFStringRef kSecOIDX509V1SubjectPublicKeyAlgorithmParameters;
/* The public key as a structure. */
CF_EXPORT const CFStringRef kSecOIDX509V1SubjectPublicKeyCStruct;
/* A key as a structure. */
CF_EXPORT const CFStringRef kSecOIDCSSMKeyStruct;
/* The signature with its algorithm. */
CF_EXPORT const CFStringRef kSecOIDX509V1SignatureStruct;
/* The same as a structure. */
CF_EXPORT const CFStringRef kSecOIDX509V1SignatureCStruct;
/* The parameters of the signature's algorithm. */
CF_EXPORT const CFStringRef kSecOIDX509V1SignatureAlgorithmParameters;
/* The algorithm of the signature, as it is signed. */
CF_EXPORT const CFStringRef kSecOIDX509V1SignatureAlgorithmTBS;
/* An extension. */
CF_EXPORT const CFStringRef kSecOIDX509V3CertificateExtensionStruct;
/* The same as a structure. */
CF_EXPORT const CFStringRef kSecOIDX509V3CertificateExtensionCStruct;
/* How many extensions there are. */
CF_EXPORT const CFStringRef kSecOIDX509V3CertificateNumberOfExtensions;
/* Which extension it is. */
CF_EXPORT const CFStringRef kSecOIDX509V3CertificateExtensionId;
/* Whether an extension must be understood. */
CF_EXPORT const CFStringRef kSecOIDX509V3CertificateExtensionCritical;
/* The value of an extension. */
CF_EXPORT const CFStringRef kSecOIDX509V3CertificateExtensionValue;
/* The type of an extension's value. */
CF_EXPORT const CFStringRef kSecOIDX509V3CertificateExtensionType;
/* All extensions. */
CF_EXPORT const CFStringRef kSecOIDX509V3CertificateExtensionsStruct;
/* The same as a structure. */
CF_EXPORT const CFStringRef kSecOIDX509V3CertificateExtensionsCStruct;

/* The names of what stands in the names of certificates, as SecCertificateCopyValues has them. */

/* A family name, in names. */
CF_EXPORT const CFStringRef kSecOIDSurname;
/* The serial number of a thing, in names. */
CF_EXPORT const CFStringRef kSecOIDSerialNumber;
/* States or provinces of several, in names. */
CF_EXPORT const CFStringRef kSecOIDCollectiveStateProvinceName;
/* A street and number, in names. */
CF_EXPORT const CFStringRef kSecOIDStreetAddress;
/* Streets and numbers of several, in names. */
CF_EXPORT const CFStringRef kSecOIDCollectiveStreetAddress;
/* A title, in names. */
CF_EXPORT const CFStringRef kSecOIDTitle;
/* A description, in names. */
CF_EXPORT const CFStringRef kSecOIDDescription;
/* A given name, in names. */
CF_EXPORT const CFStringRef kSecOIDGivenName;
/* A principal of a Windows domain, in alternative names. */
CF_EXPORT const CFStringRef kSecOIDMS_NTPrincipalName;
/* A service of a domain, in alternative names. */
CF_EXPORT const CFStringRef kSecOIDSRVName;
/* An e-mail address of the subject. */
CF_EXPORT const CFStringRef kSecOIDSubjectEmailAddress;
/* A picture of the subject. */
CF_EXPORT const CFStringRef kSecOIDSubjectPicture;
/* A picture of the signature of the subject. */
CF_EXPORT const CFStringRef kSecOIDSubjectSignatureBitmap;

/* The names of extensions, as SecCertificateCopyValues has them, and of those of revocation lists. */

/* More about the subject. */
CF_EXPORT const CFStringRef kSecOIDSubjectDirectoryAttributes;
/* When the private key signs. */
CF_EXPORT const CFStringRef kSecOIDPrivateKeyUsagePeriod;
/* The alternative names of the issuer. */
CF_EXPORT const CFStringRef kSecOIDIssuerAltName;
/* The number of a list of revoked certificates. */
CF_EXPORT const CFStringRef kSecOIDCrlNumber;
/* Why a certificate was revoked. */
CF_EXPORT const CFStringRef kSecOIDCrlReason;
/* What to do while a certificate is held. */
CF_EXPORT const CFStringRef kSecOIDHoldInstructionCode;
/* Since when a key is not to be trusted. */
CF_EXPORT const CFStringRef kSecOIDInvalidityDate;
/* The list that another one adds to. */
CF_EXPORT const CFStringRef kSecOIDDeltaCrlIndicator;
/* What a list of revoked certificates covers. */
CF_EXPORT const CFStringRef kSecOIDIssuingDistributionPoint;
/* The same under its other name. */
CF_EXPORT const CFStringRef kSecOIDIssuingDistributionPoints;
/* Who issued a revoked certificate. */
CF_EXPORT const CFStringRef kSecOIDCertIssuer;
/* The names that an authority may give. */
CF_EXPORT const CFStringRef kSecOIDNameConstraints;
/* Where lists of revoked certificates are. */
CF_EXPORT const CFStringRef kSecOIDCrlDistributionPoints;
/* The policies that it was issued under. */
CF_EXPORT const CFStringRef kSecOIDCertificatePolicies;
/* Policies that count as others. */
CF_EXPORT const CFStringRef kSecOIDPolicyMappings;
/* What is asked of the policies below an authority. */
CF_EXPORT const CFStringRef kSecOIDPolicyConstraints;
/* Where more is known of the issuer. */
CF_EXPORT const CFStringRef kSecOIDAuthorityInfoAccess;
/* Digests of biometric data. */
CF_EXPORT const CFStringRef kSecOIDBiometricInfo;
/* Statements of a qualified certificate. */
CF_EXPORT const CFStringRef kSecOIDQC_Statements;
/* Where more is known of the subject. */
CF_EXPORT const CFStringRef kSecOIDSubjectInfoAccess;
/* What it is for, by Netscape. */
CF_EXPORT const CFStringRef kSecOIDNetscapeCertType;
/* Several certificates, by Netscape. */
CF_EXPORT const CFStringRef kSecOIDNetscapeCertSequence;
/* Exemptions of its use. */
CF_EXPORT const CFStringRef kSecOIDUseExemptions;

/* What keys of certificates are for, as the extended key usage names it. */

/* For everything. */
CF_EXPORT const CFStringRef kSecOIDExtendedKeyUsageAny;
/* For servers of TLS. */
CF_EXPORT const CFStringRef kSecOIDServerAuth;
/* For clients of TLS. */
CF_EXPORT const CFStringRef kSecOIDClientAuth;
/* For signing code. */
CF_EXPORT const CFStringRef kSecOIDExtendedUseCodeSigning;
/* For e-mail. */
CF_EXPORT const CFStringRef kSecOIDEmailProtection;
/* For time stamps. */
CF_EXPORT const CFStringRef kSecOIDTimeStamping;
/* For answers about revoked certificates. */
CF_EXPORT const CFStringRef kSecOIDOCSPSigning;
/* For IPsec. */
CF_EXPORT const CFStringRef kSecOIDEKU_IPSec;
/* For strong ciphers, once, by Microsoft. */
CF_EXPORT const CFStringRef kSecOIDMicrosoftSGC;
/* For strong ciphers, once, by Netscape. */
CF_EXPORT const CFStringRef kSecOIDNetscapeSGC;
/* For clients of Kerberos. */
CF_EXPORT const CFStringRef kSecOIDKERBv5_PKINIT_KP_CLIENT_AUTH;
/* For Kerberos's key distribution centre. */
CF_EXPORT const CFStringRef kSecOIDKERBv5_PKINIT_KP_KDC;

/* Names of Apple's own in certificates. */

/* Apple's policy for developers. */
CF_EXPORT const CFStringRef kSecOIDADC_CERT_POLICY;
/* Apple's policy. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_CERT_POLICY;
/* Apple's policy for .Mac. */
CF_EXPORT const CFStringRef kSecOIDDOTMAC_CERT_POLICY;
/* For signing code, by Apple. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EKU_CODE_SIGNING;
/* For signing code in development, by Apple. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EKU_CODE_SIGNING_DEV;
/* For signing resources, by Apple. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EKU_RESOURCE_SIGNING;
/* For signing messages, by Apple. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EKU_ICHAT_SIGNING;
/* For encrypting messages, by Apple. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EKU_ICHAT_ENCRYPTION;
/* For the identity of a system, by Apple. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EKU_SYSTEM_IDENTITY;
/* Apple's extensions. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EXTENSION;
/* Apple's extensions for signing code. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EXTENSION_CODE_SIGNING;
/* Signs code of Apple. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EXTENSION_APPLE_SIGNING;
/* Signs code of a developer. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EXTENSION_ADC_DEV_SIGNING;
/* Signs code for a developer. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EXTENSION_ADC_APPLE_SIGNING;
/* Apple's intermediate authorities. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EXTENSION_INTERMEDIATE_MARKER;
/* Apple's authority for developers. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EXTENSION_WWDR_INTERMEDIATE;
/* Apple's authority for the store. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EXTENSION_ITMS_INTERMEDIATE;
/* Apple's authority for application integration. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EXTENSION_AAI_INTERMEDIATE;
/* Apple's authority for identities of persons. */
CF_EXPORT const CFStringRef kSecOIDAPPLE_EXTENSION_APPLEID_INTERMEDIATE;
/* Apple's extensions for .Mac. */
CF_EXPORT const CFStringRef kSecOIDDOTMAC_CERT_EXTENSION;
/* An identity of .Mac. */
CF_EXPORT const CFStringRef kSecOIDDOTMAC_CERT_IDENTITY;
/* Signs e-mail of .Mac. */
CF_EXPORT const CFStringRef kSecOIDDOTMAC_CERT_EMAIL_SIGN;
/* Encrypts e-mail of .Mac. */
CF_EXPORT const CFStringRef kSecOIDDOTMAC_CERT_EMAIL_ENCRYPT;

CF_IMPLICIT_BRIDGING_DISABLED
CF_ASSUME_NONNULL_END
CF_EXTERN_C_END

#endif /* LATCHKEY_SECURITY_SECCERTIFICATEOIDS_H */
