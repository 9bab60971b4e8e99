// Puts certificates and keys into a keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
package import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform

/// Adds one item after the other. One that is there already is left as it is.
package struct ItemImporter {
    private let client: KeychainClient
    private let keychain: KeychainAddress?
    /// Who may read the keys; nil for nobody beside the access group of the program.
    package var accessList: AccessList?
    package var isExtractable = true
    /// What the user wants the items to have beside what is read of them.
    package var attributes: AttributeValues = [:]

    /// - Parameter keychain: Nil for the default keychain.
    package init(into keychain: KeychainAddress?, of client: KeychainClient) {
        self.client = client
        self.keychain = keychain
    }

    /// - Returns: false if the keychain has the certificate already.
    package func add(_ certificate: Certificate) throws(KeychainError) -> Bool {
        var addition = ItemAddition(itemClass: .certificate)
        addition.attributes = certificate.attributes
        addition.attributes[.label] = certificate.subjectSummary.map { .string($0) }
        addition.secret = ItemSecret(copying: certificate.der)
        return try add(addition)
    }

    /// - Parameter label: what the key is called if the user gives no label.
    /// - Returns: false if the keychain has the key already.
    package func add(_ key: KeyData, label: String) throws(KeychainError) -> Bool {
        var addition = ItemAddition(itemClass: .key)
        addition.attributes = key.attributes
        addition.attributes[.label] = .string(label)
        if key.keyClass == .private { addition.attributes[.isExtractable] = .number(isExtractable ? 1 : 0) }
        addition.accessList = accessList
        addition.secret = key.externalRepresentation
        return try add(addition)
    }

    /// Adds an item of a file. A key is called as its certificate is, if that is in the same file.
    /// - Returns: false if the keychain has the item already.
    package func add(_ item: ExternalItem, in index: CertificateIndex) throws(KeychainError) -> Bool {
        switch item {
        case .certificate(let certificate): return try add(certificate)
        case .key(let key):
            let name = key.keyClass == .private ? "Imported Private Key" : "Imported Public Key"
            return try add(key, label: index.certificates(of: item).first?.subjectSummary ?? name)
        }
    }

    private func add(_ addition: ItemAddition) throws(KeychainError) -> Bool {
        var addition = addition
        for (attribute, value) in attributes where addition.itemClass.description(of: attribute) != nil {
            addition.attributes[attribute] = value
        }
        do {
            try client.add(addition, in: keychain)
            return true
        } catch  where error.code == .duplicateItem {
            return false
        }
    }
}
