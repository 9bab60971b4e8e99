// The keys that narrow a search, and their values.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// Match certificates that a policy accepts.
public let kSecMatchPolicy: CFString = "m_Policy"

/// Match among these items only.
public let kSecMatchItemList: CFString = "m_ItemList"

/// Match in these keychains only.
public let kSecMatchSearchList: CFString = "m_SearchList"

/// Match certificates whose chain holds one of these issuers, DER names as data.
public let kSecMatchIssuers: CFString = "m_Issuers"

/// Match certificates that hold this e-mail address or none.
public let kSecMatchEmailAddressIfPresent: CFString = "m_EmailAddressIfPresent"

/// Match certificates whose subject contains this string.
public let kSecMatchSubjectContains: CFString = "m_SubjectContains"

/// Match servers that are this host or below it.
public let kSecMatchHostOrSubdomainOfHost: CFString = "m_HostOrSubdomainOfHost"

/// Whether upper and lower case are the same, a boolean.
public let kSecMatchCaseInsensitive: CFString = "m_CaseInsensitive"

/// Whether to match trusted certificates only, a boolean.
public let kSecMatchTrustedOnly: CFString = "m_TrustedOnly"

/// Match certificates that are valid on this date; null means today.
public let kSecMatchValidOnDate: CFString = "m_ValidOnDate"

/// How many items to match: a number, `kSecMatchLimitOne` or `kSecMatchLimitAll`.
public let kSecMatchLimit: CFString = "m_Limit"

/// One item.
public let kSecMatchLimitOne: CFString = "m_LimitOne"

/// Every item.
public let kSecMatchLimitAll: CFString = "m_LimitAll"
