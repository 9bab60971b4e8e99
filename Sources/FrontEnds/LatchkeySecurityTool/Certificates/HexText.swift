// Hashes as certificates are known by.
// SPDX-License-Identifier: Apache-2.0

package enum HexText {
    /// Two upper-case digits a byte.
    package static func upperCase(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }
}
