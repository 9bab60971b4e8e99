// Identities out of PKCS#12 files.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition

/// The identities of a PKCS#12 file (RFC 7292).
///
/// As on iOS: nothing is stored unless `kSecUseDataProtectionKeychain` is true; then the identities and their chains
/// are, with the other options as attributes, and what is there already is no failure. Certificates of no key are left
/// out.
///
/// - Parameters:
///   - pkcs12_data: The file, of at most 16 MB. Files of OpenSSL, also with `-legacy`, of NSS and of Java are read.
///   - options: ``kSecImportExportPassphrase``, a string; without it the password is empty. ``kSecImportToMemoryOnly``
///     true stores nothing in any case.
///   - items: Gets an array with a dictionary for each private key that has a certificate: ``kSecImportItemIdentity``,
///     ``kSecImportItemTrust`` for the basic policy, ``kSecImportItemCertChain`` with the certificate of the key first,
///     and where the file has them ``kSecImportItemLabel`` and ``kSecImportItemKeyID``. Left as it is on failure. After
///     four seconds no evaluation of trust is begun: the result of the trust objects that are left is `.invalid`, and
///     they are evaluated by the first call that asks them, such as ``SecTrustEvaluateWithError(_:_:)``.
/// - Returns: `errSecSuccess`; `errSecAuthFailed` for another password; `errSecDecode` for what is no such file, for a
///   cipher, a key or a certificate in it that is not known, and for one that has more than 256 private keys or asks
///   for more than five million rounds of hashing; `errSecParam` for a passphrase that is no string; the code of
///   `SecItemAdd` if storing fails.
@discardableResult
public func SecPKCS12Import(
    _ pkcs12_data: CFData, _ options: CFDictionary, _ items: UnsafeMutablePointer<CFArray?>
) -> OSStatus {
    unsafe PKCS12Import(client: .shared).run(pkcs12_data, options, items)
}
