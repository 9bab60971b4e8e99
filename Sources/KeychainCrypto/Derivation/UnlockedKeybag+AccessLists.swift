// The keyed digest of a program on an access list.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import FoundationEssentials
package import KeychainModel

extension UnlockedKeybag {
    /// The digest under which a program is looked up: the first 16 bytes of HMAC-SHA-256(index key, `acls` ‖ `appl` ‖ type ‖
    /// identifier). `acls` is no item class, so that it is never the digest of an attribute.
    ///
    /// Documentation/Formats/Database.md, section 9.
    /// - Parameter applicationIdentifier: nil for any program.
    package func accessListDigest(of applicationIdentifier: String?) throws(KeychainError) -> [UInt8] {
        var message = Array("acls".utf8) + Array("appl".utf8)
        message.append(UInt8(ascii: applicationIdentifier == nil ? "a" : "b"))
        message += Array((applicationIdentifier ?? "").utf8)
        return unsafe try withKey(.indexKey) { key throws(KeychainError) in
            unsafe Array(
                HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key)).prefix(Self.digestSize))
        }
    }
}
