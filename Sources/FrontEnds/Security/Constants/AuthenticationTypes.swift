// The values of `kSecAttrAuthenticationType`.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes

/// NT LAN Manager authentication.
public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm"

/// Microsoft Network authentication.
public let kSecAttrAuthenticationTypeMSN: CFString = "msna"

/// Distributed password authentication.
public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa"

/// Remote password authentication.
public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa"

/// HTTP basic authentication.
public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http"

/// HTTP digest authentication.
public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd"

/// A form on a web page.
public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form"

/// The default authentication.
public let kSecAttrAuthenticationTypeDefault: CFString = "dflt"
