// The identity of a program without a signature: isolated from every other program.
// SPDX-License-Identifier: Apache-2.0

import Crypto
package import KeychainModel

/// One group for each user and path, and nothing else, so that no group of anybody else can be named.
package enum AdHocIdentity {
    /// `<team>.<name of the executable>.<digest>`. The team is `ADHOC` and five base-32 characters, as code that splits the group at
    /// its first dot expects; since so few can be found again by trying paths, the group ends with 26 characters more.
    package static func group(of executable: PeerExecutable, user: UInt32) -> AccessGroup {
        var hash = SHA256()
        hash.update(data: Array("latchkey ad-hoc identity v1\0".utf8) + user.bigEndianBytes)
        hash.update(data: executable.path)
        let digits = base32(Array(hash.finalize()))
        return AccessGroup(rawValue: "ADHOC\(digits.prefix(5)).\(executable.name).\(digits.dropFirst(5).prefix(26))")
    }

    /// RFC 4648 without padding.
    private static func base32(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var digits = ""
        var (bits, count) = (0, 0)
        for byte in bytes {
            bits = bits << 8 | Int(byte)
            count += 8
            while count >= 5 {
                count -= 5
                digits.append(alphabet[bits >> count & 31])
            }
            bits &= (1 << count) - 1
        }
        return digits
    }
}
