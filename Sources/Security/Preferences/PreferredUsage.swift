// What a key is to be used for where something is preferred for a service.
// SPDX-License-Identifier: Apache-2.0

package import CFTypes
import Foundation

/// Uses of a key by Apple's numbers (`CSSM_KEYUSE`); none is any use.
package struct PreferredUsage: OptionSet, Hashable, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let any: PreferredUsage = []

    /// The uses that may be named.
    package static let all = PreferredUsage(rawValue: 0x1ff)

    /// - Parameter constants: `kSecAttrCan…` constants, or nil for any use.
    /// - Returns: nil for other objects.
    package init?(_ constants: CFArray?) {
        self = .any
        guard let constants else { return }
        for constant in _cfElements(of: constants) {
            guard let name = constant as? NSString,
                let known = Self.known.first(where: { $0.name.isEqual(to: name as String) })
            else { return nil }
            insert(PreferredUsage(rawValue: known.number))
        }
    }

    private static var known: [(name: CFString, number: UInt32)] {
        [
            (kSecAttrCanEncrypt, 1), (kSecAttrCanDecrypt, 2), (kSecAttrCanSign, 4), (kSecAttrCanVerify, 8),
            (kSecAttrCanWrap, 64), (kSecAttrCanUnwrap, 128), (kSecAttrCanDerive, 256),
        ]
    }
}
