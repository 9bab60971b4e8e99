// The types of keys, by the numbers that Apple's API has for them.
// SPDX-License-Identifier: Apache-2.0

/// A type of keys by the value of `kSecAttrKeyType`: all elliptic curves over a prime field are one.
package enum KeyType: Int64, Hashable, Sendable, CaseIterable {
    case rsa = 42
    case ellipticCurve = 73
    case ed25519 = 105
    case x25519 = 106
    case ed448 = 107
    case x448 = 108
    case mlKEM = 110
    case mlDSA = 111

    /// - Parameter number: 43 (DSA) stands for elliptic curves as well (reference 5.3.1).
    package init?(number: Int64) {
        self.init(rawValue: number == 43 ? 73 : number)
    }
}
