// The keyed digest of a program on an access list.
// SPDX-License-Identifier: Apache-2.0

package import KeychainModel

extension UnlockedKeybag {
    /// The digest under which a program is looked up: the first 16 bytes of HMAC-SHA-256(index key, `acls` ‖ `appl` ‖ type ‖
    /// identifier). `acls` is no item class, so that it is never the digest of an attribute.
    ///
    /// Documentation/Formats/Database.md, section 9.
    /// - Parameter applicationIdentifier: nil for any program.
    package func accessListDigest(of applicationIdentifier: String?) throws(KeychainError) -> [UInt8] {
        let name = Array("aclsappl".utf8) + [UInt8(ascii: applicationIdentifier == nil ? "a" : "b")]
        return unsafe try name.withRawBytes { name throws(KeychainError) in
            unsafe try Array((applicationIdentifier ?? "").utf8).withRawBytes { identifier throws(KeychainError) in
                unsafe try keyedDigest(of: name, identifier, size: Self.digestSize)
            }
        }
    }
}
