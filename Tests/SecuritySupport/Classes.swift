// The dictionaries of certificates, keys and identities that tests make again and again.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyModel
import LatchkeyPlatform
package import Security

/// A certificate with these entries, or a query for such.
package func certificate(_ entries: Entries = [:]) -> Entries {
    entries.with([kSecClass: .constant(kSecClassCertificate)])
}

/// A key with these entries, or a query for such.
package func key(_ entries: Entries = [:]) -> Entries { entries.with([kSecClass: .constant(kSecClassKey)]) }

/// A query for identities.
package func identity(_ entries: Entries = [:]) -> Entries { entries.with([kSecClass: .constant(kSecClassIdentity)]) }

extension Keychain {
    /// Adds a certificate for the key of this hash; `entries` are added to its own.
    package func addCertificate(_ name: String, forKey hash: String, _ entries: Entries = [:]) -> OSStatus {
        add(
            certificate([
                kSecAttrIssuer: .bytes("issuer"), kSecAttrSerialNumber: .bytes(name), kSecAttrLabel: .text(name),
                kSecAttrPublicKeyHash: .bytes(hash), kSecValueData: .secret("certificate \(name)"),
            ]).with(entries))
    }

    /// Adds the private key of this hash; `entries` are added to its own.
    package func addPrivateKey(_ hash: String, _ entries: Entries = [:]) -> OSStatus {
        add(
            key([
                kSecAttrApplicationLabel: .bytes(hash), kSecAttrIsPrivate: true, kSecAttrKeyClass: "1",
                kSecAttrLabel: .text("key \(hash)"), kSecValueData: .secret("key \(hash)"),
            ]).with(entries))
    }

    /// The labels of the identities that a query finds, which are those of their certificates.
    package func identities(_ query: Entries = [:]) -> [Value?] { list(kSecAttrLabel, identity(query)) }
}

extension Keychain {
    /// A new pair of keys, stored where the parameters say so.
    package func newKey(_ parameters: Entries) throws -> (key: SecKey, publicKey: SecKey) {
        try calls.newKey(parameters.dictionary)
    }

    /// A new symmetric key, stored if the parameters say so.
    package func newSymmetricKey(_ parameters: Entries) throws -> SecKey {
        try calls.newSymmetricKey(parameters.dictionary)
    }

    /// The code that a new symmetric key fails with, or nil.
    package func refusal(ofSymmetricKey parameters: Entries) -> OSStatus? {
        do throws(KeychainError) {
            _ = try calls.newSymmetricKey(parameters.dictionary)
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    /// The code that a new key fails with, or nil.
    package func refusal(ofKey parameters: Entries) -> OSStatus? {
        do throws(KeychainError) {
            _ = try calls.newKey(parameters.dictionary)
            return nil
        } catch {
            return error.code.rawValue
        }
    }
}
