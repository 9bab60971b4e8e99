// Passwords that a program shares with a web site: there are no associated domains here.
// SPDX-License-Identifier: Apache-2.0

import Foundation
public import LatchkeyCFTypes
import LatchkeyPlatform

/// Stores a password for a web site that the program is associated with. No program is associated with one here.
///
/// - Parameters:
///   - fqdn: The domain of the site.
///   - account: The account.
///   - password: The password; nil to delete it.
///   - completionHandler: Gets `errSecMissingEntitlement`, as on Apple's systems without the entitlement, on a queue of
///     the system's; `errSecParam` for an empty domain or account.
public func SecAddSharedWebCredential(
    _ fqdn: CFString, _ account: CFString, _ password: CFString?,
    _ completionHandler: @escaping @Sendable (CFError?) -> Void
) {
    let isNamed = fqdn.length > 0 && account.length > 0
    DispatchQueue.global().async {
        completionHandler(
            isNamed
                ? NSError(status: errSecMissingEntitlement, "storing a password for an associated domain")
                : NSError(status: errSecParam, "reading a domain and an account"))
    }
}

/// Asks the user for a password of a web site that the program is associated with. No program is associated with one
/// here.
///
/// - Parameters:
///   - fqdn: The domain of the site, or nil for all.
///   - account: The account, or nil for all.
///   - completionHandler: Gets no passwords, and `errSecMissingEntitlement`, as on Apple's systems without the
///     entitlement, on a queue of the system's.
public func SecRequestSharedWebCredential(
    _ fqdn: CFString?, _ account: CFString?, _ completionHandler: @escaping @Sendable (CFArray?, CFError?) -> Void
) {
    DispatchQueue.global().async {
        completionHandler(
            nil, NSError(status: errSecMissingEntitlement, "asking for a password of an associated domain"))
    }
}
