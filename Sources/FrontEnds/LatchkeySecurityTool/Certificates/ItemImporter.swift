// What the words of `import` say about the items that it adds.
// SPDX-License-Identifier: Apache-2.0

import LatchkeyModel
package import LatchkeyObjects
package import LatchkeyPlatform
import LatchkeyTooling

extension ItemImporter {
    package init(into keychain: NamedKeychain, _ context: ToolContext) {
        self.init(into: keychain.address, of: context.client)
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
}
