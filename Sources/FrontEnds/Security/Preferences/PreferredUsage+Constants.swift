// Uses of a key by the constants of a program.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeyCFTypes
import LatchkeyObjects

extension PreferredUsage {
    /// - Parameter constants: `kSecAttrCan…` constants, or nil for any use.
    /// - Returns: nil for other objects.
    init?(_ constants: CFArray?) {
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
