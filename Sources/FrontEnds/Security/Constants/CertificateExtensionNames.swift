// The names of extensions, as SecCertificateCopyValues has them, and of those of revocation lists.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// More about the subject.
public let kSecOIDSubjectDirectoryAttributes: CFString = "2.5.29.9"

/// When the private key signs.
public let kSecOIDPrivateKeyUsagePeriod: CFString = "2.5.29.16"

/// The alternative names of the issuer.
public let kSecOIDIssuerAltName: CFString = "2.5.29.18"

/// The number of a list of revoked certificates.
public let kSecOIDCrlNumber: CFString = "2.5.29.20"

/// Why a certificate was revoked.
public let kSecOIDCrlReason: CFString = "2.5.29.21"

/// What to do while a certificate is held.
public let kSecOIDHoldInstructionCode: CFString = "2.5.29.23"

/// Since when a key is not to be trusted.
public let kSecOIDInvalidityDate: CFString = "2.5.29.24"

/// The list that another one adds to.
public let kSecOIDDeltaCrlIndicator: CFString = "2.5.29.27"

/// What a list of revoked certificates covers.
public let kSecOIDIssuingDistributionPoint: CFString = "2.5.29.28"

/// The same under its other name.
public let kSecOIDIssuingDistributionPoints: CFString = "2.5.29.28"

/// Who issued a revoked certificate.
public let kSecOIDCertIssuer: CFString = "2.5.29.29"

/// The names that an authority may give.
public let kSecOIDNameConstraints: CFString = "2.5.29.30"

/// Where lists of revoked certificates are.
public let kSecOIDCrlDistributionPoints: CFString = "2.5.29.31"

/// The policies that it was issued under.
public let kSecOIDCertificatePolicies: CFString = "2.5.29.32"

/// Policies that count as others.
public let kSecOIDPolicyMappings: CFString = "2.5.29.33"

/// What is asked of the policies below an authority.
public let kSecOIDPolicyConstraints: CFString = "2.5.29.36"

/// Where more is known of the issuer.
public let kSecOIDAuthorityInfoAccess: CFString = "1.3.6.1.5.5.7.1.1"

/// Digests of biometric data.
public let kSecOIDBiometricInfo: CFString = "1.3.6.1.5.5.7.1.2"

/// Statements of a qualified certificate.
public let kSecOIDQC_Statements: CFString = "1.3.6.1.5.5.7.1.3"

/// Where more is known of the subject.
public let kSecOIDSubjectInfoAccess: CFString = "1.3.6.1.5.5.7.1.11"

/// What it is for, by Netscape.
public let kSecOIDNetscapeCertType: CFString = "2.16.840.1.113730.1.1"

/// Several certificates, by Netscape.
public let kSecOIDNetscapeCertSequence: CFString = "2.16.840.1.113730.2.5"

/// Exemptions of its use.
public let kSecOIDUseExemptions: CFString = "2.16.840.1.113741.2.1.1.1.50.4"
