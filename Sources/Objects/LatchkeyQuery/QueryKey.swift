// The keys of the dictionaries that programs pass, sorted by what they mean.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

/// A key of a query dictionary (reference 3.1). Behind this file no string key exists.
package enum QueryKey: Equatable {
    case itemClass
    case attribute(Attribute)
    case returning(ReturnOptions)
    case match(MatchKey)
    case use(UseKey)
    case value(ValueKey)
    /// `kSecUseDataProtectionKeychain`: every keychain here is one.
    case dataProtection

    /// A bit for each kind of keys.
    var kind: UInt8 {
        switch self {
        case .itemClass: 1 << 0
        case .attribute: 1 << 1
        case .returning: 1 << 2
        case .match: 1 << 3
        case .use: 1 << 4
        case .value: 1 << 5
        case .dataProtection: 1 << 6
        }
    }

    package enum MatchKey {
        case limit, caseInsensitive, hostOrSubdomain, issuers, policy, emailAddress, subjectContains, trustedOnly
        case validOnDate, itemList, searchList, subjectStartsWith, subjectEndsWith, subjectWholeString
        case diacriticInsensitive, widthInsensitive
    }

    package enum UseKey {
        case itemList, tombstones, credentialReference, operationPrompt, noAuthenticationUI, authenticationUI
        case authenticationContext, systemKeychainAlways, systemKeychain, syncBubbleKeychain, userIndependentKeychain
        case callerName, tokenRawItems, certificatesWithMatchIssuers, keychain
    }

    package enum ValueKey { case data, reference, persistentReference }

    /// - Throws: `.parameter` for a string that is no key; `.noSuchAttribute` for four characters that can be no
    ///   attribute.
    package init(named name: String) throws(KeychainError) {
        guard name != "clip" else {
            throw KeychainError(.parameter, during: "reading the key of an app clip")
        }
        if let attribute = Attribute(code: name), name != "nleg" {
            self = .attribute(attribute)
        } else if let key = Self.named[name] {
            self = key
        } else if name.utf16.count == 4 {
            throw KeychainError(.noSuchAttribute, during: "reading the keys of a dictionary")
        } else {
            throw KeychainError(.parameter, during: "reading the keys of a dictionary")
        }
    }

    /// Every key that is no attribute, by its string.
    private static let named: [String: QueryKey] = [
        "class": .itemClass,
        "nleg": .dataProtection,
        "r_Data": .returning(.data),
        "r_Attributes": .returning(.attributes),
        "r_Ref": .returning(.reference),
        "r_PersistentRef": .returning(.persistentReference),
        "v_Data": .value(.data),
        "v_Ref": .value(.reference),
        "v_PersistentRef": .value(.persistentReference),
        "m_Limit": .match(.limit),
        "m_CaseInsensitive": .match(.caseInsensitive),
        "m_HostOrSubdomainOfHost": .match(.hostOrSubdomain),
        "m_Issuers": .match(.issuers),
        "m_Policy": .match(.policy),
        "m_EmailAddressIfPresent": .match(.emailAddress),
        "m_SubjectContains": .match(.subjectContains),
        "m_TrustedOnly": .match(.trustedOnly),
        "m_ValidOnDate": .match(.validOnDate),
        "m_ItemList": .match(.itemList),
        "m_SearchList": .match(.searchList),
        "m_SubjectStartsWith": .match(.subjectStartsWith),
        "m_SubjectEndsWith": .match(.subjectEndsWith),
        "m_SubjectWholeString": .match(.subjectWholeString),
        "m_DiacriticInsensitive": .match(.diacriticInsensitive),
        "m_WidthInsensitive": .match(.widthInsensitive),
        "u_ItemList": .use(.itemList),
        "u_Tomb": .use(.tombstones),
        "u_CredRef": .use(.credentialReference),
        "u_OpPrompt": .use(.operationPrompt),
        "u_NoAuthUI": .use(.noAuthenticationUI),
        "u_AuthUI": .use(.authenticationUI),
        "u_AuthCtx": .use(.authenticationContext),
        "u_SystemKeychainAlways": .use(.systemKeychainAlways),
        "u_SystemKeychain": .use(.systemKeychain),
        "u_SyncBubbleKeychain": .use(.syncBubbleKeychain),
        "u_UserIndependentKeychain": .use(.userIndependentKeychain),
        "u_CallerName": .use(.callerName),
        "u_TokenRawItems": .use(.tokenRawItems),
        "u_CertWithIssuers": .use(.certificatesWithMatchIssuers),
        "u_Keychain": .use(.keychain),
    ]
}
