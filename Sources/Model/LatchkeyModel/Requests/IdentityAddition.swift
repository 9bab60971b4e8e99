// A new identity as the caller describes it, and a change of identities.
// SPDX-License-Identifier: Apache-2.0

/// A certificate and its private key that are added together (reference 3.11.5). Return options of the halves are not
/// looked at.
package struct IdentityAddition: Sendable {
    package var certificate: ItemAddition
    package var key: ItemAddition

    package init(certificate: ItemAddition, key: ItemAddition) {
        self.certificate = certificate
        self.key = key
    }
}

/// What an update changes of the certificates and the keys that match.
package struct IdentityChange: Sendable {
    package var certificate: ItemChange
    package var key: ItemChange

    package init(certificate: ItemChange, key: ItemChange) {
        self.certificate = certificate
        self.key = key
    }
}
