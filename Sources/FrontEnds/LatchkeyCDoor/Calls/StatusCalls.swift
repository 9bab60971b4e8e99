// The calls of Status for C. Written by scripts/make-c-door.
// SPDX-License-Identifier: Apache-2.0

import CLatchkeyDoor
import Foundation
import Security

@unsafe
@_cdecl("SecCopyErrorMessageString")
public func callSecCopyErrorMessageString(
    _ a0: Int32, _ a1: UnsafeMutableRawPointer?
) -> UnsafeRawPointer? {
    guard latchkey_serves else { return nil }
    return unsafe Outgoing.pointer(unsafe SecCopyErrorMessageString(a0, unsafe a1))
}
