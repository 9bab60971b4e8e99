// An identity that a search has found.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
import LatchkeyPolicy

/// A certificate and a private key that may belong to it, as far as the search wanted them.
struct FoundIdentity: Sendable {
    let certificate: FoundItem
    let key: FoundItem

    /// True if the key is the private key of the certificate, by what was sealed (reference 3.11.1).
    var isJoined: Bool {
        guard case .data(let hash)? = certificate.item.attributes[.publicKeyHash], !hash.isEmpty,
            key.item.attributes[.isPrivate] == .number(1)
        else { return false }
        return key.item.attributes[.applicationLabel] == .data(hash)
    }

    /// True for a public key, which carries `kSecAttrIsPrivate` too (reference 3.11.2).
    var hasPublicKeyOnly: Bool { key.item.attributes[.keyClass] == .number(0) }
}
