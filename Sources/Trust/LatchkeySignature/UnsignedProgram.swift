// What a program without a signature is called: isolated from every other program.
// SPDX-License-Identifier: Apache-2.0

import Crypto
import LatchkeyModel

/// The one name for each user and path, which nobody else can have.
package enum UnsignedProgram {
    /// `<team>.<name of the executable>.<digest>`. The team is `ADHOC` and five base-32 characters, as code that splits
    /// the group at its first dot expects; since so few can be found again by trying paths, the name ends with 26
    /// characters more.
    /// - Parameter path: the bytes of the path, without symbolic links.
    package static func identifier(ofProgramAt path: [UInt8], user: UInt32) -> String {
        var hash = SHA256()
        hash.update(data: Array("latchkey ad-hoc identity v1\0".utf8) + user.bigEndianBytes)
        hash.update(data: path)
        let digits = base32(Array(hash.finalize()))
        let name = String(decoding: path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...], as: UTF8.self)
        return "\(TeamIdentifier.adHocPrefix)\(digits.prefix(5)).\(name).\(digits.dropFirst(5).prefix(26))"
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
