// The keyed digest of a program on an access list.
// SPDX-License-Identifier: Apache-2.0

package import LatchkeyModel
package import LatchkeyPlatform

extension UnlockedKeybag {
    /// The digest under which a program is looked up: the first 16 bytes of HMAC-SHA-256(index key, `acls` ‖ `appl` ‖
    /// type ‖ name). `acls` is no item class, so that it is never the digest of an attribute.
    ///
    /// Documentation/Reference/Formats/Database.md, section 9.
    package func accessListDigest(of entry: AccessListEntry.Name) throws(KeychainError) -> [UInt8] {
        let (type, text): (Unicode.Scalar, String) =
            switch entry {
            case .anyApplication: ("a", "")
            case .application(let identifier): ("b", identifier)
            case .partition(let partition): ("c", partition.text)
            }
        let name = Array("aclsappl".utf8) + [UInt8(ascii: type)]
        return unsafe try name.withRawBytes { name throws(KeychainError) in
            unsafe try Array(text.utf8).withRawBytes { text throws(KeychainError) in
                unsafe try keyedDigest(of: name, text, size: Self.digestSize)
            }
        }
    }
}
