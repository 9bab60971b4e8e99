// What a caller asks for of identities: a search over certificates and one over keys.
// SPDX-License-Identifier: Apache-2.0

/// A search over identities, which have no table: each half is searched on its own class, and both must match.
///
/// The limits and return options of the halves are not looked at; those of the whole are.
package struct IdentityQuery: Equatable, Sendable {
    package var certificate: ItemQuery
    package var key: ItemQuery
    /// The group that both halves must be in, or nil for all of the caller's.
    package var accessGroup: AccessGroup?
    package var limit: MatchLimit = .one
    package var returning: ReturnOptions = []

    /// Every identity whose key is not synchronizable; the certificate may be (reference 3.11.3).
    package init() {
        certificate = ItemQuery(itemClass: .certificate)
        certificate.synchronizable = .any
        key = ItemQuery(itemClass: .key)
    }

    /// The identities of one certificate.
    package init(_ reference: IdentityReference) {
        self.init()
        find(reference)
    }

    package mutating func find(_ reference: IdentityReference) {
        certificate.persistentReference = PersistentReference(
            itemClass: .certificate, identifier: reference.certificate)
        key.synchronizable = .any
    }

    /// True if the bytes of the certificate go back to the caller, which they do with the attributes.
    package var opensCertificates: Bool {
        returning != [] && returning != .data && returning != .persistentReference
    }

    /// True if the private key goes back, as data or in an object.
    package var opensKeys: Bool { !returning.isDisjoint(with: [.data, .reference]) }
}

extension IdentityQuery: CustomStringConvertible, CustomReflectable {
    package var description: String { "<query of identities>" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
