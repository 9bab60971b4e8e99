// An identity in the clear: a certificate and the private key that belongs to it.
// SPDX-License-Identifier: Apache-2.0

/// A certificate and its private key, as far as they were opened. Two certificates for one key are two identities.
package struct Identity: Sendable {
    package let certificate: Item
    package let key: Item

    package init(certificate: Item, key: Item) {
        self.certificate = certificate
        self.key = key
    }

    package var reference: IdentityReference { IdentityReference(certificate: certificate.reference.identifier) }

    /// True where the key is the private key of the certificate, by what was sealed (reference 3.11.1).
    package var isJoined: Bool {
        guard case .data(let hash)? = certificate.attributes[.publicKeyHash], !hash.isEmpty,
            key.attributes[.isPrivate] == .number(1)
        else { return false }
        return key.attributes[.applicationLabel] == .data(hash)
    }

    /// True for a public key, which carries `kSecAttrIsPrivate` too (reference 3.11.2).
    package var hasPublicKeyOnly: Bool { key.attributes[.keyClass] == .number(0) }
}

extension Identity: CustomStringConvertible, CustomReflectable {
    package var description: String { "<identity>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
