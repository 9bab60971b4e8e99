// What Core Foundation asks of a box.
// SPDX-License-Identifier: Apache-2.0

import Foundation
import Security

@_cdecl("latchkey_swift_equal")
func boxesAreEqual(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
    let (one, other) = unsafe (held(one), held(other))
    guard let one = one as? any Hashable, let other = other as? any Hashable else { return one === other }
    return AnyHashable(one) == AnyHashable(other)
}

@_cdecl("latchkey_swift_hash")
func boxHash(_ object: UnsafeRawPointer) -> UInt {
    let object = unsafe held(object)
    guard let value = object as? any Hashable else { return UInt(bitPattern: ObjectIdentifier(object).hashValue) }
    return UInt(bitPattern: AnyHashable(value).hashValue)
}

@_cdecl("latchkey_swift_describe")
func boxDescription(_ object: UnsafeRawPointer) -> UnsafeRawPointer? {
    let object = unsafe held(object)
    return unsafe Outgoing.pointer(NSString(string: "\(object)"))
}

@_cdecl("latchkey_swift_release")
func boxRelease(_ object: UnsafeRawPointer) { unsafe Unmanaged<AnyObject>.fromOpaque(object).release() }

private func held(_ object: UnsafeRawPointer) -> AnyObject {
    unsafe Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
}
