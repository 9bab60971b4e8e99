// The older result codes about databases, certificates, revocation and online services.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The service is not available.
public var errSecServiceNotAvailable: OSStatus { -67585 }

/// The client identifier is not sufficient.
public var errSecInsufficientClientID: OSStatus { -67586 }

/// The device was reset.
public var errSecDeviceReset: OSStatus { -67587 }

/// The device failed.
public var errSecDeviceFailed: OSStatus { -67588 }

/// Adding the application to the access control list failed.
public var errSecAppleAddAppACLSubject: OSStatus { -67589 }

/// The public key is incomplete.
public var errSecApplePublicKeyIncomplete: OSStatus { -67590 }

/// The signature does not match.
public var errSecAppleSignatureMismatch: OSStatus { -67591 }

/// The start date of the key is not valid.
public var errSecAppleInvalidKeyStartDate: OSStatus { -67592 }

/// The end date of the key is not valid.
public var errSecAppleInvalidKeyEndDate: OSStatus { -67593 }

/// A value could not be converted.
public var errSecConversionError: OSStatus { -67594 }

/// A rollback to SSL version 2 was detected.
public var errSecAppleSSLv2Rollback: OSStatus { -67595 }

/// The quota is used up.
public var errSecQuotaExceeded: OSStatus { -67596 }

/// The file is too large.
public var errSecFileTooBig: OSStatus { -67597 }

/// The database contains a damaged block.
public var errSecInvalidDatabaseBlob: OSStatus { -67598 }

/// The key contains a damaged block.
public var errSecInvalidKeyBlob: OSStatus { -67599 }

/// The database contains a block of an incompatible version.
public var errSecIncompatibleDatabaseBlob: OSStatus { -67600 }

/// The key contains a block of an incompatible version.
public var errSecIncompatibleKeyBlob: OSStatus { -67601 }

/// The certificate is not for this host name.
public var errSecHostNameMismatch: OSStatus { -67602 }

/// The certificate has an unknown extension that is marked critical.
public var errSecUnknownCriticalExtensionFlag: OSStatus { -67603 }

/// The certificate has no basic constraints.
public var errSecNoBasicConstraints: OSStatus { -67604 }

/// The basic constraints do not allow the certificate to issue others.
public var errSecNoBasicConstraintsCA: OSStatus { -67605 }

/// The authority key identifier is not valid.
public var errSecInvalidAuthorityKeyID: OSStatus { -67606 }

/// The subject key identifier is not valid.
public var errSecInvalidSubjectKeyID: OSStatus { -67607 }

/// The key usage does not fit the policy.
public var errSecInvalidKeyUsageForPolicy: OSStatus { -67608 }

/// The extended key usage does not allow this purpose.
public var errSecInvalidExtendedKeyUsage: OSStatus { -67609 }

/// The identifiers of certificate and issuer do not link.
public var errSecInvalidIDLinkage: OSStatus { -67610 }

/// The chain of certificates is longer than a path length constraint allows.
public var errSecPathLengthConstraintExceeded: OSStatus { -67611 }

/// The root certificate is not valid.
public var errSecInvalidRoot: OSStatus { -67612 }

/// The revocation list has expired.
public var errSecCRLExpired: OSStatus { -67613 }

/// The revocation list is not valid yet.
public var errSecCRLNotValidYet: OSStatus { -67614 }

/// The revocation list was not found.
public var errSecCRLNotFound: OSStatus { -67615 }

/// The server of the revocation list does not answer.
public var errSecCRLServerDown: OSStatus { -67616 }

/// The address of the revocation list is not valid.
public var errSecCRLBadURI: OSStatus { -67617 }

/// The certificate has an unknown extension.
public var errSecUnknownCertExtension: OSStatus { -67618 }

/// The revocation list has an unknown extension.
public var errSecUnknownCRLExtension: OSStatus { -67619 }

/// The revocation list is not trusted.
public var errSecCRLNotTrusted: OSStatus { -67620 }

/// The revocation list does not fulfil the policy.
public var errSecCRLPolicyFailed: OSStatus { -67621 }

/// The issuing distribution point of the revocation list does not fit.
public var errSecIDPFailure: OSStatus { -67622 }

/// The certificate has no matching e-mail address.
public var errSecSMIMEEmailAddressesNotFound: OSStatus { -67623 }

/// The extended key usage does not allow S/MIME.
public var errSecSMIMEBadExtendedKeyUsage: OSStatus { -67624 }

/// The key usage does not allow S/MIME.
public var errSecSMIMEBadKeyUsage: OSStatus { -67625 }

/// The key usage is not marked critical, which S/MIME requires.
public var errSecSMIMEKeyUsageNotCritical: OSStatus { -67626 }

/// The certificate has no e-mail address.
public var errSecSMIMENoEmailAddress: OSStatus { -67627 }

/// The subject alternative name is not marked critical, which S/MIME requires.
public var errSecSMIMESubjAltNameNotCritical: OSStatus { -67628 }

/// The extended key usage does not allow TLS.
public var errSecSSLBadExtendedKeyUsage: OSStatus { -67629 }

/// The OCSP response is malformed.
public var errSecOCSPBadResponse: OSStatus { -67630 }

/// The OCSP request is malformed.
public var errSecOCSPBadRequest: OSStatus { -67631 }

/// The OCSP service is not available.
public var errSecOCSPUnavailable: OSStatus { -67632 }

/// The OCSP responder does not know the certificate.
public var errSecOCSPStatusUnrecognized: OSStatus { -67633 }

/// The data ended.
public var errSecEndOfData: OSStatus { -67634 }

/// The revocation check could not be completed.
public var errSecIncompleteCertRevocationCheck: OSStatus { -67635 }

/// The network failed.
public var errSecNetworkFailure: OSStatus { -67636 }

/// The OCSP response does not lead to a trusted anchor.
public var errSecOCSPNotTrustedToAnchor: OSStatus { -67637 }

/// The record was changed.
public var errSecRecordModified: OSStatus { -67638 }

/// The signature of the OCSP response is not valid.
public var errSecOCSPSignatureError: OSStatus { -67639 }

/// The OCSP response has no signer.
public var errSecOCSPNoSigner: OSStatus { -67640 }

/// The OCSP responder found the request malformed.
public var errSecOCSPResponderMalformedReq: OSStatus { -67641 }

/// The OCSP responder failed inside.
public var errSecOCSPResponderInternalError: OSStatus { -67642 }

/// The OCSP responder is busy and asks to try again later.
public var errSecOCSPResponderTryLater: OSStatus { -67643 }

/// The OCSP responder requires a signed request.
public var errSecOCSPResponderSignatureRequired: OSStatus { -67644 }

/// The OCSP responder refused the request as unauthorised.
public var errSecOCSPResponderUnauthorized: OSStatus { -67645 }

/// The nonce of the OCSP response is not that of the request.
public var errSecOCSPResponseNonceMismatch: OSStatus { -67646 }

/// The chain of certificates has the wrong length for code signing.
public var errSecCodeSigningBadCertChainLength: OSStatus { -67647 }

/// A code signing certificate has no basic constraints.
public var errSecCodeSigningNoBasicConstraints: OSStatus { -67648 }

/// A path length constraint is wrong for code signing.
public var errSecCodeSigningBadPathLengthConstraint: OSStatus { -67649 }

/// The code signing certificate has no extended key usage.
public var errSecCodeSigningNoExtendedKeyUsage: OSStatus { -67650 }

/// The code signing certificate is for development only.
public var errSecCodeSigningDevelopment: OSStatus { -67651 }

/// The chain of certificates has the wrong length for resource signing.
public var errSecResourceSignBadCertChainLength: OSStatus { -67652 }

/// The extended key usage does not allow resource signing.
public var errSecResourceSignBadExtKeyUsage: OSStatus { -67653 }

/// A trust setting denies trust.
public var errSecTrustSettingDeny: OSStatus { -67654 }

/// The subject name is empty or not valid.
public var errSecInvalidSubjectName: OSStatus { -67655 }

/// The certificate has an unknown qualified certificate statement.
public var errSecUnknownQualifiedCertStatement: OSStatus { -67656 }

/// The MobileMe request was queued.
public var errSecMobileMeRequestQueued: OSStatus { -67657 }

/// The MobileMe request was redirected.
public var errSecMobileMeRequestRedirected: OSStatus { -67658 }

/// The MobileMe server failed.
public var errSecMobileMeServerError: OSStatus { -67659 }

/// The MobileMe server is not available.
public var errSecMobileMeServerNotAvailable: OSStatus { -67660 }

/// The MobileMe server says that the item already exists.
public var errSecMobileMeServerAlreadyExists: OSStatus { -67661 }

/// The MobileMe service failed.
public var errSecMobileMeServerServiceErr: OSStatus { -67662 }

/// A MobileMe request is already pending.
public var errSecMobileMeRequestAlreadyPending: OSStatus { -67663 }

/// No MobileMe request is pending.
public var errSecMobileMeNoRequestPending: OSStatus { -67664 }

/// The MobileMe server could not verify the certificate request.
public var errSecMobileMeCSRVerifyFailure: OSStatus { -67665 }

/// The MobileMe server found an inconsistency.
public var errSecMobileMeFailedConsistencyCheck: OSStatus { -67666 }
