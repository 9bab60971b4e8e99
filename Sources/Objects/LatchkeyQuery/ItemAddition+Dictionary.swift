// Reads the dictionary of SecItemAdd.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyCertificates
package import LatchkeyModel
package import LatchkeyPlatform

extension ItemAddition {
    /// - Throws: the codes of reference 3.1 and 3.3.
    package init(parsing dictionary: QueryDictionary) throws(KeychainError) {
        guard dictionary[.value(.reference)] == nil, dictionary[.value(.persistentReference)] == nil
        else { throw KeychainError(.parameter, during: "reading a reference in an add") }
        guard let itemClass = try dictionary.itemClass() else {
            throw KeychainError(.parameter, during: "looking for kSecClass")
        }
        self.init(itemClass: itemClass)
        guard !dictionary.contains(where: { if case .match = $0 { true } else { false } }) else {
            throw KeychainError(.parameter, during: "reading a match key of an add")
        }
        guard !dictionary.isAnySynchronizable else {
            throw KeychainError(.parameter, during: "adding an item that is synchronizable or not")
        }
        attributes = try dictionary.attributes(of: itemClass)
        guard attributes[.tokenID].map(\.isEmpty) ?? true else {
            throw KeychainError(.itemNotFound, during: "looking for the token of a new item")
        }
        accessControl = try dictionary.accessControl()
        secret = try dictionary.newSecret()
        returning = try dictionary.returnOptions()
        try dictionary.refuseForeignKeychains()
        _ = try dictionary.leavesTombstones()
        authentication = try dictionary.authentication()
        guard authentication.ui != .skip else {
            throw KeychainError(.parameter, during: "skipping items of an add")
        }
    }

    /// The new item of a dictionary without an object.
    /// - Throws: as ``init(parsing:)``.
    package init(describing dictionary: QueryDictionary) throws(KeychainError) {
        try self.init(parsing: dictionary)
        describeCertificate()
    }

    /// Gives a certificate that came as data the attributes which its object would have, where the caller gave none.
    /// Bytes that are no certificate are kept as they are.
    private mutating func describeCertificate() {
        guard itemClass == .certificate, let secret, let certificate = try? Certificate(secret) else { return }
        attributes.merge(certificate.newItemAttributes) { given, _ in given }
    }
}
