// Random bytes from the kernel.
// SPDX-License-Identifier: Apache-2.0

private import Glibc
public import LatchkeyCFTypes

/// A source of random bytes. There is one, the kernel's.
public final class SecRandomRef: Sendable {
    fileprivate init() {}
}

/// The source of random bytes.
public let kSecRandomDefault: SecRandomRef? = SecRandomRef()

/// Fills `count` bytes at `bytes` with random bytes from `getrandom(2)`, whatever source is named.
///
/// Blocks until the kernel has gathered enough randomness after the machine's start.
///
/// - Returns: `errSecSuccess`; `errSecParam` for a negative count; the kernel's error number, if it
///   refuses. The bytes are of no use unless the call succeeds.
@discardableResult
public func SecRandomCopyBytes(_ rnd: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> OSStatus {
    guard count >= 0 else { return errSecParam }
    var filled = 0
    while filled < count {
        let result = unsafe getrandom(bytes + filled, count - filled, 0)
        if result > 0 {
            filled += result
        } else if result == 0 || errno != EINTR {
            return result == 0 ? errSecNotAvailable : errno
        }
    }
    return errSecSuccess
}

// Not in the module Glibc. All arguments are words, for which the C and the Swift calling conventions agree.
@_silgen_name("getrandom")
private func getrandom(_ bytes: UnsafeMutableRawPointer, _ count: Int, _ flags: CUnsignedInt) -> Int
