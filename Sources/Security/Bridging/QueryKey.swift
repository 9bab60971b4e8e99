// The keys of the dictionaries that programs pass, sorted by what they mean.
// SPDX-License-Identifier: Apache-2.0

import CFTypes
import KeychainModel

/// A key of a query dictionary (reference 3.1). Behind this file no string key exists.
enum QueryKey: Hashable {
    case itemClass
    case attribute(Attribute)
    case returning(ReturnOptions)
    case match(MatchKey)
    case use(UseKey)
    case value(ValueKey)
    /// `kSecUseDataProtectionKeychain`: every keychain here is one.
    case dataProtection

    enum MatchKey: String {
        case limit = "m_Limit"
        case caseInsensitive = "m_CaseInsensitive"
        case hostOrSubdomain = "m_HostOrSubdomainOfHost"
        case issuers = "m_Issuers"
        case policy = "m_Policy"
        case emailAddress = "m_EmailAddressIfPresent"
        case subjectContains = "m_SubjectContains"
        case trustedOnly = "m_TrustedOnly"
        case validOnDate = "m_ValidOnDate"
        case itemList = "m_ItemList"
        case searchList = "m_SearchList"
        case subjectStartsWith = "m_SubjectStartsWith"
        case subjectEndsWith = "m_SubjectEndsWith"
        case subjectWholeString = "m_SubjectWholeString"
        case diacriticInsensitive = "m_DiacriticInsensitive"
        case widthInsensitive = "m_WidthInsensitive"
    }

    enum UseKey: String {
        case itemList = "u_ItemList"
        case tombstones = "u_Tomb"
        case credentialReference = "u_CredRef"
        case operationPrompt = "u_OpPrompt"
        case noAuthenticationUI = "u_NoAuthUI"
        case authenticationUI = "u_AuthUI"
        case authenticationContext = "u_AuthCtx"
        case systemKeychainAlways = "u_SystemKeychainAlways"
        case systemKeychain = "u_SystemKeychain"
        case syncBubbleKeychain = "u_SyncBubbleKeychain"
        case userIndependentKeychain = "u_UserIndependentKeychain"
        case callerName = "u_CallerName"
        case tokenRawItems = "u_TokenRawItems"
        case certificatesWithMatchIssuers = "u_CertWithIssuers"
        case keychain = "u_Keychain"
    }

    enum ValueKey: String {
        case data = "v_Data"
        case reference = "v_Ref"
        case persistentReference = "v_PersistentRef"
    }

    /// - Throws: `.parameter` for a key that is no string, or a string that is no key; `.noSuchAttribute` for four
    ///   characters that can be no attribute.
    init(_ object: AnyObject) throws(KeychainError) {
        let refusal = KeychainError(.parameter, during: "reading the keys of a dictionary")
        guard let name = (object as? NSString) as String? else { throw refusal }
        if name == "nleg" {
            self = .dataProtection
        } else if name == "clip" {
            throw refusal
        } else if let attribute = Attribute(code: name) {
            self = .attribute(attribute)
        } else if name.utf16.count == 4 {
            throw KeychainError(.noSuchAttribute, during: "reading the keys of a dictionary")
        } else if name == "class" {
            self = .itemClass
        } else if let option = Self.returnOptions[name] {
            self = .returning(option)
        } else if let key = MatchKey(rawValue: name) {
            self = .match(key)
        } else if let key = UseKey(rawValue: name) {
            self = .use(key)
        } else if let key = ValueKey(rawValue: name) {
            self = .value(key)
        } else {
            throw refusal
        }
    }

    private static let returnOptions: [String: ReturnOptions] = [
        "r_Data": .data, "r_Attributes": .attributes, "r_Ref": .reference, "r_PersistentRef": .persistentReference,
    ]
}
