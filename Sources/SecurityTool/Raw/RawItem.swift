// The words of `security item`, as typed requests.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel
import KeychainTooling

/// What a list of `attr=value` says. Which of it is allowed depends on the call.
package struct RawItem: Sendable {
    package private(set) var itemClass: ItemClass?
    package private(set) var persistentReference: PersistentReference?
    /// True for `class=idnt` and for the persistent reference of an identity.
    package private(set) var isIdentity = false
    private(set) var identityReference: IdentityReference?
    package private(set) var secret: Secret?
    private(set) var named: [(attribute: Attribute, assignment: RawAssignment)] = []
    private(set) var limit: MatchLimit = .all
    private(set) var ignoresCase = false
    private(set) var authenticationUI: AuthenticationUI = .skip
    private(set) var isAnySynchronizable = false
    private(set) var hasMatchKey = false

    /// Where the value of `v_Data` comes from.
    package enum Secret: Sendable {
        case given(ItemSecret)
        /// `v_Data=-`
        case standardInput
        /// `v_Data` without a value.
        case prompt
    }

    package init(_ words: [ItemSecret]) throws(CommandFailure) {
        for word in words {
            for assignment in try RawAssignment.list(of: word) { try read(assignment) }
        }
    }

    private mutating func read(_ assignment: RawAssignment) throws(CommandFailure) {
        if assignment.name == "v_Data" {
            guard let value = assignment.value else { return secret = .prompt }
            let isInput = !assignment.isHexadecimal && value.isEqual(to: "-")
            return secret = isInput ? .standardInput : .given(value)
        }
        guard let value = assignment.value else { throw .usage("\(assignment.name) needs a value") }
        switch assignment.name {
        case "class" where value.publicText == IdentityReference.className: isIdentity = true
        case "class": itemClass = try Self.itemClass(value.publicText)
        case "v_PersistentRef":
            identityReference = IdentityReference(decoding: value.publicBytes)
            guard identityReference == nil else { return isIdentity = true }
            persistentReference = try calling("SecItemCopyMatching") { () throws(KeychainError) in
                try PersistentReference(decoding: value.publicBytes)
            }
        case "m_Limit":
            limit = try Self.limit(value.publicText)
            hasMatchKey = true
        case "m_CaseInsensitive":
            ignoresCase = value.publicText != "0"
            hasMatchKey = true
        case "u_AuthUI": authenticationUI = try Self.authenticationUI(value.publicText)
        case "sync" where value.isEqual(to: "syna"): isAnySynchronizable = true
        default:
            guard let attribute = Attribute(code: assignment.name) else {
                throw .usage("\(assignment.name) is no attribute; its name is that of a column, such as acct or svce")
            }
            named.append((attribute, assignment))
        }
    }

    private static func itemClass(_ name: String) throws(CommandFailure) -> ItemClass {
        guard let itemClass = ItemClass(rawValue: name) else {
            let names = ItemClass.allCases.map(\.rawValue) + [IdentityReference.className]
            throw .usage("a class is one of \(names.joined(separator: ", "))")
        }
        return itemClass
    }

    private static func limit(_ text: String) throws(CommandFailure) -> MatchLimit {
        switch text {
        case "m_LimitOne": return .one
        case "m_LimitAll": return .all
        default:
            guard let count = Int(text), count > 0 else {
                throw .usage("m_Limit is m_LimitOne, m_LimitAll or a number from 1 on")
            }
            return .atMost(count)
        }
    }

    private static func authenticationUI(_ text: String) throws(CommandFailure) -> AuthenticationUI {
        switch text {
        case "u_AuthUIA": return .allow
        case "u_AuthUIF": return .fail
        case "u_AuthUIS": return .skip
        default: throw .usage("u_AuthUI is u_AuthUIA, u_AuthUIF or u_AuthUIS")
        }
    }
}
