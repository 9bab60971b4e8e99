// An identity of a keychain: a certificate and the private key of its public key.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

package struct StoredIdentity: Sendable {
    package let certificate: StoredCertificate
    /// The attributes of the private key; its data stays where it is.
    package let key: ReturnedItem

    /// The identities of `keychains`, in the order of their certificates. Two certificates of one key are two; a
    /// certificate whose key is there under several tags is one. Where the certificate needs the user, or a password of
    /// its program, it is left out: nobody is asked for a listing.
    package static func all(
        in keychains: [NamedKeychain], _ context: ToolContext
    ) throws(CommandFailure) -> [StoredIdentity] {
        try found(in: keychains, returning: .attributes, context)
    }

    /// The same without the data of the certificates, so that none is left out.
    static func allWithoutData(
        in keychains: [NamedKeychain], _ context: ToolContext
    ) throws(CommandFailure) -> [StoredIdentity] {
        try found(in: keychains, returning: .persistentReference, context)
    }

    private static func found(
        in keychains: [NamedKeychain], returning: ReturnOptions, _ context: ToolContext
    ) throws(CommandFailure) -> [StoredIdentity] {
        var query = IdentityQuery()
        // A public key is not half of an identity, though it joins with its certificate.
        query.key.matching[.keyClass] = .number(KeyClass.private.rawValue)
        query.key.synchronizable = .any
        query.limit = .all
        query.returning = returning
        query.certificate.authentication.ui = .skip
        query.key.authentication.ui = .skip
        var found: [StoredIdentity] = []
        for keychain in keychains {
            var seen: Set<PersistentReference> = []
            let identities = try calling("SecIdentitySearchCopyNext", on: keychain.name) { () throws(KeychainError) in
                try context.client.found(query, in: keychain.address)
            }
            for identity in identities where seen.insert(identity.certificate.reference).inserted {
                let certificate = StoredCertificate(item: identity.certificate, keychain: keychain)
                found.append(StoredIdentity(certificate: certificate, key: identity.key))
            }
        }
        return found
    }

    /// Deletes the certificate, and the private key unless another certificate of the keychain has it (reference
    /// 3.6.7).
    package func delete(_ context: ToolContext) throws(KeychainError) {
        let reference = IdentityReference(certificate: certificate.item.reference.identifier)
        var query = IdentityQuery(reference)
        query.limit = .all
        try context.client.deleteIdentity(query, in: certificate.keychain.address)
    }
}
