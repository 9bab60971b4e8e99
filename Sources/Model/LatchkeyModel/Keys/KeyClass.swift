// The halves of a pair of keys.
// SPDX-License-Identifier: Apache-2.0

/// The half of a pair, by the value of `kSecAttrKeyClass`.
package enum KeyClass: Int64, Hashable, Sendable {
    case `public` = 0
    case `private` = 1
}
