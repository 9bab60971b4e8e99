// Keys that no test ever sees: what the keychain makes by itself is written down when it is wiped.
// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Stands before glibc's function of this name in the program of the tests. Blocks of the size of a key that look
/// random are keys, or plaintext of that size; texts and buffers that were never filled are left out.
@_cdecl("explicit_bzero")
func wipeWritingDownKeys(_ start: UnsafeMutableRawPointer, _ count: Int) {
    let bytes = unsafe UnsafeMutableRawBufferPointer(start: start, count: count)
    if count == 32 {
        let block = unsafe Array(bytes)
        if Set(block).count >= 20, block.contains(where: { $0 >= 0x80 }) { SecretLedger.record(block) }
    }
    unsafe glibcWipe(start, count)
}

private typealias Wipe = @convention(c) (UnsafeMutableRawPointer, Int) -> Void

private let glibcWipe: Wipe = {
    // RTLD_NEXT, which Swift does not import.
    guard let symbol = unsafe dlsym(UnsafeMutableRawPointer(bitPattern: -1), "explicit_bzero") else {
        preconditionFailure("glibc has no explicit_bzero")
    }
    return unsafe unsafeBitCast(symbol, to: Wipe.self)
}()
