// Core Foundation's functions on universally unique identifiers.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The 16 bytes of an identifier.
public typealias CFUUIDBytes = uuid_t

/// A new random identifier.
public func CFUUIDCreate(_ allocator: CFAllocator!) -> CFUUID! { NSUUID() }

/// The identifier that `string` spells, or nil.
public func CFUUIDCreateFromString(_ allocator: CFAllocator!, _ string: CFString!) -> CFUUID! {
    (string as CFString?).flatMap { NSUUID(uuidString: $0 as String) }
}

/// The identifier with these bytes.
public func CFUUIDCreateFromUUIDBytes(_ allocator: CFAllocator!, _ bytes: CFUUIDBytes) -> CFUUID! {
    NSUUID(uuidString: UUID(uuid: bytes).uuidString)
}

/// The identifier in hexadecimal, upper case, with hyphens.
public func CFUUIDCreateString(_ allocator: CFAllocator!, _ uuid: CFUUID!) -> CFString! {
    (uuid as CFUUID?).map { NSString(string: $0.uuidString) }
}

/// The bytes of `uuid`.
public func CFUUIDGetUUIDBytes(_ uuid: CFUUID!) -> CFUUIDBytes { (uuid as UUID).uuid }
