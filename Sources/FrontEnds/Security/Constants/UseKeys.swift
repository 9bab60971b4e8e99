// The keys that say how a call works, and their values.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// Use these items instead of a keychain.
public let kSecUseItemList: CFString = "u_ItemList"

/// Whether deleted items leave tombstones, a boolean. Private.
public let kSecUseTombstones: CFString = "u_Tomb"

/// A reference to a credential. Private.
public let kSecUseCredentialReference: CFString = "u_CredRef"

/// The text of the prompt. Deprecated in favour of `kSecUseAuthenticationContext`.
public let kSecUseOperationPrompt: CFString = "u_OpPrompt"

/// Whether prompts are forbidden, a boolean. Deprecated.
public let kSecUseNoAuthenticationUI: CFString = "u_NoAuthUI"

/// Whether prompts are allowed: one of the `kSecUseAuthenticationUI…` values.
public let kSecUseAuthenticationUI: CFString = "u_AuthUI"

/// Whether to use the keychain of the system, a boolean.
public let kSecUseSystemKeychainAlways: CFString = "u_SystemKeychainAlways"

/// Whether to use the keychain of the system, a boolean.
public let kSecUseSystemKeychainAlwaysDarwinOSOnlyUnavailableOnMacOS: CFString = "u_SystemKeychainAlways"

/// Whether to use the keychain of the system, a boolean. Private.
public let kSecUseSystemKeychain: CFString = "u_SystemKeychain"

/// Whether to use the keychain of a sync bubble, a boolean. Private.
public let kSecUseSyncBubbleKeychain: CFString = "u_SyncBubbleKeychain"

/// The name of the caller in prompts. Private.
public let kSecUseCallerName: CFString = "u_CallerName"

/// Whether to return the items of a token as they are, a boolean. Private.
public let kSecUseTokenRawItems: CFString = "u_TokenRawItems"

/// Whether certificates match by issuer, a boolean. Private.
public let kSecUseCertificatesWithMatchIssuers: CFString = "u_CertWithIssuers"

/// Whether to use the data protection keychain, a boolean. The only one here.
public let kSecUseDataProtectionKeychain: CFString = "nleg"

/// Whether to use the keychain that all people share. Private.
public let kSecUseUserIndependentKeychain: CFString = "u_UserIndependentKeychain"

/// Prompts are allowed.
public let kSecUseAuthenticationUIAllow: CFString = "u_AuthUIA"

/// Items that need a prompt fail with `errSecInteractionNotAllowed`.
public let kSecUseAuthenticationUIFail: CFString = "u_AuthUIF"

/// Items that need a prompt are left out.
public let kSecUseAuthenticationUISkip: CFString = "u_AuthUIS"

/// The `LAContext` that authenticates.
public let kSecUseAuthenticationContext: CFString = "u_AuthCtx"
