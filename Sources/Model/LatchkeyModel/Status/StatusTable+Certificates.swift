// The older result codes about databases, certificates, revocation and online services.
// SPDX-License-Identifier: Apache-2.0

extension StatusTable {
    /// The codes from -67585 to -67666. The codes fall.
    static let certificates: [StatusDescription] = [
        StatusDescription(-67585, "errSecServiceNotAvailable", "The service is not available."),
        StatusDescription(-67586, "errSecInsufficientClientID", "The client identifier is not sufficient."),
        StatusDescription(-67587, "errSecDeviceReset", "The device was reset."),
        StatusDescription(-67588, "errSecDeviceFailed", "The device failed."),
        StatusDescription(
            -67589, "errSecAppleAddAppACLSubject",
            "Adding the application to the access control list failed."),
        StatusDescription(-67590, "errSecApplePublicKeyIncomplete", "The public key is incomplete."),
        StatusDescription(-67591, "errSecAppleSignatureMismatch", "The signature does not match."),
        StatusDescription(-67592, "errSecAppleInvalidKeyStartDate", "The start date of the key is not valid."),
        StatusDescription(-67593, "errSecAppleInvalidKeyEndDate", "The end date of the key is not valid."),
        StatusDescription(-67594, "errSecConversionError", "A value could not be converted."),
        StatusDescription(-67595, "errSecAppleSSLv2Rollback", "A rollback to SSL version 2 was detected."),
        StatusDescription(-67596, "errSecQuotaExceeded", "The quota is used up."),
        StatusDescription(-67597, "errSecFileTooBig", "The file is too large."),
        StatusDescription(-67598, "errSecInvalidDatabaseBlob", "The database contains a damaged block."),
        StatusDescription(-67599, "errSecInvalidKeyBlob", "The key contains a damaged block."),
        StatusDescription(
            -67600, "errSecIncompatibleDatabaseBlob",
            "The database contains a block of an incompatible version."),
        StatusDescription(-67601, "errSecIncompatibleKeyBlob", "The key contains a block of an incompatible version."),
        StatusDescription(-67602, "errSecHostNameMismatch", "The certificate is not for this host name."),
        StatusDescription(
            -67603, "errSecUnknownCriticalExtensionFlag",
            "The certificate has an unknown extension that is marked critical."),
        StatusDescription(-67604, "errSecNoBasicConstraints", "The certificate has no basic constraints."),
        StatusDescription(
            -67605, "errSecNoBasicConstraintsCA",
            "The basic constraints do not allow the certificate to issue others."),
        StatusDescription(-67606, "errSecInvalidAuthorityKeyID", "The authority key identifier is not valid."),
        StatusDescription(-67607, "errSecInvalidSubjectKeyID", "The subject key identifier is not valid."),
        StatusDescription(-67608, "errSecInvalidKeyUsageForPolicy", "The key usage does not fit the policy."),
        StatusDescription(
            -67609, "errSecInvalidExtendedKeyUsage",
            "The extended key usage does not allow this purpose."),
        StatusDescription(-67610, "errSecInvalidIDLinkage", "The identifiers of certificate and issuer do not link."),
        StatusDescription(
            -67611, "errSecPathLengthConstraintExceeded",
            "The chain of certificates is longer than a path length constraint allows."),
        StatusDescription(-67612, "errSecInvalidRoot", "The root certificate is not valid."),
        StatusDescription(-67613, "errSecCRLExpired", "The revocation list has expired."),
        StatusDescription(-67614, "errSecCRLNotValidYet", "The revocation list is not valid yet."),
        StatusDescription(-67615, "errSecCRLNotFound", "The revocation list was not found."),
        StatusDescription(-67616, "errSecCRLServerDown", "The server of the revocation list does not answer."),
        StatusDescription(-67617, "errSecCRLBadURI", "The address of the revocation list is not valid."),
        StatusDescription(-67618, "errSecUnknownCertExtension", "The certificate has an unknown extension."),
        StatusDescription(-67619, "errSecUnknownCRLExtension", "The revocation list has an unknown extension."),
        StatusDescription(-67620, "errSecCRLNotTrusted", "The revocation list is not trusted."),
        StatusDescription(-67621, "errSecCRLPolicyFailed", "The revocation list does not fulfil the policy."),
        StatusDescription(
            -67622, "errSecIDPFailure",
            "The issuing distribution point of the revocation list does not fit."),
        StatusDescription(
            -67623, "errSecSMIMEEmailAddressesNotFound",
            "The certificate has no matching e-mail address."),
        StatusDescription(-67624, "errSecSMIMEBadExtendedKeyUsage", "The extended key usage does not allow S/MIME."),
        StatusDescription(-67625, "errSecSMIMEBadKeyUsage", "The key usage does not allow S/MIME."),
        StatusDescription(
            -67626, "errSecSMIMEKeyUsageNotCritical",
            "The key usage is not marked critical, which S/MIME requires."),
        StatusDescription(-67627, "errSecSMIMENoEmailAddress", "The certificate has no e-mail address."),
        StatusDescription(
            -67628, "errSecSMIMESubjAltNameNotCritical",
            "The subject alternative name is not marked critical, which S/MIME requires."),
        StatusDescription(-67629, "errSecSSLBadExtendedKeyUsage", "The extended key usage does not allow TLS."),
        StatusDescription(-67630, "errSecOCSPBadResponse", "The OCSP response is malformed."),
        StatusDescription(-67631, "errSecOCSPBadRequest", "The OCSP request is malformed."),
        StatusDescription(-67632, "errSecOCSPUnavailable", "The OCSP service is not available."),
        StatusDescription(-67633, "errSecOCSPStatusUnrecognized", "The OCSP responder does not know the certificate."),
        StatusDescription(-67634, "errSecEndOfData", "The data ended."),
        StatusDescription(
            -67635, "errSecIncompleteCertRevocationCheck",
            "The revocation check could not be completed."),
        StatusDescription(-67636, "errSecNetworkFailure", "The network failed."),
        StatusDescription(
            -67637, "errSecOCSPNotTrustedToAnchor",
            "The OCSP response does not lead to a trusted anchor."),
        StatusDescription(-67638, "errSecRecordModified", "The record was changed."),
        StatusDescription(-67639, "errSecOCSPSignatureError", "The signature of the OCSP response is not valid."),
        StatusDescription(-67640, "errSecOCSPNoSigner", "The OCSP response has no signer."),
        StatusDescription(-67641, "errSecOCSPResponderMalformedReq", "The OCSP responder found the request malformed."),
        StatusDescription(-67642, "errSecOCSPResponderInternalError", "The OCSP responder failed inside."),
        StatusDescription(
            -67643, "errSecOCSPResponderTryLater",
            "The OCSP responder is busy and asks to try again later."),
        StatusDescription(
            -67644, "errSecOCSPResponderSignatureRequired",
            "The OCSP responder requires a signed request."),
        StatusDescription(
            -67645, "errSecOCSPResponderUnauthorized",
            "The OCSP responder refused the request as unauthorised."),
        StatusDescription(
            -67646, "errSecOCSPResponseNonceMismatch",
            "The nonce of the OCSP response is not that of the request."),
        StatusDescription(
            -67647, "errSecCodeSigningBadCertChainLength",
            "The chain of certificates has the wrong length for code signing."),
        StatusDescription(
            -67648, "errSecCodeSigningNoBasicConstraints",
            "A code signing certificate has no basic constraints."),
        StatusDescription(
            -67649, "errSecCodeSigningBadPathLengthConstraint",
            "A path length constraint is wrong for code signing."),
        StatusDescription(
            -67650, "errSecCodeSigningNoExtendedKeyUsage",
            "The code signing certificate has no extended key usage."),
        StatusDescription(
            -67651, "errSecCodeSigningDevelopment",
            "The code signing certificate is for development only."),
        StatusDescription(
            -67652, "errSecResourceSignBadCertChainLength",
            "The chain of certificates has the wrong length for resource signing."),
        StatusDescription(
            -67653, "errSecResourceSignBadExtKeyUsage",
            "The extended key usage does not allow resource signing."),
        StatusDescription(-67654, "errSecTrustSettingDeny", "A trust setting denies trust."),
        StatusDescription(-67655, "errSecInvalidSubjectName", "The subject name is empty or not valid."),
        StatusDescription(
            -67656, "errSecUnknownQualifiedCertStatement",
            "The certificate has an unknown qualified certificate statement."),
        StatusDescription(-67657, "errSecMobileMeRequestQueued", "The MobileMe request was queued."),
        StatusDescription(-67658, "errSecMobileMeRequestRedirected", "The MobileMe request was redirected."),
        StatusDescription(-67659, "errSecMobileMeServerError", "The MobileMe server failed."),
        StatusDescription(-67660, "errSecMobileMeServerNotAvailable", "The MobileMe server is not available."),
        StatusDescription(
            -67661, "errSecMobileMeServerAlreadyExists",
            "The MobileMe server says that the item already exists."),
        StatusDescription(-67662, "errSecMobileMeServerServiceErr", "The MobileMe service failed."),
        StatusDescription(-67663, "errSecMobileMeRequestAlreadyPending", "A MobileMe request is already pending."),
        StatusDescription(-67664, "errSecMobileMeNoRequestPending", "No MobileMe request is pending."),
        StatusDescription(
            -67665, "errSecMobileMeCSRVerifyFailure",
            "The MobileMe server could not verify the certificate request."),
        StatusDescription(
            -67666, "errSecMobileMeFailedConsistencyCheck",
            "The MobileMe server found an inconsistency."),
    ]
}
