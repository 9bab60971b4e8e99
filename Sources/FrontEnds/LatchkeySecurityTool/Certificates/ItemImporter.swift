// Puts certificates and keys into a keychain.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyCertificates
import LatchkeyClient
package import LatchkeyModel
package import LatchkeyPlatform
import LatchkeyTooling

/// Adds one item after the other. One that is there already is left as it is.
package struct ItemImporter {
    package let keychain: NamedKeychain
    package let context: ToolContext
    /// Who may read the keys; nil for nobody beside the access group of this tool.
    package var accessList: AccessList?
    package var isExtractable = true
    /// What the user wants the items to have beside what is read of them.
    package var attributes: AttributeValues = [:]

    package init(into keychain: NamedKeychain, _ context: ToolContext) {
        self.keychain = keychain
        self.context = context
    }

    /// - Returns: false if the keychain has the certificate already.
    package func add(_ certificate: Certificate) throws(KeychainError) -> Bool {
        var addition = ItemAddition(itemClass: .certificate)
        addition.attributes = certificate.attributes
        addition.attributes[.label] = certificate.subjectSummary.map { .string($0) }
        addition.secret = ItemSecret(copying: certificate.der)
        return try add(addition)
    }

    /// - Parameter label: what the key is called where the user gives no label.
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

    /// Reads the value of `-a`, which may name what neither certificate nor key has by itself.
    package mutating func setAttribute(_ name: ItemSecret, to value: ItemSecret) throws(CommandFailure) {
        let text = name.publicText
        let settable: [Attribute] = [.label, .alias, .applicationTag, .creator]
        guard let attribute = settable.first(where: { $0.code == text }),
            let kind = ItemClass.certificate.description(of: attribute)?.kind
                ?? ItemClass.key.description(of: attribute)?.kind
        else {
            throw .keychain(
                KeychainError(
                    .noSuchAttribute, during: "reading an attribute for imported items",
                    hint: "the attributes that can be given are labl, alis and, for keys, atag and crtr"),
                function: "SecKeychainItemImport", argument: text)
        }
        attributes[attribute] = try calling("SecKeychainItemImport", on: text) { () throws(KeychainError) in
            try value.attributeValue.converted(to: kind)
        }
    }

    private func add(_ addition: ItemAddition) throws(KeychainError) -> Bool {
        var addition = addition
        for (attribute, value) in attributes where addition.itemClass.description(of: attribute) != nil {
            addition.attributes[attribute] = value
        }
        do {
            try context.client.add(addition, in: keychain.address)
            return true
        } catch  where error.code == .duplicateItem {
            return false
        }
    }
}
