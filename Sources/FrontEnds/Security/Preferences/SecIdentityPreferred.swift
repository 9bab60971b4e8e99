// Identities that are preferred for services.
// SPDX-License-Identifier: Apache-2.0

public import LatchkeyCFTypes
import LatchkeyClient
import LatchkeyComposition

/// Prefers an identity for a service, in place of the one that was preferred for the same name and uses.
///
/// The identity must be in the default keychain. The preference is a generic password of the program's access group,
/// which holds no secret. As on macOS otherwise.
///
/// - Parameters:
///   - identity: The identity, or nil to prefer none: then what is preferred for the name and the uses is forgotten, or
///     for any uses if `keyUsage` is nil or empty.
///   - name: A URL, the name of a host, an e-mail address or any other name, of 1 to 4096 bytes. One that ends with a
///     slash is for all URLs below it, one that begins with `*.` for all hosts of the domain.
///   - keyUsage: An array of `kSecAttrCan…` constants, or nil for any use.
/// - Returns: `errSecSuccess`, also if there is none to forget; `errSecParam` for other objects and names;
///   `errSecItemNotFound` for an identity that is not in the keychain.
@discardableResult
public func SecIdentitySetPreferred(_ identity: SecIdentity?, _ name: CFString, _ keyUsage: CFArray?) -> OSStatus {
    PreferenceCalls(client: .shared).set(identity, name, keyUsage)
}

/// The identity that is preferred for a service.
///
/// Looked for are the name itself; for a URL also the URL without its query and the folders above it, each with a slash
/// at its end, the closest first; then, for a URL and a host, `*.` and each domain that the host is in. Names are
/// compared byte by byte. Among those of one name a preference for exactly these uses comes first, then one for any
/// use.
///
/// - Parameters:
///   - name: A URL, the name of a host, an e-mail address or any other name.
///   - keyUsage: An array of `kSecAttrCan…` constants, or nil for any use: then a preference for some use counts too.
///   - validIssuers: An array of names of issuers as DER or as normalised contents, one of which must be in the chain
///     of the certificate, or nil for any issuer.
/// - Returns: nil if none is preferred, it is not in the keychain any more, or the program may not read it.
public func SecIdentityCopyPreferred(
    _ name: CFString, _ keyUsage: CFArray?, _ validIssuers: CFArray?
) -> SecIdentity? {
    PreferenceCalls(client: .shared).identity(name, keyUsage, validIssuers)
}
