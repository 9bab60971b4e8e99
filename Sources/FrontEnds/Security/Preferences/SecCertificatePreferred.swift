// Certificates of others that are preferred for names, such as those that mail to an address is encrypted for.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition

/// Prefers a certificate for a name, in place of the one that was preferred for the same name and uses.
///
/// The certificate must be in the default keychain. As ``SecIdentitySetPreferred(_:_:_:)`` otherwise; the two do not
/// disturb one another.
///
/// - Parameters:
///   - certificate: The certificate, or nil to prefer none.
///   - name: An e-mail address or any other name, of 1 to 4096 bytes.
///   - keyUsage: An array of `kSecAttrCan…` constants, or nil for any use.
/// - Returns: `errSecSuccess`, also if there is none to forget; `errSecParam` for other objects and names;
///   `errSecItemNotFound` for a certificate that is not in the keychain.
@discardableResult
public func SecCertificateSetPreferred(
    _ certificate: SecCertificate?, _ name: CFString, _ keyUsage: CFArray?
) -> OSStatus {
    PreferenceCalls(client: .shared).set(certificate, name, keyUsage)
}

/// The certificate that is preferred for a name, which is looked for as by ``SecIdentityCopyPreferred(_:_:_:)``.
///
/// - Parameters:
///   - name: An e-mail address or any other name.
///   - keyUsage: An array of `kSecAttrCan…` constants, or nil for any use.
/// - Returns: nil if none is preferred, or it is not in the keychain any more.
public func SecCertificateCopyPreferred(_ name: CFString, _ keyUsage: CFArray?) -> SecCertificate? {
    PreferenceCalls(client: .shared).certificate(name, keyUsage)
}

/// The certificate that is preferred for a name. The older form of ``SecCertificateCopyPreferred(_:_:)``.
///
/// - Parameters:
///   - name: An e-mail address or any other name.
///   - keyUsage: The sum of `CSSM_KEYUSE` flags, or 0 for any use.
///   - certificate: Gets the certificate. Left as it is on failure.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` if none is preferred, or it is not in the keychain any more. As on
///   macOS.
@discardableResult
public func SecCertificateCopyPreference(
    _ name: CFString, _ keyUsage: UInt32, _ certificate: UnsafeMutablePointer<SecCertificate?>
) -> OSStatus {
    guard let found = PreferenceCalls(client: .shared).certificate(name, flags: keyUsage) else {
        return errSecItemNotFound
    }
    unsafe certificate.pointee = found
    return errSecSuccess
}
