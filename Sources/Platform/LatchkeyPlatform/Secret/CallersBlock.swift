// Memory that a C-like call hands to its caller, who gives it back to another.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyLinux
import Glibc

/// Blocks of malloc(3) that hold secrets.
package enum CallersBlock {
    /// A copy of `bytes`, which may be none: the block is there all the same.
    /// - Throws: `.allocate`.
    package static func copy(
        _ bytes: UnsafeRawBufferPointer
    ) throws(KeychainError) -> UnsafeMutableRawPointer {
        guard let block = unsafe malloc(max(1, bytes.count)) else {
            throw KeychainError(.allocate, during: "copying bytes for a program")
        }
        unsafe UnsafeMutableRawBufferPointer(start: block, count: bytes.count).copyMemory(from: bytes)
        return unsafe block
    }

    /// Wipes a block and gives it back. Nil is nothing.
    package static func free(_ block: UnsafeMutableRawPointer?) { unsafe latchkey_wipe_and_free(block) }
}
