// What `security item` asks the keychain for.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform
package import LatchkeyQuery

extension RawItem {
    /// A search for all that match. Items that need the user are left out unless the words say what to do with them.
    package func search(withSecret: Bool = false) throws(KeychainError) -> Search {
        let saysWhatToDo = names("u_AuthUI") || names("u_NoAuthUI")
        // kSecUseAuthenticationUISkip
        let skipping: [(key: QueryKey, value: QueryValue)] = [(.use(.authenticationUI), .string("u_AuthUIS"))]
        let dictionary = try dictionary(and: saysWhatToDo ? [] : skipping)
        switch try found(by: dictionary, for: .copy) {
        case .items(var query):
            if !names("m_Limit") { query.limit = .all }
            query.returning = shown(query.returning, withSecret).union(.persistentReference)
            return .items(query)
        case .identities(var query, let isOne):
            if !names("m_Limit") { query.limit = .all }
            query.returning = shown(query.returning, withSecret)
            return .identities(query, isOne: isOne)
        }
    }

    /// The attributes are always shown; the data if `-g` or `r_Data` says so.
    private func shown(_ options: ReturnOptions, _ withSecret: Bool) -> ReturnOptions {
        withSecret || options.contains(.data) ? [.attributes, .data] : .attributes
    }

    /// A new item.
    package func addition(data: ItemSecret? = nil) throws(KeychainError) -> ItemAddition {
        let dictionary = try dictionary(data: data)
        return try withHint { () throws(KeychainError) in try ItemAddition(describing: dictionary) }
    }

    /// The deletion of what matches (reference 3.6).
    package func deletion() throws(KeychainError) -> Request {
        switch try found(by: try dictionary(), for: .delete) {
        case .items(var query):
            query.returning = []
            return .delete(query)
        case .identities(let query, let isOne): return isOne ? .deleteIdentity(query) : .deleteIdentities(query)
        }
    }

    /// An update of what matches (reference 3.5).
    package func update(_ changes: RawItem, data: ItemSecret? = nil) throws(KeychainError) -> Request {
        let found = try found(by: try dictionary(), for: .update)
        let change = try changes.dictionary(data: data)
        switch found {
        case .items(let query): return .update(query, try ItemChange(parsing: change, of: query.itemClass))
        case .identities(let query, _): return .updateIdentities(query, try IdentityChange(parsing: change))
        }
    }

    private func found(by dictionary: QueryDictionary, for call: ItemQuery.Call) throws(KeychainError) -> Search {
        try withHint { () throws(KeychainError) in try Search(parsing: dictionary, for: call) }
    }

    /// Says what is missing where the words name no class, and no reference that stands for one.
    private func withHint<R>(_ body: () throws(KeychainError) -> R) throws(KeychainError) -> R {
        do {
            return try body()
        } catch  where error.code == .parameter && !names("class") && !names("v_PersistentRef") {
            throw KeychainError(error.code, saying: error.operation, hint: "say which class is meant: class=...")
        }
    }
}
