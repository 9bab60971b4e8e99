// With which policies the processing of a path begins (RFC 5280, section 6.1.1).
// SPDX-License-Identifier: Apache-2.0

package import SwiftASN1

/// As programs ask: any policy will do, and none is demanded.
package struct InitialPolicies: Hashable, Sendable {
    /// One of these must hold if any must; nil for any.
    package var accepted: Set<ASN1ObjectIdentifier>?
    package var requiresPolicy = false
    package var forbidsMapping = false
    package var forbidsAnyPolicy = false

    package init() {}
}
