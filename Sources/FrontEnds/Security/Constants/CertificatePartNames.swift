// The names of what stands in the names of certificates, as SecCertificateCopyValues has them.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// A family name, in names.
public let kSecOIDSurname: CFString = "2.5.4.4"

/// The serial number of a thing, in names.
public let kSecOIDSerialNumber: CFString = "2.5.4.5"

/// States or provinces of several, in names.
public let kSecOIDCollectiveStateProvinceName: CFString = "2.5.4.8.1"

/// A street and number, in names.
public let kSecOIDStreetAddress: CFString = "2.5.4.9"

/// Streets and numbers of several, in names.
public let kSecOIDCollectiveStreetAddress: CFString = "2.5.4.9.1"

/// A title, in names.
public let kSecOIDTitle: CFString = "2.5.4.12"

/// A description, in names.
public let kSecOIDDescription: CFString = "2.5.4.13"

/// A given name, in names.
public let kSecOIDGivenName: CFString = "2.5.4.42"

/// A principal of a Windows domain, in alternative names.
public let kSecOIDMS_NTPrincipalName: CFString = "1.3.6.1.4.1.311.20.2.3"

/// A service of a domain, in alternative names.
public let kSecOIDSRVName: CFString = "1.3.6.1.5.5.7.8.7"

/// An e-mail address of the subject.
public let kSecOIDSubjectEmailAddress: CFString = "2.16.840.1.113741.2.1.1.1.50.3"

/// A picture of the subject.
public let kSecOIDSubjectPicture: CFString = "2.16.840.1.113741.2.1.1.1.50.2"

/// A picture of the signature of the subject.
public let kSecOIDSubjectSignatureBitmap: CFString = "2.16.840.1.113741.2.1.1.1.50.1"
