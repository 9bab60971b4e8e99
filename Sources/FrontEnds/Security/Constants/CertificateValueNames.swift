// The names of the values of certificates, as SecCertificateCopyValues has them.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// A common name, in names.
public let kSecOIDCommonName: CFString = "2.5.4.3"

/// A country, in names.
public let kSecOIDCountryName: CFString = "2.5.4.6"

/// A place, in names.
public let kSecOIDLocalityName: CFString = "2.5.4.7"

/// A state or province, in names.
public let kSecOIDStateProvinceName: CFString = "2.5.4.8"

/// An organisation, in names.
public let kSecOIDOrganizationName: CFString = "2.5.4.10"

/// A part of an organisation, in names.
public let kSecOIDOrganizationalUnitName: CFString = "2.5.4.11"

/// An e-mail address, in names.
public let kSecOIDEmailAddress: CFString = "1.2.840.113549.1.9.1"

/// The version, a string.
public let kSecOIDX509V1Version: CFString = "2.16.840.1.113741.2.1.1.1.2"

/// The serial number, a string.
public let kSecOIDX509V1SerialNumber: CFString = "2.16.840.1.113741.2.1.1.1.3"

/// The name of the issuer, a section.
public let kSecOIDX509V1IssuerName: CFString = "2.16.840.1.113741.2.1.1.1.5"

/// From when it is valid: a number of seconds since 2001-01-01 UTC.
public let kSecOIDX509V1ValidityNotBefore: CFString = "2.16.840.1.113741.2.1.1.1.6"

/// Until when it is valid: a number of seconds since 2001-01-01 UTC.
public let kSecOIDX509V1ValidityNotAfter: CFString = "2.16.840.1.113741.2.1.1.1.7"

/// The name of the subject, a section.
public let kSecOIDX509V1SubjectName: CFString = "2.16.840.1.113741.2.1.1.1.8"

/// The algorithm of the public key, a section.
public let kSecOIDX509V1SubjectPublicKeyAlgorithm: CFString = "2.16.840.1.113741.2.1.1.1.9"

/// The bytes of the public key, data.
public let kSecOIDX509V1SubjectPublicKey: CFString = "2.16.840.1.113741.2.1.1.1.10"

/// The algorithm of the signature, a section.
public let kSecOIDX509V1SignatureAlgorithm: CFString = "2.16.840.1.113741.2.1.3.2.1"

/// The signature, data.
public let kSecOIDX509V1Signature: CFString = "2.16.840.1.113741.2.1.3.2.2"

/// Which public key it is, a section.
public let kSecOIDSubjectKeyIdentifier: CFString = "2.5.29.14"

/// What the key may do: a number of bits, the first of RFC 5280 the least.
public let kSecOIDKeyUsage: CFString = "2.5.29.15"

/// The alternative names of the subject, a section.
public let kSecOIDSubjectAltName: CFString = "2.5.29.17"

/// Whether it is an authority, a section.
public let kSecOIDBasicConstraints: CFString = "2.5.29.19"

/// Which public key the issuer has, a section.
public let kSecOIDAuthorityKeyIdentifier: CFString = "2.5.29.35"

/// What the certificate is for: an array of the contents of object identifiers, as data.
public let kSecOIDExtendedKeyUsage: CFString = "2.5.29.37"
