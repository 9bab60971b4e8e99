// Reads dictionaries that are about identities: what they say is shared out between certificate and key.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension QueryDictionary {
    /// True if the dictionary is about identities, by its class or by its persistent reference.
    /// - Throws: `.noSuchClass` if the two contradict each other.
    func isAboutIdentities() throws(KeychainError) -> Bool {
        let reference = try identityReference()
        guard let name = self[.itemClass] else { return reference != nil }
        let isIdentity = name.text == IdentityReference.className
        guard isIdentity ? self[.value(.persistentReference)] == nil || reference != nil : reference == nil else {
            if isIdentity { _ = try persistentReference() }
            throw KeychainError(.noSuchClass, during: "comparing kSecClass with the persistent reference")
        }
        return isIdentity
    }

    /// `kSecValuePersistentRef` where it names an identity.
    func identityReference() throws(KeychainError) -> IdentityReference? {
        self[.value(.persistentReference)]?.octets.flatMap { IdentityReference(decoding: $0) }
    }
}

extension IdentityQuery {
    /// The attributes that are searched on the certificate; all others are searched on the key (reference 3.11.3).
    /// Those of certificates alone are among them, which on Apple's systems end in an SQL error.
    private static let certificateAttributes: Set<Attribute> = [
        .label, .issuer, .serialNumber, .subjectKeyID, .tokenID, .subject, .publicKeyHash, .certificateType,
        .certificateEncoding,
    ]

    /// - Throws: the codes of reference 3.1, 3.4, 3.5.14 and 3.6.7.
    package init(parsing dictionary: QueryDictionary, for call: ItemQuery.Call) throws(KeychainError) {
        self.init()
        let reference = try dictionary.identityReference()
        guard reference == nil || call != .update else {
            throw KeychainError(.internalError, during: "updating an identity by its persistent reference")
        }
        if call == .copy || reference != nil {
            try readHalves(of: dictionary, for: call, reference: reference)
        } else {
            // Every certificate that matches, and every key: each half takes the whole dictionary. Match keys are about
            // the certificate, as in a search.
            certificate = try ItemQuery(parsing: dictionary, for: call, as: .certificate)
            key = try ItemQuery(parsing: dictionary.withoutMatchKeys, for: call, as: .key)
        }
        takeOptionsOfCertificate(for: call)
    }

    /// Takes over what a dictionary says of identities as a whole, from the half that has read it.
    package mutating func takeOptionsOfCertificate(for call: ItemQuery.Call) {
        accessGroup = key.accessGroup
        limit = certificate.limit
        returning = certificate.returning
        if call != .copy { certificate.limit = .all }
    }

    private mutating func readHalves(
        of dictionary: QueryDictionary, for call: ItemQuery.Call, reference: IdentityReference?
    ) throws(KeychainError) {
        if let reference { find(reference) }
        try certificate.readAttributes(of: dictionary) { Self.certificateAttributes.contains($0) }
        certificate.synchronizable = .any
        try key.readAttributes(of: dictionary) { !Self.certificateAttributes.contains($0) }
        if reference != nil, call == .copy {
            let isAlone = certificate.matching.isEmpty && key.matching.isEmpty && key.synchronizable == .any
            guard isAlone, key.accessGroup == nil else {
                throw KeychainError(.parameter, during: "searching by persistent reference and by attributes at once")
            }
        }
        try certificate.readOptions(of: dictionary, for: call)
        key.ignoresCase = certificate.ignoresCase
        key.ignoresDiacritics = certificate.ignoresDiacritics
        key.ignoresWidth = certificate.ignoresWidth
        key.authentication = certificate.authentication
        key.leavesTombstones = certificate.leavesTombstones
    }
}

extension IdentityChange {
    /// The change of both halves.
    /// - Throws: `.noSuchAttribute` for an attribute that one of them does not have, `.parameter` for data: the bytes
    ///   of a certificate are not those of a key.
    package init(parsing dictionary: QueryDictionary) throws(KeychainError) {
        guard dictionary[.value(.data)] == nil else {
            throw KeychainError(.parameter, during: "changing the data of an identity")
        }
        self.init(
            certificate: try ItemChange(parsing: dictionary, of: .certificate),
            key: try ItemChange(parsing: dictionary, of: .key))
    }
}
