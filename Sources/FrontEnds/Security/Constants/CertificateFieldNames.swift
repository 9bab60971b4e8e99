// The names of fields of certificates. SecCertificateCopyValues returns none of these.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// A certificate with its signature.
public let kSecOIDX509V3SignedCertificate: CFString = "2.16.840.1.113741.2.1.1.1.1.0"

/// The same as a structure.
public let kSecOIDX509V3SignedCertificateCStruct: CFString = "2.16.840.1.113741.2.1.1.1.1.0.1"

/// What of a certificate is signed.
public let kSecOIDX509V3Certificate: CFString = "2.16.840.1.113741.2.1.1.1.1.1"

/// The same as a structure.
public let kSecOIDX509V3CertificateCStruct: CFString = "2.16.840.1.113741.2.1.1.1.1.1.1"

/// The name of the issuer as a structure.
public let kSecOIDX509V1IssuerNameCStruct: CFString = "2.16.840.1.113741.2.1.1.1.1.5.1"

/// The name of the issuer as LDAP writes it.
public let kSecOIDX509V1IssuerNameLDAP: CFString = "2.16.840.1.113741.2.1.1.1.1.5.2"

/// The name of the issuer, normalised.
public let kSecOIDX509V1IssuerNameStd: CFString = "2.16.840.1.113741.2.1.1.1.1.23"

/// The name of the subject as a structure.
public let kSecOIDX509V1SubjectNameCStruct: CFString = "2.16.840.1.113741.2.1.1.1.1.8.1"

/// The name of the subject as LDAP writes it.
public let kSecOIDX509V1SubjectNameLDAP: CFString = "2.16.840.1.113741.2.1.1.1.1.8.2"

/// The name of the subject, normalised.
public let kSecOIDX509V1SubjectNameStd: CFString = "2.16.840.1.113741.2.1.1.1.1.22"

/// The issuer's unique identifier.
public let kSecOIDX509V1CertificateIssuerUniqueId: CFString = "2.16.840.1.113741.2.1.1.1.1.11"

/// The subject's unique identifier.
public let kSecOIDX509V1CertificateSubjectUniqueId: CFString = "2.16.840.1.113741.2.1.1.1.1.12"

/// The parameters of the public key's algorithm.
public let kSecOIDX509V1SubjectPublicKeyAlgorithmParameters: CFString = "2.16.840.1.113741.2.1.1.1.1.18"

/// The public key as a structure.
public let kSecOIDX509V1SubjectPublicKeyCStruct: CFString = "2.16.840.1.113741.2.1.1.1.1.20.1"

/// A key as a structure.
public let kSecOIDCSSMKeyStruct: CFString = "2.16.840.1.113741.2.1.1.1.1.20"

/// The signature with its algorithm.
public let kSecOIDX509V1SignatureStruct: CFString = "2.16.840.1.113741.2.1.1.3.2.0"

/// The same as a structure.
public let kSecOIDX509V1SignatureCStruct: CFString = "2.16.840.1.113741.2.1.1.3.2.0.1"

/// The parameters of the signature's algorithm.
public let kSecOIDX509V1SignatureAlgorithmParameters: CFString = "2.16.840.1.113741.2.1.1.3.2.3"

/// The algorithm of the signature, as it is signed.
public let kSecOIDX509V1SignatureAlgorithmTBS: CFString = "2.16.840.1.113741.2.1.1.3.2.10"

/// An extension.
public let kSecOIDX509V3CertificateExtensionStruct: CFString = "2.16.840.1.113741.2.1.1.1.1.13"

/// The same as a structure.
public let kSecOIDX509V3CertificateExtensionCStruct: CFString = "2.16.840.1.113741.2.1.1.1.1.13.1"

/// How many extensions there are.
public let kSecOIDX509V3CertificateNumberOfExtensions: CFString = "2.16.840.1.113741.2.1.1.1.1.14"

/// Which extension it is.
public let kSecOIDX509V3CertificateExtensionId: CFString = "2.16.840.1.113741.2.1.1.1.1.15"

/// Whether an extension must be understood.
public let kSecOIDX509V3CertificateExtensionCritical: CFString = "2.16.840.1.113741.2.1.1.1.1.16"

/// The value of an extension.
public let kSecOIDX509V3CertificateExtensionValue: CFString = "2.16.840.1.113741.2.1.1.1.1.17"

/// The type of an extension's value.
public let kSecOIDX509V3CertificateExtensionType: CFString = "2.16.840.1.113741.2.1.1.1.1.19"

/// All extensions.
public let kSecOIDX509V3CertificateExtensionsStruct: CFString = "2.16.840.1.113741.2.1.1.1.1.21"

/// The same as a structure.
public let kSecOIDX509V3CertificateExtensionsCStruct: CFString = "2.16.840.1.113741.2.1.1.1.1.21.1"
