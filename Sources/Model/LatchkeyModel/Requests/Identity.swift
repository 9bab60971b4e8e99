// An identity as a program gets it: a certificate and the private key that belongs to it.
// SPDX-License-Identifier: Apache-2.0

/// A certificate and its private key, as a program gets them. Two certificates for one key are two identities.
package struct Identity: Sendable {
    package let certificate: ReturnedItem
    package let key: ReturnedItem

    package init(certificate: ReturnedItem, key: ReturnedItem) {
        self.certificate = certificate
        self.key = key
    }

    package var reference: IdentityReference { IdentityReference(certificate: certificate.reference.identifier) }
}

extension Identity: CustomStringConvertible, CustomReflectable {
    package var description: String { "<identity>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
