// Reads certificates and keys of files, and stores them if that is asked for.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyComposition
import LatchkeyObjects
import LatchkeyPlatform

/// What an import or export of keys is told beside its other arguments.
@unsafe
public struct SecItemImportExportKeyParameters {
    /// 0.
    public var version: UInt32
    public var flags: SecKeyImportExportFlags
    /// The passphrase: a `CFString` as UTF-8, or a `CFData`.
    public var passphrase: Unmanaged<CFTypeRef>?
    /// Not looked at: nobody is asked for a passphrase.
    public var alertTitle: Unmanaged<CFString>?
    /// Not looked at.
    public var alertPrompt: Unmanaged<CFString>?
    /// Not looked at.
    public var accessRef: Unmanaged<SecAccess>?
    /// Not looked at: what a key may be used for is decided by its kind.
    public var keyUsage: Unmanaged<CFArray>?
    /// The attributes of the stored keys, an array of numbers as text or numbers. Keys are extractable if it has
    /// `CSSM_KEYATTR_EXTRACTABLE` (32), or if it is nil. Others are not looked at.
    public var keyAttributes: Unmanaged<CFArray>?

    public init() {
        unsafe version = 0
        unsafe flags = []
        unsafe passphrase = nil
        unsafe alertTitle = nil
        unsafe alertPrompt = nil
        unsafe accessRef = nil
        unsafe keyUsage = nil
        unsafe keyAttributes = nil
    }
}

/// Reads the certificates and keys of a file. Its form is found out by its bytes, whatever its name.
///
/// - Parameters:
///   - importedData: The file: PEM, DER, PKCS#7, PKCS#8, PKCS#12, the forms of OpenSSL and OpenSSH, a sequence of
///     Netscape's, or a raw key.
///   - fileNameOrExtension: Not looked at.
///   - inputFormat: The form, or `.formatUnknown`; gets the one that was found. A raw key is read only if it is said to
///     be one.
///   - itemType: What the file holds, or `.itemTypeUnknown`; gets what was found.
///   - flags: Not looked at.
///   - keyParams: The passphrase, and how keys are stored.
///   - importKeychain: The keychain that the items are stored in; nil stores none.
///   - outItems: Gets an array of ``SecCertificate``, ``SecKey``, and for PKCS#12 ``SecIdentity``.
/// - Returns: `errSecSuccess`; `errSecUnknownFormat` for what cannot be read, or is not of the form or type that is
///   given; `errSecPassphraseRequired` without a passphrase, `errSecPkcs12VerifyFailure` for a wrong one of PKCS#12 and
///   `errSecAuthFailed` for others; `errSecMultiplePrivKeys` for more than one private key with `.importOnlyOne`;
///   `errSecDuplicateItem` if the keychain has all of them; the codes of ``SecItemAdd(_:_:)``. As on macOS.
@discardableResult
public func SecItemImport(
    _ importedData: CFData, _ fileNameOrExtension: CFString?, _ inputFormat: UnsafeMutablePointer<SecExternalFormat>?,
    _ itemType: UnsafeMutablePointer<SecExternalItemType>?, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ importKeychain: SecKeychain?,
    _ outItems: UnsafeMutablePointer<CFArray?>?
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        var importing = FileImport(
            format: unsafe inputFormat?.pointee ?? .formatUnknown, type: unsafe itemType?.pointee ?? .itemTypeUnknown)
        if let keyParams = unsafe keyParams { try unsafe importing.take(keyParams.pointee) }
        let found = try importing.run(importedData, into: importKeychain, of: .shared)
        if let inputFormat = unsafe inputFormat { unsafe inputFormat.pointee = found.format }
        if let itemType = unsafe itemType { unsafe itemType.pointee = found.type }
        if let outItems = unsafe outItems { unsafe outItems.pointee = NSArray(array: found.objects) }
    }
}

/// Writes certificates and keys as a file.
///
/// - Parameters:
///   - secItemOrArray: A ``SecCertificate``, ``SecKey``, ``SecIdentity``, or an array of them.
///   - outputFormat: The form; `.formatUnknown` is PEM for several items and the form of OpenSSL for one.
///   - flags: `.pemArmour` for PEM.
///   - keyParams: The passphrase of private keys. `.formatPKCS12` and the wrapped forms need one.
///   - exportedData: Gets the file.
/// - Returns: `errSecSuccess`; `errSecUnsupportedFormat` for items that have no such form; `errSecPassphraseRequired`;
///   `errSecDataNotAvailable` for a key that stays in its keychain; `errSecParam` for other objects. As on macOS.
@discardableResult
public func SecItemExport(
    _ secItemOrArray: CFTypeRef, _ outputFormat: SecExternalFormat, _ flags: SecItemImportExportFlags,
    _ keyParams: UnsafePointer<SecItemImportExportKeyParameters>?, _ exportedData: UnsafeMutablePointer<CFData?>
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        var export = FileExport(format: outputFormat, isPEM: flags.contains(.pemArmour))
        if let keyParams = unsafe keyParams {
            export.passphrase = try unsafe ItemSecret.passphrase(of: keyParams.pointee)
        }
        unsafe exportedData.pointee = try export.file(of: secItemOrArray)
    }
}
