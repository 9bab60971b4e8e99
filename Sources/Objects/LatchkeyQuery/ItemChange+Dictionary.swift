// Reads the second dictionary of SecItemUpdate.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension ItemChange {
    /// - Throws: `.noSuchAttribute` for class, return, match and use keys, `.parameter` for an object, and the codes of
    ///   reference 3.5.
    package init(parsing dictionary: QueryDictionary, of itemClass: ItemClass) throws(KeychainError) {
        self.init()
        for (key, _) in dictionary.entries {
            switch key {
            case .attribute(let attribute):
                if itemClass.description(of: attribute)?.traits.contains(.fixed) == true {
                    throw KeychainError(.parameter, during: "changing an attribute that cannot be changed")
                }
            case .value(.data), .dataProtection: continue
            case .value(.reference):
                // Reference 3.1.10: an object that is no query is refused, whatever the dictionary is for.
                throw KeychainError(.parameter, during: "reading the attributes of an update")
            case .itemClass, .returning, .match, .use, .value(.persistentReference):
                throw KeychainError(.noSuchAttribute, during: "reading the attributes of an update")
            }
        }
        guard !dictionary.isAnySynchronizable else {
            throw KeychainError(.parameter, during: "changing an item to synchronizable or not")
        }
        attributes = try dictionary.attributes(of: itemClass).filter { attribute, _ in
            itemClass.description(of: attribute)?.traits.contains(.ignoredFromCaller) == false
        }
        guard attributes[.tokenID].map(\.isEmpty) ?? true else {
            throw KeychainError(.itemNotFound, during: "looking for the token of an item")
        }
        accessControl = try dictionary.accessControl()
        if let accessControl, let accessible = attributes[.accessible],
            accessible != .string(accessControl.protection.rawValue)
        {
            throw KeychainError(.parameter, during: "comparing the access control with the accessible class")
        }
        secret = try dictionary.secret()
    }
}
