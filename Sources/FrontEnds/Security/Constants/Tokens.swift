// The identifiers of tokens and the access groups that are reserved.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// The access group of the items of tokens.
public let kSecAttrAccessGroupToken: CFString = "com.apple.token"

/// The Secure Enclave.
public let kSecAttrTokenIDSecureEnclave: CFString = "com.apple.setoken"

/// The key store of the system. Private.
public let kSecAttrTokenIDAppleKeyStore: CFString = "com.apple.setoken:aks"

/// The Secure Element. Private.
public let kSecAttrTokenIDSecureElement: CFString = "com.apple.secelemtoken"

/// The access group of the sync machinery. Private.
public let kSOSInternalAccessGroup: CFString = "com.apple.security.sos"
