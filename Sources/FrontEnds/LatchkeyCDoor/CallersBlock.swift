// A block of a C program, which is called once on another thread.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor

/// Safe to hand over: nobody but the one call uses it.
@safe
final class CallersBlock: @unchecked Sendable {
    private let block: UnsafeMutableRawPointer

    /// Nil without a block, and without memory.
    init?(_ block: UnsafeRawPointer?) {
        guard let block = unsafe block, let copy = unsafe latchkey_block_copy(block) else { return nil }
        unsafe self.block = unsafe copy
    }

    deinit { unsafe latchkey_block_release(block) }

    func call(_ body: (UnsafeMutableRawPointer) -> Void) { unsafe body(block) }
}
