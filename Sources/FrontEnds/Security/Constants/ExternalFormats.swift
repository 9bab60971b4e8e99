// The forms and the kinds of imported and exported items.
// SPDX-License-Identifier: Apache-2.0

/// The form of data to import or to export.
public enum SecExternalFormat: UInt32, Sendable {
    /// Not known; an import finds it out.
    case formatUnknown = 0
    /// The form of OpenSSL, often PEM.
    case formatOpenSSL = 1
    /// The form of SSH version 1.
    case formatSSH = 2
    /// The form of BSAFE.
    case formatBSAFE = 3
    /// The bytes of a symmetric key.
    case formatRawKey = 4
    /// PKCS #8, encrypted.
    case formatWrappedPKCS8 = 5
    /// The form of OpenSSL, encrypted.
    case formatWrappedOpenSSL = 6
    /// The form of SSH version 1, encrypted.
    case formatWrappedSSH = 7
    /// The form of LSH, encrypted.
    case formatWrappedLSH = 8
    /// An X.509 certificate in DER.
    case formatX509Cert = 9
    /// A sequence of PEM blocks.
    case formatPEMSequence = 10
    /// PKCS #7.
    case formatPKCS7 = 11
    /// PKCS #12.
    case formatPKCS12 = 12
    /// A sequence of certificates in the form of Netscape.
    case formatNetscapeCertSequence = 13
    /// The form of SSH version 2.
    case formatSSHv2 = 14
}

/// The kind of an imported or exported item.
public enum SecExternalItemType: UInt32, Sendable {
    /// Not known; an import finds it out.
    case itemTypeUnknown = 0
    /// A private key.
    case itemTypePrivateKey = 1
    /// A public key.
    case itemTypePublicKey = 2
    /// A symmetric key.
    case itemTypeSessionKey = 3
    /// A certificate.
    case itemTypeCertificate = 4
    /// Several items together.
    case itemTypeAggregate = 5
}

/// How items are imported and exported.
public struct SecItemImportExportFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The exported data is PEM.
    public static let pemArmour = SecItemImportExportFlags(rawValue: 1)
}

/// How keys are imported.
public struct SecKeyImportExportFlags: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// More than one private key is an error (`errSecMultiplePrivKeys`).
    public static let importOnlyOne = SecKeyImportExportFlags(rawValue: 1)
    /// The user is asked for the passphrase.
    public static let securePassphrase = SecKeyImportExportFlags(rawValue: 2)
    /// Imported keys have no access object.
    public static let noAccessControl = SecKeyImportExportFlags(rawValue: 4)
}
