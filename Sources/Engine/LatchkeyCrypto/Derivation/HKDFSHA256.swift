// HKDF with SHA-256, in wiped memory from end to end.
// SPDX-License-Identifier: Apache-2.0

import Glibc
import LatchkeyModel
package import LatchkeyPlatform

/// RFC 5869 over ``Authenticator``. swift-crypto's leaves the last bytes of the material in freed memory: its digests
/// do not wipe their blocks (Decision 27).
package enum HKDFSHA256 {
    /// Most bytes that one derivation gives (RFC 5869 §2.3).
    package static let largestCount = 255 * Authenticator.size

    /// - Parameters:
    ///   - material: The secret that keys are derived from.
    ///   - count: Bytes to derive, at most ``largestCount``.
    package static func derive(
        _ count: Int, from material: UnsafeRawBufferPointer, salt: [UInt8], info: [UInt8]
    ) -> SecretBytes {
        precondition((1...largestCount).contains(count), "a key has a size")
        let none = unsafe UnsafeRawBufferPointer(start: nil, count: 0)
        let extracted = unsafe SecretBytes(count: Authenticator.size) { target in
            unsafe salt.withRawBytes { salt in
                unsafe Authenticator(key: salt).writeCode(for: material, none, into: target)
            }
        }
        let expander = unsafe extracted.withUnsafeBytes { unsafe Authenticator(key: $0) }
        let blocks = (count + Authenticator.size - 1) / Authenticator.size
        let expanded = unsafe SecretBytes(count: blocks * Authenticator.size) { target in
            var last = unsafe none
            for block in 1...blocks {
                let start = (block - 1) * Authenticator.size
                let place = unsafe UnsafeMutableRawBufferPointer(rebasing: target[start..<start + Authenticator.size])
                unsafe (info + [UInt8(block)]).withRawBytes { context in
                    unsafe expander.writeCode(for: last, context, into: place)
                }
                unsafe last = UnsafeRawBufferPointer(place)
            }
        }
        return unsafe expanded.withUnsafeBytes { bytes in
            unsafe SecretBytes(copying: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }
}
