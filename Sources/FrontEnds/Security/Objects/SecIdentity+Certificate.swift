// The identity of a certificate whose key is in a keychain.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyCertificates
import LatchkeyClient
import LatchkeyComposition
import LatchkeyModel
import LatchkeyObjects
package import LatchkeyPlatform

/// The identity of a certificate: the private key is looked for in the keychains. The certificate itself need not be
/// stored.
///
/// - Parameters:
///   - keychainOrArray: A ``SecKeychain``, an array of them, or nil for the search list.
///   - certificateRef: The certificate.
///   - identityRef: Gets the identity. Left as it is on failure.
/// - Returns: `errSecSuccess`; `errSecItemNotFound` if there is no private key for it; `errSecParam` for anything else
///   as keychains; the codes of ``SecItemCopyMatching(_:_:)``. As on macOS.
@discardableResult
public func SecIdentityCreateWithCertificate(
    _ keychainOrArray: CFTypeRef?, _ certificateRef: SecCertificate, _ identityRef: UnsafeMutablePointer<SecIdentity?>
) -> OSStatus {
    statusOfCall { () throws(KeychainError) in
        unsafe identityRef.pointee = try PasswordCalls(client: .shared).identity(
            of: certificateRef, in: keychainOrArray)
    }
}

extension PasswordCalls {
    /// - Throws: `.itemNotFound`, `.parameter` for anything else as keychains, and as a search.
    package func identity(
        of certificate: SecCertificate, in keychains: CFTypeRef?
    ) throws(KeychainError) -> SecIdentity {
        var query = ItemQuery(itemClass: .key)
        query.matching = [
            .applicationLabel: .data(certificate.content.publicKeyHash), .keyClass: .number(KeyClass.private.rawValue),
        ]
        query.synchronizable = .any
        query.limit = .all
        query.returning = .reference
        for path in try paths(keychains) {
            let origin = KeyOrigin(client: client, keychain: path, authentication: query.authentication)
            for item in try client.found(query, in: .file(path)) {
                guard case .key(let key)? = try StoredObject(of: item, item.secret, through: origin),
                    let identity = SecIdentity.object(for: certificate, key)
                else { continue }
                return identity
            }
        }
        throw KeychainError(.itemNotFound, during: "looking for the private key of a certificate")
    }
}
