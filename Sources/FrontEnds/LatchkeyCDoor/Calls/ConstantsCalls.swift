// The calls of Constants for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecRandomCopyBytes")
public func callSecRandomCopyBytes(
    _ a0: UnsafeRawPointer?, _ a1: Int, _ a2: UnsafeMutableRawPointer?
) -> Int32 {
    guard latchkey_serves else { return errSecUnimplemented }
    guard let a2 = unsafe a2
    else { return errSecParam }
    return unsafe SecRandomCopyBytes(nil, a1, a2)
}
